"""Tests the API as its clients meet it."""
