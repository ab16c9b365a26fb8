"""Tests the demo."""
