"""Keeps finished games outside of the log's store: many games in a segment, in a directory or in an object store."""
