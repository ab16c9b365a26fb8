"""Judges the accessibility of the console and of the guide with axe-core."""
