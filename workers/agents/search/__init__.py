"""What any agent may search with: worlds that fit a seat's knowledge, games and playouts in memory, sure rates."""
