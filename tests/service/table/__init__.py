"""Tests the table of a game: seats, parties, time used."""
