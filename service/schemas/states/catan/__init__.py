"""Describes the states and boards of Catan."""
