"""Tests how open streams hear of new versions."""
