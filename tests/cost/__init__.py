"""Measures what requests of growing size cost at every operation, beside a good request to the same one."""
