"""Tests the console in a browser."""
