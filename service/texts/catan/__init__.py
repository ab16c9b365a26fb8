"""Holds the texts of Catan: one file per chapter of the base game, one per module."""
