"""Measurements: `make bench` prints one JSON object a line."""
