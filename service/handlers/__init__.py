"""Handles requests to change a game, and deadlines that have passed, with one file for each subject."""
