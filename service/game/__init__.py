"""Loads a game from the log at any version, judges what is done in it, and appends the outcome."""
