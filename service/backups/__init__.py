"""Backups of the log of every game, and their way back."""
