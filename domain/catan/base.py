"""Finds the chapters of the base game, in the order of the rulebook that each of them states."""

from operator import attrgetter
from typing import Final

from domain.catan.module import Module
from domain.core.parts import find_chapters

BASE: Final[tuple[Module, ...]] = tuple(
    sorted(find_chapters("domain.catan.chapters", "MODULE"), key=attrgetter("order"))
)


def _listing(chapter: Module) -> int:
    return chapter.order if chapter.listing is None else chapter.listing


LISTED: Final = tuple(sorted(BASE, key=_listing))
"""The order in which they list commands: trades with the bank stand before answers to offers."""
