"""Tests that a row of the lobby that is carried on says the same as one that is made from the game."""

from collections.abc import Callable

import pytest

from eventstore.rows import Listed
from service.game.context import Context, compose
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head
from service.views.lobby import join, list_of
from service.views.lobby_projection import LOBBY, Lobby, keep_rows
from tests.service.following import follow_feeds
from tests.service.tables import Clock, caller, fresh, new_game, put_aside
from tests.toy import EndTurn, Roll, Wave

ACTS: dict[str, Callable[[Context, Created], object]] = {
    "a roll": lambda ctx, made: submit(ctx, made.id, 0, [Roll()]),
    "three commands": lambda ctx, made: submit(ctx, made.id, 0, [Wave(2), Wave(2), EndTurn()]),
    "an undo": lambda ctx, made: move_head(ctx, made.id, 4, ctx.store.head(made.id), 0),
    "more": lambda ctx, made: submit(ctx, made.id, 0, [Wave(2)]),
    "the end": lambda ctx, made: resign(ctx, caller(ctx, made, 0)),
}


def listed(ctx: Context) -> list[Listed]:
    """Return all rows with their places."""
    return [
        row for sort in ("created", "started") for row in ctx.store.rows.list_rows(LOBBY, list_of(None, None, sort), 9)
    ]


@pytest.mark.parametrize("wish", [{}, {"spectator_delay": {"versions": 2}}, {"spectator_delay": {"seconds": 60}}])
def test_a_row_is_carried_on_as_it_would_be_made(ctx: Context, wish: dict[str, object]) -> None:
    made = new_game(ctx, "human", "ai", undo="free", **wish)
    put_aside(ctx, made)
    lobby = Lobby(fresh(ctx))
    assert isinstance(ctx.clock, Clock)
    for act in ACTS.values():
        act(ctx, made)
        ctx.clock.ms += 1000
        follow_feeds(lobby.ctx, lobby)
        carried = listed(ctx)
        assert carried
        ctx.store.rows.clear(LOBBY)
        keep_rows(fresh(ctx), [made.id])
        assert listed(ctx) == carried


def test_a_row_is_carried_on_without_reading_the_game(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    lobby = Lobby(fresh(ctx))
    follow_feeds(lobby.ctx, lobby)
    lobby.ctx = compose(ctx.settings, ctx.store, {}, ctx.jobs, ctx.clock)  # which could not read it
    version = submit(ctx, made.id, 0, [Roll()]).version
    follow_feeds(lobby.ctx, lobby)
    assert {join(row)["version"] for row in listed(ctx)} == {version}
