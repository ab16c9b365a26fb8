"""Defines the commands of a seat with a helper: one per effect, and the answers that effects require."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import CARD, EDGE, HAND, NODE, RESOURCE, SEAT, SEATS, TILE, Cards
from domain.catan.modules.helpers.terms import EFFECTS
from domain.core.kinds import word
from domain.core.messages import Field, Message

HELPER: Final = word(EFFECTS)


@dataclass(frozen=True, slots=True)
class FlipHelper:
    """Turn the helper just used to side B."""


@dataclass(frozen=True, slots=True)
class ExchangeHelper:
    """Put the helper just used into the display and take another one."""

    helper: int


@dataclass(frozen=True, slots=True)
class DeclineHelper:
    """Do without the resource balance this time."""


@dataclass(frozen=True, slots=True)
class UseForcedTrade:
    """Demand one resource from one or two opponents; `seats` is their mask."""

    resource: int
    seats: int


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """Give a card back for one that the forced trade brought."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseRoadHelp:
    """Build a road and pay `cards`: lumber or brick replaced by another resource."""

    edge: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class UseResourceBalance:
    """Take a card from the supply after a roll that brought nothing."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseMoveRoad:
    """Move an own road with an open end from the edge `origin`."""

    origin: int
    edge: int


@dataclass(frozen=True, slots=True)
class UseProtectSeven:
    """Take a card from the supply for a seven that costs nothing."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseCardChoice:
    """Buy a development card for `cards`, one of them perhaps a replacement, and look at the top three."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Keep one of the development cards looked at."""

    card: int


@dataclass(frozen=True, slots=True)
class UseTakeFromLeader:
    """Look at the hand of an opponent with more points."""

    victim: int


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a card from the hand looked at."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseKnightToBuilding:
    """Discard a played knight and build cheaply: a city on an own settlement, else a settlement."""

    node: int


@dataclass(frozen=True, slots=True)
class UseTwoToOne:
    """Name the resource that the bank takes two for one, this turn."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseRobberToDesert:
    """Send the robber to the desert and take a resource of the hex it leaves."""

    tile: int


COMMANDS: Final = (
    Message(FlipHelper),
    Message(ExchangeHelper, (Field("helper", HELPER),)),
    Message(DeclineHelper),
    Message(UseForcedTrade, (Field("resource", RESOURCE), Field("seats", SEATS))),
    Message(ReturnCard, (Field("resource", RESOURCE),)),
    Message(UseRoadHelp, (Field("edge", EDGE), Field("cards", HAND))),
    Message(UseResourceBalance, (Field("resource", RESOURCE),)),
    Message(UseMoveRoad, (Field("origin", EDGE), Field("edge", EDGE))),
    Message(UseProtectSeven, (Field("resource", RESOURCE),)),
    Message(UseCardChoice, (Field("cards", HAND),)),
    Message(KeepCard, (Field("card", CARD),)),
    Message(UseTakeFromLeader, (Field("victim", SEAT),)),
    Message(TakeCard, (Field("resource", RESOURCE),)),
    Message(UseKnightToBuilding, (Field("node", NODE),)),
    Message(UseTwoToOne, (Field("resource", RESOURCE),)),
    Message(UseRobberToDesert, (Field("tile", TILE),)),
)
