"""Tests which commands of Catan and its modules are allowed at which times, and which rules refuse the others."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.catan import CATAN
from domain.catan.modules.five_six import SPECIAL_BUILDING
from domain.catan.terms import BUILD, DISCARD, FREE_ROADS, NOBODY
from domain.core.agenda import AgendaSet, Frame
from tests.domain.catan.table import Table
from tests.domain.times import Row, expected, marked, row_of

TIMES = expected(Path(__file__).with_name("times.json"))


def moments(kind: int) -> Iterator[tuple[str, int, int, int]]:
    """Yield cases in a frame: a name, who is active, for whom the frame waits, and who asks."""
    if kind != SPECIAL_BUILDING:
        yield "who acts", 0, 0, 0
        yield "another", 0, 0, 1
    if kind == DISCARD:
        yield "the active, who has discarded", 0, 1, 0
    if kind in (SPECIAL_BUILDING, FREE_ROADS, BUILD):
        yield "who acts between turns", NOBODY, 0, 0
        yield "another between turns", NOBODY, 0, 1


@cache
def rows() -> dict[str, Row]:
    """Return the table of times as the rules have it."""
    table = Table(6, "new-york", modules=("erie-canal", "favors", "helpers"))
    rules, found = table.state.setting.rules, {}
    for kind in rules.frames:
        if not rules.acting[kind].allowed:
            continue
        for who, active, waiting, asking in moments(kind):
            table.happens(AgendaSet((Frame(kind, 1 << waiting),)))
            table.state.active = active
            found[f"{rules.frames[kind]}: {who}"] = row_of(CATAN.admit, table.state, asking, rules.rules)
    return found


@pytest.mark.parametrize("name", marked(TIMES))
def test_a_command_is_refused_at_other_times_by_its_rule(name: str) -> None:
    assert rows()[name] == TIMES[name]


def test_every_frame_has_its_rows() -> None:
    assert set(rows()) == set(TIMES)
