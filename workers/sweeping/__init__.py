"""Holds the work of a sweep in the shards that it serves: what is due each second, and long walks in small steps."""
