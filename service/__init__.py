"""Serves the rules and the log as an HTTP API, and runs the processes that carry it."""
