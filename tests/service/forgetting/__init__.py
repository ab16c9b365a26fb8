"""Tests that a person can be forgotten, and that no one else is."""
