"""Builds roads, settlements, cities and knights (rulebook 004, Building rules)."""
