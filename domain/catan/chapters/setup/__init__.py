"""Lays the board and founds settlements and roads on it (rulebook 003, Preparations)."""
