"""Counts what each client uses: requests, processor time, agents' decisions and bytes, by day and operation."""
