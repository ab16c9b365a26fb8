"""Defines the commands of a seat. Commands are imperative and carry no seat: the caller's token says which it is."""

from dataclasses import dataclass
from typing import Final

from domain.catan.terms import CARDS, MOST_SEATS, RESOURCES
from domain.core.kinds import Kind, counts, integer, seat_mask, word
from domain.core.messages import Field, Message

Cards = tuple[int, ...]

RESOURCE: Final = word(RESOURCES)
CARD: Final = word(CARDS)
MOST_CARDS: Final = 200
HAND: Final = counts(RESOURCES, MOST_CARDS)
CARD_COUNTS: Final = counts(CARDS, MOST_CARDS)
SEAT: Final = integer(0, MOST_SEATS - 1)
SEATS: Final = seat_mask(MOST_SEATS)
NODE: Final = integer(0, 499)
EDGE: Final = integer(0, 499)
TILE: Final = integer(0, 199)
OFFER: Final = integer(1, 2**31)


@dataclass(frozen=True, slots=True)
class FoundSettlement:
    """Place a free settlement in the founding phase."""

    node: int


@dataclass(frozen=True, slots=True)
class FoundRoad:
    """Place a free road at the settlement just founded."""

    edge: int


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll for production."""


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


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer a domestic trade; `to` is a mask of seats, 0 for all who may trade."""

    give: Cards
    take: Cards
    to: int = 0


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """Agree to an offer; the active player's agreement to another's offer executes it."""

    offer: int


@dataclass(frozen=True, slots=True)
class DeclineOffer:
    """Turn an offer down, or take an agreement back."""

    offer: int


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Take back an own offer."""

    offer: int


@dataclass(frozen=True, slots=True)
class ConfirmTrade:
    """Execute an own offer with one of those who accepted it."""

    offer: int
    partner: int


@dataclass(frozen=True, slots=True)
class MaritimeTrade:
    """Trade with the bank: equal cards for one of choice."""

    give: Cards
    take: int


@dataclass(frozen=True, slots=True)
class BuildRoad:
    """Build a road; free while road building lasts."""

    edge: int


@dataclass(frozen=True, slots=True)
class BuildSettlement:
    """Build a settlement."""

    node: int


@dataclass(frozen=True, slots=True)
class BuildCity:
    """Upgrade an own settlement."""

    node: int


@dataclass(frozen=True, slots=True)
class BuyDevelopmentCard:
    """Buy the top card of the deck."""


@dataclass(frozen=True, slots=True)
class PlayKnight:
    """Play a knight."""


@dataclass(frozen=True, slots=True)
class PlayRoadBuilding:
    """Play road building."""


@dataclass(frozen=True, slots=True)
class PlayYearOfPlenty:
    """Play year of plenty for the cards named."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayMonopoly:
    """Play monopoly on one resource."""

    resource: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Hand the dice on."""


def base_commands(goods: Kind) -> tuple[Message, ...]:
    """Return the table of the base game's commands; `goods` is everything tradable, including all modules' wares."""
    return (
        Message(FoundSettlement, (Field("node", NODE),)),
        Message(FoundRoad, (Field("edge", EDGE),)),
        Message(RollDice),
        Message(Discard, (Field("cards", HAND),)),
        Message(MoveRobber, (Field("tile", TILE),)),
        Message(Steal, (Field("victim", SEAT),)),
        Message(DeclineSteal),
        Message(OfferTrade, (Field("give", goods), Field("take", goods), Field("to", SEATS, required=False))),
        Message(AcceptOffer, (Field("offer", OFFER),)),
        Message(DeclineOffer, (Field("offer", OFFER),)),
        Message(WithdrawOffer, (Field("offer", OFFER),)),
        Message(ConfirmTrade, (Field("offer", OFFER), Field("partner", SEAT))),
        Message(MaritimeTrade, (Field("give", HAND), Field("take", RESOURCE))),
        Message(BuildRoad, (Field("edge", EDGE),)),
        Message(BuildSettlement, (Field("node", NODE),)),
        Message(BuildCity, (Field("node", NODE),)),
        Message(BuyDevelopmentCard),
        Message(PlayKnight),
        Message(PlayRoadBuilding),
        Message(PlayYearOfPlenty, (Field("cards", HAND),)),
        Message(PlayMonopoly, (Field("resource", RESOURCE),)),
        Message(EndTurn),
    )
