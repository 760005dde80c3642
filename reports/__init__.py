"""Everything a person sees: the command line, figures, tables and the report."""
