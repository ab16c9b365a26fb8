"""Tests bots in several languages that play through a network that loses, repeats and delays."""
