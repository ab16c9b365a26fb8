"""Tests pauses: the parties agree on one, any party or its time ends it, and meanwhile every deadline stands still."""

from typing import Any

import pytest

from eventstore.keys import SHARDS
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.deadlines import (
    ABANDONED_MS,
    AI_DEADLINE,
    CLOCK_DEADLINE,
    EXPIRY_DEADLINE,
    PAUSE_DEADLINE,
    VOTE_DEADLINE,
)
from service.game.debts import cover_times, debts_of, list_overdue
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.dry_runs import dry_run
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.pauses import LONGEST_MS, ask_pause, end_pause
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head, request_undo
from service.handlers.votes import VOTE_MS, abandon, cast_vote
from service.views.game_view import is_settled
from tests.service.looking import legal_actions, view
from tests.service.recorded import imported, record_of
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.service.time_passing import DAY, seconds_left, timed, types, wait
from tests.toy import Roll

HOUR_MS = 3_600_000


def due(ctx: Context, game: str) -> dict[str, int]:
    """Return all deadlines of a game by name, passed or not."""
    far = ctx.clock() + 2 * ABANDONED_MS
    found = [deadline for shard in range(SHARDS) for deadline in ctx.store.due(shard, far, 1000)]
    return {deadline.name: deadline.due_ms for deadline in found if deadline.game == game}


def paused(ctx: Context, made: Created, ms: int = HOUR_MS) -> int:
    """Pause the game by a vote of all parties; return when the pause ends."""
    until = ctx.clock() + ms
    vote = ask_pause(ctx, caller(ctx, made, 0), until).vote
    for seat in vote["waiting"]:
        cast_vote(ctx, caller(ctx, made, seat), vote["id"], yes=True)
    return until


def test_a_pause_needs_everybody(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "bot", "ai")
    until = ctx.clock() + HOUR_MS

    vote = ask_pause(ctx, caller(ctx, made, 0), until).vote
    assert (vote["kind"], vote["waiting"], vote["status"]) == ("pause", [1, 2], "open")
    assert vote["until"].endswith("Z")
    cast_vote(ctx, caller(ctx, made, 1), 1, yes=True)
    assert "paused" not in view(ctx, caller(ctx, made))
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)

    assert view(fresh(ctx), caller(ctx, made))["paused"] == {"until": vote["until"]}
    assert types(ctx, made, 2)[-3:] == ["VoteCast", "VoteClosed", "GamePaused"]


def test_silence_is_no_pause(ctx: Context) -> None:
    made = new_game(ctx)
    ask_pause(ctx, caller(ctx, made, 0), ctx.clock() + HOUR_MS)
    wait(ctx, VOTE_MS / 1000 + 1)
    fall_due(ctx, made.id, VOTE_DEADLINE)

    assert "paused" not in view(ctx, caller(ctx, made))


