"""Holds the texts of the games: one file per game or module, for its commands, events and frames."""
