"""Tests which commands of the dice game are allowed at which times, and which rules refuse the others."""

from functools import cache
from pathlib import Path

import pytest

from domain.core.agenda import AgendaSet, Frame
from domain.dice import DICE
from domain.dice.state import State
from domain.dice.terms import FRAMES
from tests.domain.dice.table import Table, dice
from tests.domain.times import Row, expected, marked, row_of

TIMES = expected(Path(__file__).with_name("times.json"))


def state(kind: int, rolls: int, converted: bool) -> State:
    """Seat 0 is in a frame after this many rolls, and has converted dice or not."""
    table = Table(2)
    if rolls:
        table.rolled(dice(gold=6), rolls)
    DICE.evolve(table.state, AgendaSet((Frame(kind, 1),)))
    table.state.converted = converted
    return table.state


@cache
def rows() -> dict[str, Row]:
    """Return the table of times as the rules have it."""
    found = {}
    for kind, frame in FRAMES.items():
        for rolls, converted in ((0, False), (1, False), (1, True), (3, False)):
            name = f"{frame}: after {rolls} rolls{', converted' if converted else ''}"
            found[name] = row_of(DICE.admit, state(kind, rolls, converted), 0, DICE.whole.rules)
        found[f"{frame}: another"] = row_of(DICE.admit, state(kind, 1, False), 1, DICE.whole.rules)
    ended = Table(2).state
    DICE.evolve(ended, AgendaSet(()))
    return found | {"the end": row_of(DICE.admit, ended, 0, DICE.whole.rules)}


@pytest.mark.parametrize("name", marked(TIMES))
def test_a_command_is_refused_at_other_times_by_its_rule(name: str) -> None:
    assert rows()[name] == TIMES[name]


def test_every_frame_has_its_rows() -> None:
    assert set(rows()) == set(TIMES)
