"""Who asks, and what belongs to them."""
