"""Duels measure a small difference between two agents: the same seeds, every seat, games that are kept in a file."""
