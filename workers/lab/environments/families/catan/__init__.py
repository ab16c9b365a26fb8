"""What environments know of Catan: what a seat sees, what members of commands may be, and what modules add."""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan import CATAN
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.trading.messages import MOST_OTHERS, OfferTrade
from domain.catan.chapters.trading.rules import MOST_OFFERS
from domain.catan.combinations import compose
from domain.catan.terms import CARDS, HARBORS, KINDS, RESOURCES, TERRAINS
from workers.lab.environments.families.catan.added import list_added
from workers.lab.environments.family import (
    ByMember,
    Counts,
    Family,
    Number,
    OneOf,
    Part,
    Record,
    Sizes,
    Slots,
    SomeOf,
    agenda,
    turn_head,
)
from workers.lab.environments.open_lists import CardChoices, Swaps, choices

RATES: Final = (2, 3, 4)
SLOTS: Final = {"offer": ("offers", MOST_OFFERS)}
"""The offers of a view are named by their place in it; those after the eighth have no action."""


def family(sizes: Sizes) -> Family:
    """Return the description of Catan for so many seats, on a map with some modules."""
    rules = compose(sizes.config.modules)
    wares = rules.wares
    goods = [*RESOURCES, *(wares[number].name for number in sorted(wares))]
    return Family(
        Record(_state(sizes, goods)),
        _board(sizes),
        _values(sizes),
        {MaritimeTrade: _maritime_trades()},
        SLOTS,
        [CardChoices(Discard, RESOURCES), Swaps(OfferTrade, goods)],
        [row.cls for row in CATAN.commands.rows if row.cls not in rules.rules],
        [
            *(f"seats.*.{name}" for name in OWN),
            *(f"{name}.{member}" for name, one in list_added(sizes).items() for member in one.own),
        ],
    )


def _values(sizes: Sizes) -> dict[str, Sequence[Any]]:
    values: dict[str, Sequence[Any]] = dict.fromkeys(("victim", "partner", "owner", "to"), sizes.seats)
    values["PlayYearOfPlenty.cards"] = [*choices(KINDS, 1, 2)]
    values |= {"AcceptOffer.give": [()], "ConfirmTrade.take": [()]}  # one of several things: the first that is legal
    for one in list_added(sizes).values():
        values |= one.values(sizes)
    return values


def _maritime_trades() -> list[MaritimeTrade]:
    """Return every trade with the bank: so many of one kind for one of another."""
    return [
        MaritimeTrade(tuple(rate if kind == give else 0 for kind in range(KINDS)), take)
        for give in range(KINDS)
        for rate in RATES
        for take in range(KINDS)
        if take != give
    ]


NUMBERS: Final = (
    "points",
    "resource_count",
    "development_card_count",
    "knights",
    "route_length",
    "discarded",
    "bought_count",
)
BOUNDS: Final = ("at_least", "at_most", "lasting_at_least", "public_at_least")
HANDS: Final = (*BOUNDS, "resources", "discarding")
OWN: Final = (*HANDS, "bought_count", "development_cards", "bought_this_turn", "own_points")
"""Tells each seat something else: its own cards, and what it can conclude about the cards of others."""


def _state(sizes: Sizes, goods: Sequence[str]) -> dict[str, Part]:
    """Return the columns of a view's state; `goods` are what may be traded."""
    seats = sizes.seats
    return {
        **turn_head(seats),
        "dice": Slots(2, Number()),
        "card_played": Number(),
        "robber": OneOf(range(sizes.places["tile"])),
        "longest_road": OneOf(seats),
        "largest_army": OneOf(seats),
        "bank": Counts(RESOURCES),
        "deck": Number(),
        "played_cards": Counts(CARDS),
        "agenda": agenda(compose(sizes.config.modules).frames.values(), seats, _frame_members(sizes)),
        "offers": Slots(MOST_OFFERS, _offer(seats, goods)),
        "seats": ByMember("seat", seats, _seat(sizes)),
        **{name: one.state(sizes) for name, one in list_added(sizes).items()},
    }


def _frame_members(sizes: Sizes) -> dict[str, Part]:
    seats = OneOf(sizes.seats)
    return {
        "step": Number(),
        "node": OneOf(range(sizes.places["node"])),
        "roads": Number(),
        "resource": OneOf(RESOURCES),
        "owners": SomeOf(sizes.seats),
        **dict.fromkeys(("next", "after", "victim", "to"), seats),
    }


def _offer(seats: range, goods: Sequence[str]) -> Part:
    some = {name: SomeOf(seats) for name in ("to", "accepted", "declined")}
    more = {
        "or_take": Slots(MOST_OTHERS, Counts(goods)),
        "chosen": ByMember("seat", seats, Record({"give": Counts(goods)})),
    }
    return Record({"seat": OneOf(seats), "give": Counts(goods), "take": Counts(goods), **some, **more})


def _seat(sizes: Sizes) -> Part:
    nodes = SomeOf(range(sizes.places["node"]))
    return Record(
        {
            **{name: Number() for name in NUMBERS},
            "roads": SomeOf(range(sizes.places["edge"])),
            "settlements": nodes,
            "cities": nodes,
            "supply": Counts(("roads", "settlements", "cities")),
            **{name: Counts(RESOURCES) for name in HANDS},
            "development_cards": Counts(CARDS),
            "bought_this_turn": Counts(CARDS),
            "own_points": Number(),
        }
    )


def _board(sizes: Sizes) -> Part:
    """Return the columns of the board: what lies where at the beginning."""
    tile = Record({"terrain": OneOf(TERRAINS), "token": Number()})
    harbor = Record({"nodes": SomeOf(range(sizes.places["node"]))})
    edge = Record({"edge": OneOf(range(sizes.places["edge"]))})
    parts: dict[str, Part] = {
        "tiles": ByMember("id", range(sizes.places["tile"]), tile),
        "harbors": ByMember("kind", HARBORS, harbor),
        "documents": ByMember("kind", HARBORS, edge),
    }
    return Record({name: part for name, part in parts.items() if name in sizes.board})
