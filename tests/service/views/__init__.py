"""Tests what is shown, to whom."""
