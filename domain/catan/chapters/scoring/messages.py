"""Awards and the end of the game."""

from dataclasses import dataclass
from typing import Final

from domain.catan.commands import CARD_COUNTS, SEAT
from domain.catan.kinds import COUNT, HANDS, OPTIONAL_SEAT
from domain.catan.terms import CARDS, MOST_SEATS
from domain.core.affected import everybody, nobody
from domain.core.kinds import array, groups
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class RouteChanged:
    """The length of a seat's longest route changed."""

    seat: int
    length: int


@dataclass(frozen=True, slots=True)
class LongestRoadMoved:
    """The Longest Road card went to a seat, or aside (-1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class LargestArmyMoved:
    """The Largest Army card went to a seat, or aside (-1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """A seat won in its own turn; its victory point cards are shown."""

    seat: int
    points: int
    victory_point_cards: int


@dataclass(frozen=True, slots=True)
class HandsRevealed:
    """After the end: every hand, flat by seat and kind, every unplayed development card, and all totals with them."""

    hands: tuple[int, ...]
    cards: tuple[int, ...]
    points: tuple[int, ...]


_SEAT: Final = Field("seat", SEAT)

ROWS: Final = (
    Message(RouteChanged, (_SEAT, Field("length", COUNT)), affects=nobody),
    Message(LongestRoadMoved, (Field("seat", OPTIONAL_SEAT),), affects=everybody),
    Message(LargestArmyMoved, (Field("seat", OPTIONAL_SEAT),), affects=everybody),
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
