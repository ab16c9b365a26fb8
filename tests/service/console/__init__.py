"""Tests the console."""
