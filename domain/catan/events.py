"""What happened. Events are past tense and carry outcomes, so that applying them needs no rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.catan.commands import CARD, CARD_COUNTS, EDGE, HAND, NODE, OFFER, RESOURCE, SEAT, SEATS, TILE, Cards
from domain.catan.terms import CARDS, HARBORS, KINDS, MOST_SEATS, TERRAINS
from domain.core.agenda import Frame, frames_kind
from domain.core.kinds import Kind, array, groups, integer, json_value, nullable, word
from domain.core.messages import Field, Message
from domain.core.position import POSITION_SET

COUNT: Final = integer(0, 10_000)
DIE: Final = integer(1, 6)


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The board as it was laid and the configuration it was laid for; `tokens` holds 0 for no token."""

    config: dict[str, Any]
    terrain: tuple[int, ...]
    tokens: tuple[int, ...]
    harbor_edges: tuple[int, ...]
    harbor_kinds: tuple[int, ...]
    robber: int
    first: int


@dataclass(frozen=True, slots=True)
class AgendaSet:
    """Who has to act now, bottom frame first; empty when the game is over."""

    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class SettlementFounded:
    """A free settlement was placed in the founding phase."""

    seat: int
    node: int


@dataclass(frozen=True, slots=True)
class RoadFounded:
    """A free road was placed in the founding phase."""

    seat: int
    edge: int


@dataclass(frozen=True, slots=True)
class StartingCardsPaid:
    """The bank paid a seat's starting cards."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over, and others act before the next one begins: nobody is active."""

    seat: int


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The production roll."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ResourcesProduced:
    """What the bank paid each seat for a roll, flat by seat and kind."""

    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiscardMade:
    """A seat laid cards aside after a seven; which ones shows when all have."""

    seat: int
    count: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class DiscardsRevealed:
    """All discards of a seven, flat by seat and kind, back to the bank."""

    discards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RobberMoved:
    """The robber went to a tile."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class CardStolen:
    """A card went from victim to thief; they alone know its kind."""

    thief: int
    victim: int
    resource: int


@dataclass(frozen=True, slots=True)
class NothingStolen:
    """The chosen victim had no card."""

    thief: int
    victim: int


@dataclass(frozen=True, slots=True)
class StealDeclined:
    """The mover of the robber took nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """An offer stands open to the seats of the mask `to`."""

    offer: int
    seat: int
    give: Cards
    take: Cards
    to: int


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    """A seat agreed to an offer."""

    offer: int
    seat: int


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """A seat turned an offer down or took its agreement back."""

    offer: int
    seat: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """An offer was taken back."""

    offer: int
    seat: int


@dataclass(frozen=True, slots=True)
class OffersLapsed:
    """All open offers ended with the trade phase."""


@dataclass(frozen=True, slots=True)
class TradeMade:
    """Two seats exchanged cards: `seat` gave `give` and took `take`."""

    offer: int
    seat: int
    partner: int
    give: Cards
    take: Cards


@dataclass(frozen=True, slots=True)
class MaritimeTradeMade:
    """A seat traded with the bank."""

    seat: int
    give: Cards
    take: Cards


@dataclass(frozen=True, slots=True)
class RoadBuilt:
    """A road was built for `cost`."""

    seat: int
    edge: int
    cost: Cards


@dataclass(frozen=True, slots=True)
class RoadMoved:
    """A road was lifted from the edge `origin` and lies on `edge` now, where it counts as newly built."""

    seat: int
    origin: int
    edge: int


@dataclass(frozen=True, slots=True)
class SettlementBuilt:
    """A settlement was built for `cost`."""

    seat: int
    node: int
    cost: Cards


@dataclass(frozen=True, slots=True)
class CityBuilt:
    """A settlement became a city for `cost`."""

    seat: int
    node: int
    cost: Cards


@dataclass(frozen=True, slots=True)
class DevelopmentCardBought:
    """A seat bought the top card of the deck; its kind is the buyer's secret."""

    seat: int
    card: int
    cost: Cards


