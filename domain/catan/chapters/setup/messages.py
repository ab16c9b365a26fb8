"""Defines the messages of set-up and founding."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import EDGE, HAND, NODE, OF_SEAT, SEAT, TILE, Cards
from domain.catan.terms import HARBORS, TERRAINS
from domain.core.documents import JsonObject
from domain.core.kinds import CONFIG, array, integer, word
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class FoundSettlement:
    """Place a free settlement in the founding phase."""

    node: int


@dataclass(frozen=True, slots=True)
class FoundRoad:
    """Place a free road at the settlement just founded."""

    edge: int


@dataclass(slots=True)
class GameStarted:
    """The board was laid for a configuration; `tokens` holds 0 for no token."""

    config: JsonObject
    terrain: tuple[int, ...]
    tokens: tuple[int, ...]
    harbor_edges: tuple[int, ...]
    harbor_kinds: tuple[int, ...]
    robber: int
    first: int


@dataclass(slots=True)
class SettlementFounded:
    """A free settlement was placed in the founding phase."""

    seat: int
    node: int


@dataclass(slots=True)
class RoadFounded:
    """A free road was placed in the founding phase."""

    seat: int
    edge: int


@dataclass(slots=True)
class StartingCardsPaid:
    """The bank paid a seat's starting cards."""

    seat: int
    cards: Cards


COMMANDS: Final = (
    Message(FoundSettlement, (Field("node", NODE),)),
    Message(FoundRoad, (Field("edge", EDGE),)),
)
EVENTS: Final = (
    Message(
        GameStarted,
        (
            Field("config", CONFIG),
            Field("terrain", array(word(TERRAINS), 200)),
            Field("tokens", array(integer(0, 12), 200)),
            Field("harbor_edges", array(EDGE, 50)),
            Field("harbor_kinds", array(word(HARBORS), 50)),
            Field("robber", TILE),
            Field("first", SEAT),
        ),
        reveals=True,
    ),
    Message(SettlementFounded, (OF_SEAT, Field("node", NODE))),
    Message(RoadFounded, (OF_SEAT, Field("edge", EDGE))),
    Message(StartingCardsPaid, (OF_SEAT, Field("cards", HAND))),
)
