"""Positions in words: what stands on the table, read from and written to the file a person keeps."""
