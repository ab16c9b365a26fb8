"""Tests who may undo and redo what: alone, by a vote, or not at all."""

from typing import Any

import pytest

from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created, Queued, Voted
from service.game.undo_rights import MOST_MOVES
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head, request_redo, request_undo
from service.handlers.votes import cast_vote
from tests.service.looking import view
from tests.service.tables import Clock, caller, new_game, put_aside, refusal
from tests.toy import EndTurn, Roll, Step, Wave

OWN, VOTE = "own", "vote"


def started(ctx: Context, *kinds: str, **wish: Any) -> Created:
    """Return a game in which all chips are aside and seat 0 has rolled: version 4 with two seats."""
    made = new_game(ctx, *kinds, **{"undo": "free", **wish})
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    return made


def right(ctx: Context, made: Created, seat: int, to: int | None = None) -> str:
    """Return the right by which a seat undoes."""
    answer = request_undo(ctx, caller(ctx, made, seat), to)
    return OWN if isinstance(answer, Queued) else VOTE


def undo(ctx: Context, made: Created, seat: int, to: int) -> None:
    """Undo for a seat without a vote, as the job does it."""
    move_head(ctx, made.id, to, ctx.store.head(made.id), seat)


@pytest.mark.parametrize(
    ("policy", "expected"), [("free", OWN), ("until_reveal", OWN), ("consent", VOTE), ("off", "undo.off")]
)
def test_ones_own_newest_commands(ctx: Context, policy: str, expected: str) -> None:
    made = started(ctx, undo=policy)
    submit(ctx, made.id, 0, [Step(), Step()])

    if expected == "undo.off":
        with refusal("refused", expected):
            right(ctx, made, 0, 4)
    else:
        assert right(ctx, made, 0, 4) == expected


@pytest.mark.parametrize("policy", ["free", "until_reveal", "consent"])
def test_what_another_party_did_needs_a_vote(ctx: Context, policy: str) -> None:
    """No policy lets a stranger undo another seat's moves without a vote, as the default one once did (finding H1)."""
    made = started(ctx, undo=policy)
    submit(ctx, made.id, 0, [Step()])

    assert right(ctx, made, 1, 4) == VOTE


@pytest.mark.parametrize("policy", ["free", "until_reveal"])
def test_ones_own_command_needs_a_vote_once_another_party_has_followed(ctx: Context, policy: str) -> None:
    made = started(ctx, undo=policy)
    submit(ctx, made.id, 0, [Step(), EndTurn()])
    submit(ctx, made.id, 1, [Wave(1)])

    assert right(ctx, made, 0) == VOTE
    assert right(ctx, made, 1, 6) == OWN


def test_agents_that_followed_are_taken_back_with_ones_own(ctx: Context) -> None:
    made = started(ctx, "human", "ai", "human")
    submit(ctx, made.id, 0, [EndTurn()])
    submit(ctx, made.id, 1, [Roll()])

    assert right(ctx, made, 0) == OWN


def test_what_an_agent_began_is_never_undone(ctx: Context) -> None:
    made = started(ctx, "human", "ai")
    submit(ctx, made.id, 0, [EndTurn()])
    submit(ctx, made.id, 1, [Roll()])
    submit(ctx, made.id, 1, [Step()])

    for to in (5, 6):
        with refusal("refused", "undo.not_yours"):
            right(ctx, made, 0, to)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("free", OWN), ("until_reveal", "undo.revealed"), ("consent", VOTE), ("off", "undo.off")],
)
def test_past_a_reveal(ctx: Context, policy: str, expected: str) -> None:
    made = started(ctx, undo=policy)

    if expected in (OWN, VOTE):
        assert right(ctx, made, 0, 3) == expected
    else:
        with refusal("refused", expected):
            right(ctx, made, 0, 3)


@pytest.mark.parametrize(
    ("policy", "revealed", "expected"),
    [
        ("free", False, VOTE),
        ("free", True, VOTE),
        ("until_reveal", False, VOTE),
        ("until_reveal", True, "undo.revealed"),
        ("consent", True, VOTE),
        ("off", False, "undo.off"),
    ],
)
def test_past_a_time_out(ctx: Context, policy: str, revealed: bool, expected: str) -> None:
    """A late seat cannot undo its own time-outs alone, as it once could (finding H3)."""
    made = new_game(ctx, undo=policy, clock={"seconds": 60, "on_timeout": "default"})
    put_aside(ctx, made)
    if not revealed:
        submit(ctx, made.id, 0, [Roll()])
        submit(ctx, made.id, 0, [Wave(2)])
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 61_000
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    before = 3 if revealed else 5

    if expected == VOTE:
        assert right(ctx, made, 0, before) == VOTE
    else:
        with refusal("refused", expected):
            right(ctx, made, 0, before)


@pytest.mark.parametrize("policy", ["free", "consent"])
def test_one_party_alone_needs_no_vote(ctx: Context, policy: str) -> None:
    made = started(ctx, "human", "ai", undo=policy, clock={"seconds": 60, "on_timeout": "default"})
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 61_000
    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert right(ctx, made, 0, 4) == OWN
    with refusal("refused", "undo.not_yours"):
        right(ctx, made, 0, 2)


