"""Notebooks: plain Python files for marimo; each also runs as a script. docs/notebooks.md says what each is for."""
