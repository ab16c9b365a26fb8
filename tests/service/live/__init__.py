"""News for open streams."""
