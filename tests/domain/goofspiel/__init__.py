"""Tests the rules of Goofspiel."""
