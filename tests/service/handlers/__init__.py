"""Tests the writing requests on games: commands, undo, votes, seats, clocks."""
