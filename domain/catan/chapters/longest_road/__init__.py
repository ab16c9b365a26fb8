"""Measures routes and awards Longest Road (rulebook 003, Construction a)."""
