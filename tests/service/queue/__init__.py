"""Tests the store that RQ keeps its queues in."""
