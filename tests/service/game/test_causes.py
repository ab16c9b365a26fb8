"""Tests that a cause is written in a short form into a version's header, and read in the short and the long form."""

import orjson
import pytest

from domain.core.chance import Draw
from eventstore.records import Header
from service.game.causes import NO_CAUSE, Cause, read_cause

EVEN = Draw("dice", 7, (1,) * 36, 14)
UNEVEN = Draw("robber", 6, (0, 0, 2, 1, 2), 4)
CAUSES = [
    NO_CAUSE,
    Cause(3, {"type": "EndTurn"}, []),
    Cause(3, {"type": "FoundRoad", "edge": 50}, []),
    Cause(3, {"type": "RollDice"}, [EVEN, UNEVEN]),
    Cause(3, {"type": "Steal", "victim": 1}, [UNEVEN]),
    Cause(1, {"type": "EndTurn"}, [EVEN]),
    Cause(None, {"type": "EndTurn"}, []),
    Cause(None, None, [EVEN]),
    Cause(3, {"type": "Odd", "first": None, "second": {}}, [Draw("one", 0, (1,), 0), Draw("two", 1, (5,), 0)]),
]


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("seat", [3, None])
def test_a_cause_is_read_as_it_was_written_now_and_before(cause: Cause, seat: int | None) -> None:
    before = orjson.dumps(cause.document) if cause.document else b""
    for written in (cause.write(seat), before):
        found = read_cause(Header("c", seat, "toy", 1, 0, cause=written))
        assert (found.seat, found.command, list(found.draws)) == (cause.seat, cause.command, list(cause.draws))
        assert orjson.dumps(found.document) == orjson.dumps(cause.document)


def test_equal_weights_are_a_number() -> None:
    assert Cause(3, {"type": "RollDice"}, [EVEN]).write(3) == b'["RollDice",["dice",7,36,14]]'
