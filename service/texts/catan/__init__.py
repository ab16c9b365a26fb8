"""The words of Catan: one file a chapter of the base game, one a module."""
