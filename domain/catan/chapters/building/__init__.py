"""Builds roads, settlements and cities (rulebook 003, Construction a to c)."""
