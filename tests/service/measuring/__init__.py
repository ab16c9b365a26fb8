"""Tests what a server tells of itself."""
