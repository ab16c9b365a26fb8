"""Tests the metrics, logs and alerts of a server."""
