"""Plays a seven: the pirate raids a row, its mover takes a reward (rulebook, Rolling a 7; component facts 11.1)."""
