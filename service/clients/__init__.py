"""Identifies callers and what is theirs: tokens, API keys, seats, and what those seats must do."""
