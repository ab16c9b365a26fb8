"""Tests how the service finds out who sends a request, and what belongs to that client."""
