"""Draws a game of Elasund: the city with its walls and the ship, the pieces in it, and the table beside it."""
