"""Tests Longroad with real stores and real processes."""
