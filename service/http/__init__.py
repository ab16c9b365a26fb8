"""Handles what every answer shares: bodies, headers, languages, conditions, problems and metrics."""