def test_a_shared_screen_is_one_party(ctx: Context) -> None:
    made = started(ctx, "human", "human", "ai", hot_seat=True, undo="until_reveal")
    submit(ctx, made.id, 0, [EndTurn()])

    assert right(ctx, made, 1, 5) == OWN


def test_a_redo_is_as_free_as_the_undo_was(ctx: Context) -> None:
    made = started(ctx)
    submit(ctx, made.id, 0, [Step()])
    undo(ctx, made, 0, 4)

    assert isinstance(request_redo(ctx, caller(ctx, made, 1)), Voted)
    assert isinstance(request_redo(ctx, caller(ctx, made, 0)), Queued)


def test_what_a_vote_undid_is_redone_by_a_vote(ctx: Context) -> None:
    made = started(ctx)
    submit(ctx, made.id, 0, [EndTurn()])
    submit(ctx, made.id, 1, [Roll()])
    request_undo(ctx, caller(ctx, made, 0))
    cast_vote(ctx, caller(ctx, made, 1), 1, yes=True)

    assert isinstance(request_redo(ctx, caller(ctx, made, 0)), Voted)


def test_a_time_out_ends_what_can_be_redone(ctx: Context) -> None:
    made = started(ctx, clock={"seconds": 60, "on_timeout": "default"})
    submit(ctx, made.id, 0, [Step()])
    undo(ctx, made, 0, 4)
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 61_000
    fall_due(ctx, made.id, CLOCK_DEADLINE)

    with refusal("refused", "redo.nothing"):
        request_redo(ctx, caller(ctx, made, 0))


def test_a_seat_undoes_and_redoes_only_so_often_in_a_turn(ctx: Context) -> None:
    made = started(ctx)
    submit(ctx, made.id, 0, [Step()])
    for _ in range(MOST_MOVES // 2):
        undo(ctx, made, 0, 4)
        undo(ctx, made, 0, 5 if ctx.store.head(made.id) == 6 else ctx.games.load(made.id).table.redo[-1])

    for request in (request_undo, request_redo):
        with refusal("refused", "undo.too_often" if request is request_undo else "redo.nothing"):
            request(ctx, caller(ctx, made, 0))
    assert view(ctx, caller(ctx, made, 0))["undo"] is None
    submit(ctx, made.id, 0, [EndTurn()])
    assert right(ctx, made, 0) == OWN


def test_the_view_offers_what_would_be_answered(ctx: Context) -> None:
    made = started(ctx, undo="until_reveal")
    submit(ctx, made.id, 0, [Step()])

    seen = [view(ctx, caller(ctx, made, seat)) for seat in (0, 1)]
    assert [each["head"] for each in seen] == [5, 5]
    assert [each["undo"] for each in seen] == [{"to": 4, "by": OWN}, None]
    assert [each["redo"] for each in seen] == [None, None]
    undo(ctx, made, 0, 4)
    seen = [view(ctx, caller(ctx, made, seat)) for seat in (0, 1)]
    assert [(each["version"], each["head"]) for each in seen] == [(6, 4), (6, 4)]
    assert [each["redo"] for each in seen] == [{"to": 5, "by": OWN}, {"to": 5, "by": VOTE}]
    spectator = view(ctx, caller(ctx, made))
    assert (spectator["undo"], spectator["redo"]) == (None, None)


def test_whoever_resigned_is_offered_nothing(ctx: Context) -> None:
    made = started(ctx, "human", "human", "human")
    resign(ctx, caller(ctx, made, 1))

    seen = view(ctx, caller(ctx, made, 1))
    assert (seen["undo"], seen["redo"]) == (None, None)
    with refusal("refused", "seat.resigned"):
        request_undo(ctx, caller(ctx, made, 1), 4)


def test_an_undo_that_changes_nothing_is_refused(ctx: Context) -> None:
    made = started(ctx)
    request_undo(ctx, caller(ctx, made, 1), 3)
    cast_vote(ctx, caller(ctx, made, 0), 1, yes=False)

    with refusal("refused", "undo.nothing"):
        request_undo(ctx, caller(ctx, made, 0), 4)


def test_the_owner_learns_no_version_that_is_held_back(ctx: Context) -> None:
    """The refusal of a stale version does not name the newest one, as it once did (finding L1)."""
    made = started(ctx, spectator_delay={"versions": 3})

    with refusal("stale_version", version=1):
        request_undo(ctx, caller(ctx, made, owner=True), expected_version=4)
    off = started(ctx, undo="off", spectator_delay={"versions": 3})
    with refusal("refused", "undo.off"):
        request_undo(ctx, caller(ctx, off, owner=True), expected_version=4)


def test_an_own_undo_ends_an_open_vote(ctx: Context) -> None:
    made = started(ctx)
    submit(ctx, made.id, 0, [Step()])
    request_undo(ctx, caller(ctx, made, 1), 3)

    undo(ctx, made, 0, 4)

    assert ctx.games.load(made.id).table.votes[0].status == "stale"
