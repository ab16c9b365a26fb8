"""Measures the rules, the API and its processes; `make bench` prints one JSON object a line, and a table."""
