"""Tests the developer's bench of the console."""
