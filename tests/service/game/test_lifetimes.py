"""Tests when a game was made, began, ended and will be removed, which every view computes from the events."""

from typing import Any

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.deadlines import ABANDONED_MS, UNSTARTED_MS
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head
from service.process.wall_clock import read_moment
from service.views.lobby import row_of
from tests.service.looking import view
from tests.service.recorded import imported, pass_time, record_of
from tests.service.tables import START_MS, caller, first_chip, fresh, new_game, put_aside

YEAR_MS = 366 * 24 * 3_600_000
NAMES = ("created", "started", "ended", "expires")


def told(document: dict[str, Any]) -> dict[str, int]:
    """Return the times of a view or row in ms."""
    return {name: read_moment(document[name]) for name in NAMES if name in document}


def times(ctx: Context, game: str, version: int | None = None) -> dict[str, int]:
    return told(view(ctx, Caller(game), version))


def over(ctx: Context) -> str:
    """Return a finished game in which time has passed between its versions."""
    made = new_game(ctx, "human", "open")
    pass_time(ctx, 5_000)
    take_seat(ctx, made.id, None, SeatWish())
    pass_time(ctx, 5_000)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    return made.id


def test_every_version_tells_the_times_as_they_stood(ctx: Context) -> None:
    game = ctx.games.load(over(ctx))
    times_of = [game.time_of(version) for version in range(1, game.version + 1)]

    assert times(ctx, game.id, 1) == {"created": times_of[0], "expires": times_of[0] + UNSTARTED_MS}
    begun = {"created": times_of[0], "started": times_of[1]}
    for version in range(2, game.version):
        assert times(ctx, game.id, version) == {**begun, "expires": times_of[version - 1] + ABANDONED_MS}
    assert times(ctx, game.id) == {**begun, "ended": times_of[-1]}
    assert times_of[1] > START_MS + 5_000


def test_times_come_of_the_log_and_never_of_the_clock_of_whoever_reads_it(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    before = times(ctx, made.id)

    pass_time(ctx, YEAR_MS)
    elsewhere = fresh(ctx)

    assert times(elsewhere, made.id) == before == told(row_of(elsewhere.games.load(made.id)))


def test_an_undo_of_the_first_move_takes_no_time_back(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")
    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])
    before = times(ctx, made.id)

    move_head(ctx, made.id, 1, ctx.store.head(made.id), 0)

    after = times(fresh(ctx), made.id)
    assert (after["created"], after["started"]) == (before["created"], before["started"])
    assert after["expires"] > before["expires"]


def test_a_branch_has_times_of_its_own_and_an_import_those_of_its_record(ctx: Context) -> None:
    game = over(ctx)
    played = times(ctx, game)
    pass_time(ctx, YEAR_MS)

    copy = imported(ctx, record_of(ctx, game))
    other = branch(ctx, Caller(game), NewBranch(3, [NewSeat("human"), NewSeat("open")]))

    assert times(fresh(ctx), copy.id) == played
    assert times(ctx, other.id)["created"] > played["ended"] + YEAR_MS
    assert "started" not in times(ctx, other.id)


def test_a_branch_of_a_whole_game_is_over_as_it_begins(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", options={"target": 1})
    while not ctx.games.load(made.id).table.finished:
        game = ctx.games.load(made.id)
        actions = game.ruleset.actions(game.position, game.awaiting()[0].seat)
        command = [*actions.commands, *(template.example for template in actions.templates)][0]
        submit(ctx, made.id, game.awaiting()[0].seat, [command])

    found = times(ctx, branch(ctx, Caller(made.id), NewBranch(ctx.games.load(made.id).version)).id)

    assert found["created"] == found["started"] == found["ended"]
    assert "expires" not in found


def test_a_game_goes_away_when_its_view_says_so_and_not_before(ctx: Context) -> None:
    for kinds, deadline in (("human", "open"), "start"), (("human", "human"), "expiry"):
        made = new_game(ctx, *kinds)
        expires = times(ctx, made.id)["expires"]

        pass_time(ctx, expires - ctx.clock() - 10)
        fall_due(ctx, made.id, deadline)
        assert ctx.store.head(made.id) == 1

        pass_time(ctx, 10)
        fall_due(ctx, made.id, deadline)
        assert ctx.store.head(made.id) == 0
