"""Defines the events of the end of the game."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import CARD_COUNTS, COUNT, HANDS, SEAT
from domain.catan.terms import CARDS, MOST_SEATS
from domain.core.kinds import array, groups
from domain.core.messages import Field, Message


@dataclass(slots=True)
class GameWon:
    """A seat won in its own turn; its victory point cards are shown."""

    seat: int
    points: int
    victory_point_cards: int


@dataclass(slots=True)
class HandsRevealed:
    """All is open after the end: every hand, flat by seat and kind, every unplayed development card, all totals."""

    hands: tuple[int, ...]
    cards: tuple[int, ...]
    points: tuple[int, ...]


_SEAT: Final = Field("seat", SEAT)

EVENTS: Final = (
    Message(GameWon, (_SEAT, Field("points", COUNT), Field("victory_point_cards", COUNT)), reveals=True),
    Message(
        HandsRevealed,
        (
            Field("hands", HANDS),
            Field("cards", groups(CARD_COUNTS, len(CARDS), MOST_SEATS)),
            Field("points", array(COUNT, MOST_SEATS)),
        ),
        reveals=True,
    ),
)
