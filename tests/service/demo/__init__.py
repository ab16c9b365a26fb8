"""Tests the demo from its start to the end of its game."""
