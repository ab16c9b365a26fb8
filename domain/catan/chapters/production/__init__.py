"""Rolls the dice and pays what the land yields (rulebook 003, Production)."""
