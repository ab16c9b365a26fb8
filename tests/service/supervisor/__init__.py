"""Tests everything that `longroad run` starts."""
