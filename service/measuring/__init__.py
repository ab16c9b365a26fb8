"""Measures all processes and both stores, for `/metrics`."""
