"""Trades among players (rulebook 003, Trade a)."""
