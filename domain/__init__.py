"""Holds the rules: pure functions from state and command to events, with the standard library only."""
