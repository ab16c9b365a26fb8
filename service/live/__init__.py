"""Announces appended versions to open streams and waiting requests."""
