"""Finds out which weights of an agent help, by games with opposite changes of all of them."""
