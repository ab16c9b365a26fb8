"""Runs a store of one's own: a server as a child process, its files, their copies and repairs."""
