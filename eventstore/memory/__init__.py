"""Keeps the store in memory, for tests and throw-away games."""
