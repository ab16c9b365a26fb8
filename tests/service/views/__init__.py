"""Tests what callers are shown, and who sees what."""
