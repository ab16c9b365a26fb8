"""Finds every turn of Catan that is surely won: a bound of what a turn can bring, and a search over the rules."""
