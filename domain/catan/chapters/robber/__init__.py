"""Plays the seven: discards, the robber and its theft (rulebook 003, Special cases a)."""
