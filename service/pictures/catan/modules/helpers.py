"""Draws the helper cards, all of which are public."""

from typing import Final

from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import EFFECTS, SIDES
from domain.catan.state import Public
from domain.catan.terms import NOBODY
from service.pictures.catan.module_art import ModuleArt
from service.pictures.shapes import Said, phrase


def seat_notes(state: Public, seat: int) -> list[Said]:
    """Return a seat's helper and its side."""
    cards = helper_cards(state)
    if cards.helpers[seat] == NOBODY:
        return []
    return [phrase("helper", helper=EFFECTS[cards.helpers[seat]], side=SIDES[cards.sides[seat]])]


ART: Final = ModuleArt(seat_notes=seat_notes)
