"""Draws a game of Catan: ground, island, features of scenario maps, pieces, and the table beside the board."""
