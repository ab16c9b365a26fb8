"""Tries positions as a client has them: as documents of hosted games, and from games that other programs host."""
