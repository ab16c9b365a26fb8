"""Tests the command `longroad`."""
