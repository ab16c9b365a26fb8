"""Handles requests to change a game, with one file per capability."""