@dataclass(frozen=True, slots=True)
class KnightPlayed:
    """A knight was laid face up."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoadBuildingPlayed:
    """A road building card was played and left the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class YearOfPlentyPlayed:
    """A year of plenty card was played and the bank paid."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class MonopolyPlayed:
    """A monopoly card was played; `taken` counts the cards each seat handed over."""

    seat: int
    resource: int
    taken: tuple[int, ...]


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


HANDS: Final = groups(HAND, KINDS, MOST_SEATS)
OPTIONAL_SEAT: Final = nullable(SEAT)
_SEAT: Final = Field("seat", SEAT)
_CONFIG: Final = json_value({"type": "object"})


def base_events(frames: Mapping[int, str], goods: Kind) -> tuple[Message, ...]:
    """The table of the base game's events; `frames` names all frames that any module opens, `goods` is tradable."""
    give, take = Field("give", goods), Field("take", goods)
    return (
        Message(AgendaSet, (Field("frames", frames_kind(frames, MOST_SEATS)),)),
        Message(TradeOffered, (Field("offer", OFFER), _SEAT, give, take, Field("to", SEATS))),
        Message(TradeMade, (Field("offer", OFFER), _SEAT, Field("partner", SEAT), give, take)),
        *EVENTS,
    )


EVENTS: Final = (
    POSITION_SET,
    Message(
        GameStarted,
        (
            Field("config", _CONFIG),
            Field("terrain", array(word(TERRAINS), 200)),
            Field("tokens", array(integer(0, 12), 200)),
            Field("harbor_edges", array(EDGE, 50)),
            Field("harbor_kinds", array(word(HARBORS), 50)),
            Field("robber", TILE),
            Field("first", SEAT),
        ),
        reveals=True,
    ),
    Message(SettlementFounded, (_SEAT, Field("node", NODE))),
    Message(RoadFounded, (_SEAT, Field("edge", EDGE))),
    Message(StartingCardsPaid, (_SEAT, Field("cards", HAND))),
    Message(TurnStarted, (_SEAT, Field("turn", COUNT))),
    Message(TurnEnded, (_SEAT,)),
    Message(DiceRolled, (_SEAT, Field("dice", array(DIE, 2))), reveals=True),
    Message(ResourcesProduced, (Field("gains", HANDS),)),
    Message(DiscardMade, (_SEAT, Field("count", COUNT), Field("cards", HAND, ("seat",)))),
    Message(DiscardsRevealed, (Field("discards", HANDS),), reveals=True),
    Message(RobberMoved, (_SEAT, Field("tile", TILE))),
    Message(
        CardStolen,
        (Field("thief", SEAT), Field("victim", SEAT), Field("resource", RESOURCE, ("thief", "victim"))),
        reveals=True,
    ),
    Message(NothingStolen, (Field("thief", SEAT), Field("victim", SEAT))),
    Message(StealDeclined, (_SEAT,)),
    Message(OfferAccepted, (Field("offer", OFFER), _SEAT)),
    Message(OfferDeclined, (Field("offer", OFFER), _SEAT)),
    Message(OfferWithdrawn, (Field("offer", OFFER), _SEAT)),
    Message(OffersLapsed),
    Message(MaritimeTradeMade, (_SEAT, Field("give", HAND), Field("take", HAND))),
    Message(RoadBuilt, (_SEAT, Field("edge", EDGE), Field("cost", HAND))),
    Message(RoadMoved, (_SEAT, Field("origin", EDGE), Field("edge", EDGE))),
    Message(SettlementBuilt, (_SEAT, Field("node", NODE), Field("cost", HAND))),
    Message(CityBuilt, (_SEAT, Field("node", NODE), Field("cost", HAND))),
    Message(DevelopmentCardBought, (_SEAT, Field("card", CARD, ("seat",)), Field("cost", HAND)), reveals=True),
    Message(KnightPlayed, (_SEAT,)),
    Message(RoadBuildingPlayed, (_SEAT,)),
    Message(YearOfPlentyPlayed, (_SEAT, Field("cards", HAND))),
    Message(
        MonopolyPlayed, (_SEAT, Field("resource", RESOURCE), Field("taken", array(COUNT, MOST_SEATS))), reveals=True
    ),
    Message(RouteChanged, (_SEAT, Field("length", COUNT))),
    Message(LongestRoadMoved, (Field("seat", OPTIONAL_SEAT),)),
    Message(LargestArmyMoved, (Field("seat", OPTIONAL_SEAT),)),
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
