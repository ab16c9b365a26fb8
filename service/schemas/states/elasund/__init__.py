"""Describes the states and boards of Elasund."""
