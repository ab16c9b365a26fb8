"""Whole games as documents: replayed, imported, proven."""
