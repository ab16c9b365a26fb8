"""The events of a seat and of who holds it: tokens renewed, names, seats lent and left before the start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import Kind, boolean, text
from domain.core.messages import NOBODY, Field, Message


@dataclass(frozen=True, slots=True)
class TokenRenewed:
    """A seat has a new token, and the old one is dead; `holder` names who has the new one.

    Whoever presented the old one holds the seat from here on; `held` is false where the owner had it made for a seat
    that nobody holds.
    """

    seat: int
    holder: str
    held: bool = True


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    """Whoever holds a seat has another name, which stands beside the log."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLent:
    """Whoever holds a seat lets an agent play there, and may take it back."""

    seat: int
    agent: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Somebody left before the game began; the seat is open again."""

    seat: int


ENDING: Final = frozenset({"TokenRenewed", "SeatHandedOver", "SeatLeft", "SeatResigned"})
"""The types of events after which a token that was good for their seat shows it no more."""


def ends_sight(event: Mapping[str, Any], seat: int | None) -> bool:
    """Whether an event, as the API shows it, takes the sight of a seat from the token that had it."""
    return seat is not None and event["type"] in ENDING and event["seat"] == seat


def seat_messages(seat: Kind) -> tuple[Message, ...]:
    """The rows of these events; `seat` is how the number of one is written."""
    return (
        Message(
            TokenRenewed,
            (Field("seat", seat), Field("holder", text(32), NOBODY), Field("held", boolean(), required=False)),
        ),
        Message(SeatRenamed, (Field("seat", seat),)),
        Message(SeatLent, (Field("seat", seat), Field("agent", text(64)))),
        Message(SeatLeft, (Field("seat", seat),)),
    )
