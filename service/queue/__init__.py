"""Queues jobs on RQ and names the keys of its store."""
