"""Tests that rules are compiled in the background: what is made, what is loaded, and what is not tried again."""
