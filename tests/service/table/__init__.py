"""Tests the table of a game: its parties and the time that its seats used."""
