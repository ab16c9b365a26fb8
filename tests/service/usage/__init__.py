"""Tests how usage is counted and kept."""
