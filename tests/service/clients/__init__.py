"""Tests who sends a request, and what belongs to that client."""
