"""How a game of Catan looks: ground, island, features of scenario maps, pieces, and the table beside the board."""
