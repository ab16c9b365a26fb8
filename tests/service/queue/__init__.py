"""Tests the store of RQ."""
