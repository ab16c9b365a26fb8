"""Defines what a seat can do with canal tokens, and what can happen with them."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import COUNT, NODE, RESOURCE, SEAT
from domain.core.kinds import array
from domain.core.messages import Field, Message, name_seats


@dataclass(frozen=True, slots=True)
class UseCanalToken:
    """Use a canal token as a 2:1 harbor for one resource and the rest of the turn."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseCanalTokenForAny:
    """Use a canal token as a 2:1 harbor for every resource and the rest of the turn, where the table plays so."""


COMMANDS: Final = (Message(UseCanalToken, (Field("resource", RESOURCE),)), Message(UseCanalTokenForAny))


@dataclass(slots=True)
class CanalLinked:
    """A seat joined pairs of canal towns for the first time and took so many tokens."""

    seat: int
    pairs: tuple[tuple[int, ...], ...]
    tokens: int


@dataclass(slots=True)
class CanalTokenUsed:
    """A seat uses a token for a resource until its turn ends."""

    seat: int
    resource: int


@dataclass(slots=True)
class CanalTokenUsedForAny:
    """A seat uses a token for every resource until its turn ends."""

    seat: int


@dataclass(slots=True)
class CanalTokenReturned:
    """The token that a seat used went back to the supply."""

    seat: int


@dataclass(slots=True)
class CanalTokensTraded:
    """Tokens went from one seat to another in a trade."""

    giver: int
    taker: int
    count: int


_SEAT: Final = Field("seat", SEAT)
_MOST_PAIRS: Final = 500

EVENTS: Final = (
    Message(CanalLinked, (_SEAT, Field("pairs", array(array(NODE, 2), _MOST_PAIRS)), Field("tokens", COUNT))),
    Message(CanalTokenUsed, (_SEAT, Field("resource", RESOURCE))),
    Message(CanalTokenUsedForAny, (_SEAT,)),
    Message(CanalTokenReturned, (_SEAT,)),
    Message(
        CanalTokensTraded,
        (Field("giver", SEAT), Field("taker", SEAT), Field("count", COUNT)),
        affects=name_seats("giver", "taker"),
    ),
)
