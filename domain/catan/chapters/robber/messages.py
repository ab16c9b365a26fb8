"""Defines the messages of the seven, the robber and the theft."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import COUNT, HAND, HANDS, OF_SEAT, RESOURCE, SEAT, TILE, Cards
from domain.catan.terms import KINDS
from domain.core.messages import Field, Message, name_rows, name_seats


@dataclass(frozen=True, slots=True)
class Discard:
    """Give back half of a hand after a seven."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class MoveRobber:
    """Put the robber on another tile."""

    tile: int


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a card blind from a seat at the robber's tile."""

    victim: int


@dataclass(frozen=True, slots=True)
class DeclineSteal:
    """Take nothing after moving the robber."""


@dataclass(slots=True)
class DiscardMade:
    """A seat laid cards aside after a seven; which ones shows when all have."""

    seat: int
    count: int
    cards: Cards


@dataclass(slots=True)
class DiscardsRevealed:
    """All discards of a seven go to the bank; they are flat by seat and kind."""

    discards: tuple[int, ...]


@dataclass(slots=True)
class RobberMoved:
    """The robber went to a tile."""

    seat: int
    tile: int


@dataclass(slots=True)
class CardStolen:
    """A card went from victim to thief; they alone know its kind."""

    thief: int
    victim: int
    resource: int


@dataclass(slots=True)
class NothingStolen:
    """The chosen victim had no card."""

    thief: int
    victim: int


@dataclass(slots=True)
class StealDeclined:
    """The mover of the robber took nothing."""

    seat: int


COMMANDS: Final = (
    Message(Discard, (Field("cards", HAND),)),
    Message(MoveRobber, (Field("tile", TILE),)),
    Message(Steal, (Field("victim", SEAT),)),
    Message(DeclineSteal),
)
EVENTS: Final = (
    Message(DiscardMade, (OF_SEAT, Field("count", COUNT), Field("cards", HAND, ("seat",)))),
    Message(DiscardsRevealed, (Field("discards", HANDS),), reveals=True, affects=name_rows("discards", KINDS)),
    Message(RobberMoved, (OF_SEAT, Field("tile", TILE))),
    Message(
        CardStolen,
        (Field("thief", SEAT), Field("victim", SEAT), Field("resource", RESOURCE, ("thief", "victim"))),
        reveals=True,
        affects=name_seats("thief", "victim"),
    ),
    Message(NothingStolen, (Field("thief", SEAT), Field("victim", SEAT))),
    Message(StealDeclined, (OF_SEAT,)),
)
