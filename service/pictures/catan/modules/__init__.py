"""Draws the modules of Catan, one file each."""
