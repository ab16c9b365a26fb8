"""One book that rules are found in."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Book:
    """A book's title, and what its place keys stand for; a ruling has no places."""

    title: str
    places: Mapping[str, str]
