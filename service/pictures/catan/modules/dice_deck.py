"""What drawings say of the dice deck."""

from typing import Final

from domain.catan.modules.dice_deck import deck_of
from domain.catan.state import Public
from service.pictures.catan.module_art import ModuleArt
from service.pictures.shapes import Said, phrase


def legend(state: Public) -> list[str]:
    """How many cards are left."""
    return [f"dice deck: {sum(deck_of(state).left)} cards"]


def table_notes(state: Public) -> list[Said]:
    """The same beside the bank."""
    return [phrase("dice_deck", count=sum(deck_of(state).left))]


ART: Final = ModuleArt(legend=legend, table_notes=table_notes)
