"""How a game of Elasund looks: the city with its walls and the ship, what stands in it, and the table beside it."""
