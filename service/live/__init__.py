"""News of appended versions for open streams and waits."""
