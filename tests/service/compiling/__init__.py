"""Compiling the rules in the background: what is made, what is loaded, and what is not tried again."""
