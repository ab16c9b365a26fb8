"""Builds own and neutral buildings, in phase 2 (rulebook, Build, a to e)."""
