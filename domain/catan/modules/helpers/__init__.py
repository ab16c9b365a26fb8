"""Adds the helper cards (rulebook 003, helpers): ten advantages, one in front of every player."""
