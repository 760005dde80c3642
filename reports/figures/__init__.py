"""Figures, one a file. Each has ``draw(result, width)`` and ``describe(result)``, and knows no particular game."""
