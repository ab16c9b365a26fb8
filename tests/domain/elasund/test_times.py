"""When which command of Elasund is allowed, and which rule refuses the rest."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.core.agenda import Frame
from domain.elasund.play import HANDLERS
from domain.elasund.terms import FRAMES, GIVE_UP, HALVE, HUT, PERMIT, SPECIAL
from domain.elasund.turn import check_time
from tests.domain.elasund.table import Table
from tests.domain.times import Row, expected, marked, row_of

TIMES = expected(Path(__file__).with_name("times.json"))


def moments(kind: int) -> Iterator[tuple[str, int, int, int, int]]:
    """In a frame: for whom it waits, who asks, how much was built, and what the frame says of itself; 0 is active."""
    yield "who acts", 0, 0, 0, 0
    yield "another", 0, 1, 0, 0
    if kind in (GIVE_UP, HALVE, HUT):
        yield "the active, who need not", 1, 0, 0, 0
    if kind == PERMIT:
        yield "who has built twice", 0, 0, 2, 0
        yield "another, after two builds", 0, 1, 2, 0
    if kind == SPECIAL:
        yield "who has acted", 0, 0, 0, 1


@cache
def rows() -> dict[str, Row]:
    """The table as it is."""
    found = {}
    for kind, frame in enumerate(FRAMES):
        for who, waiting, asking, built, data in moments(kind):
            table = Table(2).agenda(Frame(kind, 1 << waiting, data))
            table.state.builds = built
            found[f"{frame}: {who}"] = row_of(check_time, table.state, asking, HANDLERS)
    return found | {
        f"the end, {edition}": row_of(check_time, Table(2, edition).agenda().state, 0, HANDLERS)
        for edition in ("english", "german")
    }


@pytest.mark.parametrize("name", marked(TIMES))
def test_a_command_is_refused_at_other_times_by_its_rule(name: str) -> None:
    assert rows()[name] == TIMES[name]


def test_every_frame_has_its_rows() -> None:
    assert set(rows()) == set(TIMES)
