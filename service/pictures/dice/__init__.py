"""Draws the Catan dice game: the sheets, the dice, and the table beside them."""