def test_with_nobody_to_ask_the_game_rests_at_once(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")

    assert ask_pause(ctx, caller(ctx, made, 0), ctx.clock() + HOUR_MS).vote["status"] == "passed"
    assert "paused" in view(ctx, caller(ctx, made))


def test_the_owner_asks_everybody_and_ends_nothing(ctx: Context) -> None:
    made = new_game(ctx)
    owner = caller(ctx, made, owner=True)
    vote = ask_pause(ctx, owner, ctx.clock() + HOUR_MS).vote
    assert (vote["by"], vote["waiting"]) == (None, [0, 1])
    for seat in (0, 1):
        cast_vote(ctx, caller(ctx, made, seat), 1, yes=True)

    with refusal("forbidden"):
        end_pause(ctx, owner)
    with refusal("unauthorized"):
        end_pause(ctx, caller(ctx, made))
    with refusal("unauthorized"):
        ask_pause(ctx, caller(ctx, made), ctx.clock() + HOUR_MS)


@pytest.mark.parametrize("ms", [-1, 0, LONGEST_MS + 1000])
def test_a_pause_lies_ahead_by_thirty_days_at_most(ctx: Context, ms: int) -> None:
    made = new_game(ctx)

    with refusal("invalid_body", errors={"until": ["ahead"]}):
        ask_pause(ctx, caller(ctx, made, 0), ctx.clock() + ms)


def test_a_vote_on_a_pause_ends_before_the_pause_would(ctx: Context) -> None:
    made = new_game(ctx)
    until = ctx.clock() + 10_000
    ask_pause(ctx, caller(ctx, made, 0), until)

    assert due(ctx, made.id)[VOTE_DEADLINE] == until
    wait(ctx, 11)
    with refusal("refused", "vote.closed"):
        cast_vote(ctx, caller(ctx, made, 1), 1, yes=True)


def test_commands_end_no_vote_on_a_pause(ctx: Context) -> None:
    made = new_game(ctx)
    ask_pause(ctx, caller(ctx, made, 0), ctx.clock() + HOUR_MS)
    put_aside(ctx, made)

    assert cast_vote(ctx, caller(ctx, made, 1), 1, yes=True).vote["status"] == "passed"


def test_nothing_is_done_or_undone_while_the_game_rests(ctx: Context) -> None:
    made = new_game(ctx, undo="free")
    put_aside(ctx, made)
    paused(ctx, made)
    head = ctx.store.head(made.id)
    game = ctx.games.load(made.id)

    with refusal("refused", "game.paused"):
        submit(ctx, made.id, 0, [Roll()])
    with refusal("refused", "game.paused"):
        request_undo(ctx, caller(ctx, made, 0))
    with refusal("refused", "game.paused"):
        move_head(ctx, made.id, 2, head, 0)
    with refusal("refused", "game.paused"):
        ask_pause(ctx, caller(ctx, made, 0), ctx.clock() + 2 * HOUR_MS)
    assert legal_actions(ctx, caller(ctx, made, 0), "en")["actions"] == []
    assert view(ctx, caller(ctx, made, 0))["undo"] is None
    assert dry_run(game, 0, [Roll()])["problem"].rule == "game.paused"
    assert ctx.store.head(made.id) == head


def test_votes_resigning_and_reading_go_on(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    paused(ctx, made)

    vote = abandon(ctx, caller(ctx, made, 0)).vote
    cast_vote(ctx, caller(ctx, made, 1), vote["id"], yes=False)
    resign(ctx, caller(ctx, made, 2))

    seen = view(ctx, caller(ctx, made))
    assert ("paused" in seen, seen["seats"][2]["left"]) == (True, "resigned")
    with refusal("refused", "seat.resigned"):
        end_pause(ctx, caller(ctx, made, 2))
    with refusal("refused", "seat.resigned"):
        ask_pause(ctx, caller(ctx, made, 2), ctx.clock() + HOUR_MS)
    resign(ctx, caller(ctx, made, 1))
    assert ctx.games.load(made.id).table.finished
    assert "paused" not in view(ctx, caller(ctx, made))
    assert PAUSE_DEADLINE not in due(ctx, made.id)


def test_any_party_ends_a_pause_at_once(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    paused(ctx, made)

    done = end_pause(ctx, caller(ctx, made, 1))

    assert [(event["type"], event["by"]) for event in done.events] == [("GameResumed", 1)]
    assert "paused" not in view(fresh(ctx), caller(ctx, made))
    assert PAUSE_DEADLINE not in due(ctx, made.id)
    submit(ctx, made.id, 0, [Roll()])
    with refusal("refused", "game.not_paused"):
        end_pause(ctx, caller(ctx, made, 1))


def test_a_pause_ends_by_itself(ctx: Context) -> None:
    made = new_game(ctx)
    until = paused(ctx, made)
    assert due(ctx, made.id)[PAUSE_DEADLINE] == until
    fall_due(ctx, made.id, PAUSE_DEADLINE)
    assert due(ctx, made.id)[PAUSE_DEADLINE] == until

    wait(ctx, 3601)
    for _ in range(2):
        fall_due(fresh(ctx), made.id, PAUSE_DEADLINE)

    assert types(ctx, made, 3) == ["GameResumed"]
    assert PAUSE_DEADLINE not in due(ctx, made.id)
    assert "paused" not in view(ctx, caller(ctx, made))


def test_whoever_acts_before_the_sweep_ends_the_pause_with_it(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    paused(ctx, made)
    wait(ctx, 3601 + 20)
    with refusal("refused", "game.not_paused"):
        end_pause(ctx, caller(ctx, made, 1))

    done = submit(ctx, made.id, 0, [Roll()])

    assert [event["type"] for event in done.events] == ["GameResumed", "TimeUsed", "Rolled"]
    assert 20_000 < done.events[1]["ms"] < 22_000  # the pause had ended by then


def test_clocks_stand_still(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 20)
    paused(ctx, made)

    assert seconds_left(ctx, made) == {}
    assert "deadline" not in view(ctx, caller(ctx, made))["awaiting"][0]
    assert CLOCK_DEADLINE not in due(ctx, made.id)
    wait(ctx, 1800)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    end_pause(ctx, caller(ctx, made, 0))

    assert seconds_left(ctx, made) == {(0, "roll"): 40}
    wait(ctx, 41)
    assert due(ctx, made.id)[CLOCK_DEADLINE] <= ctx.clock()
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert "TimedOut" in types(ctx, made, 5)


def test_what_was_used_before_a_pause_stays_used_after_its_time(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 20)
    paused(ctx, made)
    wait(ctx, 3610)
    fall_due(ctx, made.id, PAUSE_DEADLINE)

    assert seconds_left(ctx, made) == {(0, "roll"): 30}


def test_the_patience_without_a_clock_stands_still(ctx: Context) -> None:
    made = new_game(ctx, overdue_after_s=3600)
    put_aside(ctx, made)
    wait(ctx, 3000)
    paused(ctx, made, DAY * 1000)
    wait(ctx, DAY - 60)
    assert list_overdue(ctx, ctx.games.load(made.id)) == []
    end_pause(ctx, caller(ctx, made, 0))

    wait(ctx, 590)
    assert list_overdue(ctx, ctx.games.load(made.id)) == []
    wait(ctx, 20)
    assert list_overdue(ctx, ctx.games.load(made.id)) == [0]


def test_the_patience_with_a_bot_stands_still_and_it_is_asked_anew(ctx: Context) -> None:
    seats = [NewSeat("human"), NewSeat("bot", agent="uniform", deadline_s=30)]
    made = create_game(ctx, NewGame("toy", seats, seed="a"))
    wait(ctx, 20)
    asked = ctx.clock()
    assert [debt.asked for debt in debts_of(ctx.games.load(made.id), [1])] == [1]
    paused(ctx, made)
    assert debts_of(ctx.games.load(made.id), [1]) == []
    assert AI_DEADLINE not in due(ctx, made.id)
    wait(ctx, 1800)
    head = end_pause(ctx, caller(ctx, made, 0)).version

    game = ctx.games.load(made.id)
    assert [debt.asked for debt in debts_of(game, [1])] == [head]
    at = cover_times(game)[1]
    assert abs(at - (asked + 10_000 + 1_800_000)) < 1000
    assert due(ctx, made.id)[AI_DEADLINE] == at


def test_agents_are_not_waited_for_while_the_game_rests(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")
    paused(ctx, made)

    assert AI_DEADLINE not in due(ctx, made.id)
    assert "agent_state" not in view(ctx, caller(ctx, made))["awaiting"][1]
    assert is_settled(ctx.games.load(made.id))
    end_pause(ctx, caller(ctx, made, 0))
    assert AI_DEADLINE in due(ctx, made.id)


def test_no_game_is_forgotten_while_it_rests(ctx: Context) -> None:
    made = new_game(ctx)
    until = paused(ctx, made, LONGEST_MS - 1000)

    assert 0 <= until + ABANDONED_MS - due(ctx, made.id)[EXPIRY_DEADLINE] < DAY_MS
    wait(ctx, 31 * DAY)
    for name in (EXPIRY_DEADLINE, PAUSE_DEADLINE):
        fall_due(ctx, made.id, name)
    assert view(ctx, caller(ctx, made))["status"] == "running"


def test_a_game_that_does_not_run_does_not_rest(ctx: Context) -> None:
    waiting = new_game(ctx, "human", "open")
    with refusal("refused", "game.not_started"):
        ask_pause(ctx, caller(ctx, waiting, 0), ctx.clock() + HOUR_MS)
    take_seat(ctx, waiting.id, None, SeatWish())
    resign(ctx, caller(ctx, waiting, 0))
    with refusal("refused", "game.finished"):
        ask_pause(ctx, caller(ctx, waiting, owner=True), ctx.clock() + HOUR_MS)


@pytest.mark.parametrize("clock", [None, {"kind": "move", "seconds": 600, "on_timeout": "default"}])
@pytest.mark.parametrize("ends", ["party", "sweep", "act"])
def test_the_record_of_a_game_that_rested_proves_true(ctx: Context, clock: Any, ends: str) -> None:
    made = new_game(ctx, "human", "human", "ai" if clock else "human", clock=clock)
    put_aside(ctx, made)
    paused(ctx, made)
    if ends == "party":
        end_pause(ctx, caller(ctx, made, 1))
    else:
        wait(ctx, 3601)
    if ends == "sweep":
        fall_due(ctx, made.id, PAUSE_DEADLINE)
    submit(ctx, made.id, 0, [Roll()])
    for seat in (0, 1, 2)[: 2 if clock else 3]:
        if not ctx.games.load(made.id).table.finished:
            resign(ctx, caller(ctx, made, seat))
    record = record_of(ctx, made.id)

    assert record_of(ctx, imported(ctx, record).id) | {"game": record["game"]} == record


def test_no_pause_goes_on_in_a_record_beyond_its_time(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    paused(ctx, made)
    wait(ctx, 3601)
    submit(ctx, made.id, 0, [Roll()])
    resign(ctx, caller(ctx, made, 0))
    record = record_of(ctx, made.id)
    acted = next(one for one in record["versions"] if "Rolled" in {event["type"] for event in one["events"]})
    acted["time"] = next(one for one in record["versions"] if one["version"] == acted["version"] - 1)["time"]

    with refusal("refused", "record.unproven", version=acted["version"]):
        imported(ctx, record)
