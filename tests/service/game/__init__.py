"""Tests how a game is loaded, judged and appended to."""
