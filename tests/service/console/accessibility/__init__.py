"""Judges the accessibility of the console with axe-core."""
