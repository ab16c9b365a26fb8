"""Tests which commands of Elasund are allowed at which times, and which rules refuse the others."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.core.agenda import Frame
from domain.elasund import ELASUND
from domain.elasund.terms import FRAMES, GIVE_UP, HALVE, HUT, PERMIT
from tests.domain.elasund.table import Table
from tests.domain.times import Row, expected, marked, row_of

TIMES = expected(Path(__file__).with_name("times.json"))


def moments(kind: int) -> Iterator[tuple[str, int, int, int]]:
    """Yield cases in a frame: a name, for whom the frame waits, who asks, and how much was built; seat 0 is active."""
    yield "who acts", 0, 0, 0
    yield "another", 0, 1, 0
    if kind in (GIVE_UP, HALVE, HUT):
        yield "the active, who need not", 1, 0, 0
    if kind == PERMIT:
        yield "who has built twice", 0, 0, 2
        yield "another, after two builds", 0, 1, 2


@cache
def rows() -> dict[str, Row]:
    """Return the table of times as the rules have it."""
    found = {}
    for kind, frame in FRAMES.items():
        for who, waiting, asking, built in moments(kind):
            table = Table(2).agenda(Frame(kind, 1 << waiting))
            table.state.builds = built
            found[f"{frame}: {who}"] = row_of(ELASUND.admit, table.state, asking, ELASUND.whole.rules)
    return found | {
        f"the end, {edition}": row_of(ELASUND.admit, Table(2, edition).agenda().state, 0, ELASUND.whole.rules)
        for edition in ("english", "german")
    }


@pytest.mark.parametrize("name", marked(TIMES))
def test_a_command_is_refused_at_other_times_by_its_rule(name: str) -> None:
    assert rows()[name] == TIMES[name]


def test_every_frame_has_its_rows() -> None:
    assert set(rows()) == set(TIMES)
