"""Describes one book of rules."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Book:
    """Holds a book's title, and the headings of its place keys; a ruling has no places."""

    title: str
    places: Mapping[str, str]
