"""Describes the states and boards of the dice game."""
