"""Any agent may search with these: worlds that fit what a seat knows, games and playouts in memory, rates."""
