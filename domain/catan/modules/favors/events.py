"""Defines what can happen with gifts, favor tokens and guilds."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import RESOURCE, SEAT
from domain.catan.modules.favors.commands import TOKEN
from domain.catan.modules.favors.terms import DEEDS, GUILDS
from domain.core.kinds import integer, seat_mask, word
from domain.core.messages import Field, Message, name_seats, nobody


@dataclass(slots=True)
class GiftOffered:
    """A seat offered a card to another."""

    seat: int
    to: int
    resource: int


@dataclass(slots=True)
class GiftAccepted:
    """The card changed hands."""

    seat: int
    giver: int
    resource: int


@dataclass(slots=True)
class GiftDeclined:
    """The card stays with the giver."""

    seat: int
    giver: int


@dataclass(slots=True)
class FavorDrawn:
    """A seat earned a token and drew it face down; its kind is the drawer's secret."""

    seat: int
    deed: int
    token: int


@dataclass(slots=True)
class ContactKept:
    """Two cores that met keep their contact, though a building or a lifted road parts some of their pieces.

    The pieces are masks over edges and nodes: those of `seat` have met those of `other`.
    """

    seat: int
    roads: int
    buildings: int
    other: int
    other_roads: int
    other_buildings: int


@dataclass(slots=True)
class FavorUsed:
    """A seat laid tokens face up at a guild."""

    seat: int
    guild: int
    tokens: int


@dataclass(slots=True)
class CardsSwapped:
    """The traders swapped a card with the bank."""

    seat: int
    give: int
    take: int


@dataclass(slots=True)
class CardTaken:
    """The merchants gave a card from the bank."""

    seat: int
    resource: int


@dataclass(slots=True)
class CatanTokenTaken:
    """The master builders gave a Catan token, worth a point."""

    seat: int


@dataclass(slots=True)
class ExchangeBegun:
    """A seat drew a token in order to return one; its kind is the drawer's secret."""

    seat: int
    token: int


@dataclass(slots=True)
class FavorReturned:
    """A seat returned a token face down."""

    seat: int
    token: int


_SEAT: Final = Field("seat", SEAT)
_GIVER: Final = Field("giver", SEAT)
_SECRET: Final = Field("token", TOKEN, ("seat",))
_PLACES: Final = seat_mask(500)

EVENTS: Final = (
    Message(GiftOffered, (_SEAT, Field("to", SEAT), Field("resource", RESOURCE))),
    Message(
        GiftAccepted, (_SEAT, _GIVER, Field("resource", RESOURCE)), reveals=True, affects=name_seats("seat", "giver")
    ),
    Message(GiftDeclined, (_SEAT, _GIVER), reveals=True),
    Message(FavorDrawn, (_SEAT, Field("deed", word(DEEDS)), _SECRET), reveals=True),
    Message(
        ContactKept,
        (
            _SEAT,
            Field("roads", _PLACES),
            Field("buildings", _PLACES),
            Field("other", SEAT),
            Field("other_roads", _PLACES),
            Field("other_buildings", _PLACES),
        ),
        affects=nobody,
    ),
    Message(FavorUsed, (_SEAT, Field("guild", word(GUILDS)), Field("tokens", integer(1, 2)))),
    Message(CardsSwapped, (_SEAT, Field("give", RESOURCE), Field("take", RESOURCE))),
    Message(CardTaken, (_SEAT, Field("resource", RESOURCE))),
    Message(CatanTokenTaken, (_SEAT,)),
    Message(ExchangeBegun, (_SEAT, _SECRET), reveals=True),
    Message(FavorReturned, (_SEAT, _SECRET)),
)
