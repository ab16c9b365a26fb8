"""A game as it is loaded, judged and appended to."""
