"""The store of RQ."""
