"""Tests how the settings of a process are read."""
