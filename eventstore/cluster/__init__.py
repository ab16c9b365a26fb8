"""Joins several primaries to one store, finds them after a failover, and waits for their replicas."""
