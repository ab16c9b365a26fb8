"""Tests news for open streams."""
