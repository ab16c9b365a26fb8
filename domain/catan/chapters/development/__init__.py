"""Buys and plays development cards, and awards Largest Army (rulebook 003, Construction d and Special cases b)."""
