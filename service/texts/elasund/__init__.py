"""Holds the texts of Elasund, one file per chapter."""
