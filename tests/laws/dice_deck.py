"""Checks what the dice deck conserves: each card is in the deck once or drawn, and the deck never runs low."""

from domain.catan.chapters.production.rules import ROLLS
from domain.catan.modules.dice_deck import RESHUFFLED, deck_of
from domain.catan.state import State
from tests.laws.part import Part


def conserve(state: State) -> None:
    """Every card is in the deck at most once, and more are left than bring the next shuffle."""
    left = deck_of(state).left
    assert len(left) == len(ROLLS)
    assert set(left) <= {0, 1}
    assert RESHUFFLED < sum(left) <= len(ROLLS)


PART = Part(conserve=conserve)
