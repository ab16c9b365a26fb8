"""Tests what every process needs of itself and its machine."""
