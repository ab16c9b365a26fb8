"""Tests what operators copy: the files in docs/deploy."""
