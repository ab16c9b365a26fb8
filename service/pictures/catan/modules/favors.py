"""Draws favors: counts for all, and the kinds of a seat's own tokens for itself."""

from typing import Final

from domain.catan.knowledge import Knowledge
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import TOKENS
from service.pictures.catan.module_art import ModuleArt
from service.pictures.shapes import Said, phrase


def seat_notes(k: Knowledge, seat: int) -> list[Said]:
    """Return a seat's favor and Catan tokens."""
    part = favors_of(k)
    notes: list[Said] = []
    if part.counts[seat] or part.catan_tokens[seat]:
        notes.append(phrase("favors", tokens=part.counts[seat], catan_tokens=part.catan_tokens[seat]))
    held = {TOKENS[kind]: count for kind, count in enumerate(part.tokens(seat)) if count} if seat == k.seat else {}
    return [*notes, phrase("own_favors", cards=held)] if held else notes


def table_notes(k: Knowledge) -> list[Said]:
    """Return what is left at the guilds."""
    part = favors_of(k)
    return [phrase("favor_supply", tokens=part.size, catan_tokens=part.catan_tokens_left())]


ART: Final = ModuleArt(seat_notes=seat_notes, table_notes=table_notes)
