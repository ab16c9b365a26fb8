"""Holds tools of search for any agent: worlds that fit a seat's knowledge, games and playouts in memory, rates."""
