"""Backs up the log of every game, and restores it."""
