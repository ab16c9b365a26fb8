"""The rules: pure functions from state and command to events, on the standard library alone."""
