"""Draws the sheets as plain text, for records and terminals: what is built is bracketed."""

from typing import Final

from domain.dice.sheet import ANY, CITIES, JOKERS, ROADS, SETTLEMENTS
from domain.dice.state import State
from domain.dice.terms import BOXES, CROSS, SYMBOLS

_JOKERS: Final = tuple(["any" if joker == ANY else SYMBOLS[joker] for joker in JOKERS])


def draw_sheets(state: State) -> str:
    """Return every seat's sheet, and the dice on the table."""
    lines: list[str] = []
    for seat in range(state.seats):
        lines += [f"seat {seat}: {state.total(seat)} points", *_sheet(state, seat), ""]
    shown = [f"{count} {name}" for name, count in zip(SYMBOLS, state.dice, strict=True) if count]
    return "\n".join([*lines, "dice: " + (", ".join(shown) or "-")])


def _sheet(state: State, seat: int) -> list[str]:
    roads = [_mark(f"R{road}", bool(state.roads[seat] >> road & 1)) for road in range(len(ROADS))]
    knights = [
        _mark(f"{n + 1} {_JOKERS[n]}{' used' if state.used[seat] >> n & 1 else ''}", n < state.knights[seat])
        for n in range(len(JOKERS))
    ]
    boxes = ["x" if points == CROSS else str(points) for points in state.boxes[seat]]
    settlements = [_mark(str(place.points), n < state.settlements[seat]) for n, place in enumerate(SETTLEMENTS)]
    return [
        "  roads       " + " ".join(roads),
        "  settlements " + " ".join(settlements),
        "  cities      " + " ".join([_mark(str(p.points), n < state.cities[seat]) for n, p in enumerate(CITIES)]),
        "  knights     " + " ".join(knights),
        "  boxes       " + " ".join(boxes + ["."] * (BOXES - len(boxes))),
    ]


def _mark(word: str, is_built: bool) -> str:
    return f"[{word}]" if is_built else word
