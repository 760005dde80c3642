"""Marbles: a game of one page for two or three players against each other, the engine's other test animal."""
