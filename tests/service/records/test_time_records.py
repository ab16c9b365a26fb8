"""Tests that records of games under clocks prove true, that no time in them can be forged, and that old ones count."""

import copy
from typing import Any

import pytest

from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.pauses import take_holiday
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head
from service.handlers.votes import abandon, cast_vote
from tests.service.recorded import imported, record_of
from tests.service.records.forging import rehashed
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.service.time_passing import wait
from tests.toy import TOY, EndTurn, Roll, Step

CLOCKS = {
    "move": {"kind": "move", "seconds": 60, "on_timeout": "default"},
    "bank": {"kind": "bank", "seconds": 90, "increment_s": 5, "on_timeout": "default"},
    "days": {"kind": "days", "days": 1, "holidays": 3, "on_timeout": "default"},
}


def played(ctx: Context, clock: dict[str, Any], *, undoes: bool = False) -> Any:
    """Play a game with turns, a vote, a time-out and a resignation, and return its record."""
    made = new_game(ctx, undo="free", clock=clock)
    put_aside(ctx, made)
    wait(ctx, 20)
    submit(ctx, made.id, 0, [Roll()])
    head = submit(ctx, made.id, 0, [Step(), Step(), EndTurn()]).version
    if undoes:
        move_head(ctx, made.id, head - 1, head, 0)
        submit(ctx, made.id, 0, [EndTurn()])
    abandon(ctx, caller(ctx, made, 1))
    cast_vote(ctx, caller(ctx, made, 0), 1, yes=False)
    if clock["kind"] == "days":
        take_holiday(ctx, caller(ctx, made, 1), 1, 2)
    wait(ctx, 4 * 86_400)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    resign(ctx, caller(ctx, made, 1))
    return record_of(ctx, made.id)


def types(record: Any) -> set[str]:
    """Return the types of all events in a record."""
    return {event["type"] for version in record["versions"] for event in version["events"]}


@pytest.mark.parametrize("kind", CLOCKS)
def test_the_record_of_a_game_under_a_clock_proves_true(ctx: Context, kind: str) -> None:
    record = played(ctx, CLOCKS[kind], undoes=True)
    own = {"move": "TimeUsed", "bank": "TurnCredited", "days": "HolidayTaken"}[kind]

    assert {"TimeUsed", "TimedOut", "HeadMoved", own} <= types(record)
    made = imported(ctx, record)

    assert record_of(ctx, made.id) | {"game": record["game"]} == record
    again = fresh(ctx)
    assert again.games.load(made.id).table.sheet == again.games.load(record["game"]).table.sheet


@pytest.mark.parametrize("kind", CLOCKS)
def test_no_time_in_a_record_can_be_forged(ctx: Context, kind: str) -> None:
    record = played(ctx, CLOCKS[kind])
    places = [
        (number, index)
        for number, version in enumerate(record["versions"])
        for index, event in enumerate(version["events"])
        if event["type"] in ("TimeUsed", "TurnCredited", "HolidayTaken")
    ]

    for number, index in places:
        forged = copy.deepcopy(record)
        event = forged["versions"][number]["events"][index]
        member = {"TimeUsed": "ms", "TurnCredited": "turn", "HolidayTaken": "until"}[event["type"]]
        event[member] += 1
        with refusal("refused", "record.unproven"):
            imported(ctx, rehashed(TOY, forged))
        del forged["versions"][number]["events"][index]
        with refusal("refused", "record.unproven"):
            imported(ctx, rehashed(TOY, forged))


def as_written_before(record: Any) -> Any:
    """Return the record in the old form, in which time was counted from when a seat came to owe something."""
    old = copy.deepcopy(record)
    for version in old["versions"]:
        version["events"] = [event for event in version["events"] if event["type"] != "TimeUsed"]
        for event in version["events"]:
            if event["type"] == "TableOpened":
                del event["clock"]["kind"]
            if event["type"] == "TimedOut":
                del event["parent"]
                version["seat"] = event["seat"]
    return rehashed(TOY, old)


def test_a_record_from_before_proves_true(ctx: Context) -> None:
    old = as_written_before(played(ctx, CLOCKS["move"]))

    assert "TimeUsed" not in types(old)
    assert record_of(ctx, imported(ctx, old).id) | {"game": old["game"]} == old


def test_in_a_record_from_before_nobody_runs_out_of_time_too_early_either(ctx: Context) -> None:
    old = as_written_before(played(ctx, CLOCKS["move"]))
    late = next(n for n, one in enumerate(old["versions"]) if "TimedOut" in {event["type"] for event in one["events"]})
    old["versions"][late]["time"] = old["versions"][late - 1]["time"]

    with refusal("refused", "record.unproven", version=late + 1):
        imported(ctx, old)
