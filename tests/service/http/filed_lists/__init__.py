"""Tests the lists of games of keys and players that go on in the archive."""
