"""Describes what the dice deck adds to the state of a game of Catan."""

from typing import Final

from domain.catan.chapters.production import ROLLS
from domain.catan.kinds import DIE
from domain.core.kinds import array
from service.schemas.fields import KindField, nested, objects, sometimes, whole
from service.schemas.shapes import Answer

MOST_OF_A_SUM = 6


class DiceDeckSumSchema(Answer):
    """How many cards of the dice deck show a sum."""

    sum = whole(2, 12, "The sum of the two dice on the card.")
    cards = whole(0, MOST_OF_A_SUM, "How many cards with this sum are left in the deck.")


class DiceDeckStateSchema(Answer):
    """What is left in the dice deck; present with the module `dice-deck`."""

    cards = whole(0, len(ROLLS), "How many cards are left in the deck.")
    left = KindField(array(array(DIE, 2), len(ROLLS)), "The two dice on each card that is left.")
    sums = objects(DiceDeckSumSchema, "The cards that are left, by their sum, from 2 to 12.")


STATE: Final = nested(
    DiceDeckStateSchema, sometimes("What is left in the dice deck. Present with the module `dice-deck`.")
)
