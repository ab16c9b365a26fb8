"""Trades with the bank (rulebook 003, Trade b)."""
