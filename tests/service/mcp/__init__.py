"""Tests the seat for language models."""
