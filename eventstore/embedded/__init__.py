"""Runs an embedded store: a server as a child process, its files, their copies and repairs."""
