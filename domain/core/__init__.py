"""Holds what every game shares: messages, decisions, chance, the agenda, legal actions and secrecy."""
