"""Pebbles: a game of one page, the template for a new game and the engine's test animal."""
