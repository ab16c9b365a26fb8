"""Generates the machine-readable contract of the API from the schemas of the service."""
