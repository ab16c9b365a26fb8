"""Forgets people: erases what is kept about them, and keeps copies of the store from bringing it back."""

from typing import Final

FILE: Final = "forgotten"
"""Names the file in the data directory that lists the forgotten, with an entry on each line."""
