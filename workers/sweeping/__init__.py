"""Holds the work of the leading sweep: everything due each second, and long walks through the store in small steps."""
