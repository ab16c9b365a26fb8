"""Writes the golden records; no test needs it."""
