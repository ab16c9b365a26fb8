"""What environments know of the dice game."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from domain.dice.chapters.converting import UseJoker
from domain.dice.sheet import ANY, JOKERS, KNIGHTS, ROADS
from domain.dice.terms import BOXES, DICE, FACES, FRAMES, RESOURCES, SYMBOLS
from workers.lab.environments.family import (
    ByMember,
    Counts,
    Family,
    Number,
    Record,
    Sizes,
    Slots,
    SomeOf,
    agenda,
    turn_head,
)

PLACES = "settlements", "cities"


def family(sizes: Sizes) -> Family:
    """Return the description of the dice game for so many seats."""
    knights = range(1, KNIGHTS + 1)
    places = {name: SomeOf(_points(sizes, name)) for name in PLACES}
    seat = {
        "points": Number(),
        "boxes": Slots(BOXES, Number()),
        "roads": SomeOf(range(len(ROADS))),
        **places,
        **{name: SomeOf(knights) for name in ("knights", "jokers", "jokers_used")},
    }
    state = {
        **turn_head(sizes.seats),
        "rolls": Number(),
        "dice": Counts(SYMBOLS),
        **{name: Number() for name in ("converted", "turn_points", "turn_pieces", "turn_knights")},
        "agenda": agenda(FRAMES.values(), sizes.seats),
        "seats": ByMember("seat", sizes.seats, Record(seat)),
    }
    rows = [row for row in product(range(DICE + 1), repeat=FACES) if sum(row) <= DICE]
    jokers = [
        UseJoker(knight, target, row)
        for knight, joker in enumerate(JOKERS, 1)
        for target in (range(RESOURCES) if joker == ANY else (joker,))
        for row in rows
        if any(row) and not row[target]
    ]
    values: dict[str, Sequence[Any]] = {
        "DiceRollDice.keep": [row for row in rows if sum(row) < DICE],
        "DiceBuildSettlement.points": _points(sizes, "settlements"),
        "DiceBuildCity.points": _points(sizes, "cities"),
        "ExchangeGold.resource": range(RESOURCES),
    }
    return Family(Record(state), Record({}), values, {UseJoker: jokers})


def _points(sizes: Sizes, name: str) -> list[int]:
    """Return the numbers on the places of a kind, which name them."""
    return [place["points"] for place in sizes.board[name]]
