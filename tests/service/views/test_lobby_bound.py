"""Tests that the lobby lists so many games of each status, and that all others are still found by their ids."""

from dataclasses import replace

import pytest

from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.upkeep import rebuild_lobby
from service.views.games_pages import games_page
from service.views.lobby import Wish
from tests.service.following import follow_feeds
from tests.service.tables import caller, new_game, put_aside
from tests.toy import Roll
from workers.sweeping.projection_rows import RowTrimming

MOST = 3


@pytest.fixture
def bounded(ctx: Context) -> Context:
    """Return a context of a server that lists few games."""
    return compose(replace(ctx.settings, listed_games=MOST), ctx.store, ctx.rulesets, ctx.jobs, ctx.clock)


def trim(ctx: Context) -> int:
    """Let the sweep drop all rows that are too many."""
    return sum(iter(RowTrimming(ctx).step, 0))


def listed(ctx: Context, **wish: object) -> list[str]:
    return [row["id"] for row in games_page(ctx, Wish(**wish))["games"]]


def finish(ctx: Context, **wish: object) -> str:
    made = new_game(ctx, **wish)
    resign(ctx, caller(ctx, made, 0))
    return made.id


def test_of_the_finished_games_those_that_ended_last_stay(bounded: Context) -> None:
    old = new_game(bounded)
    ended = [finish(bounded) for _ in range(MOST + 2)]
    sandboxes = [finish(bounded, sandbox=True) for _ in range(MOST + 1)]
    resign(bounded, caller(bounded, old, 0))
    follow_feeds(bounded)
    assert trim(bounded) == 4
    assert listed(bounded, sort="ended") == [old.id, *ended[:-MOST:-1]]
    assert listed(bounded) == [*ended[:-MOST:-1], old.id]
    assert listed(bounded, sandbox=True) == sandboxes[:0:-1]
    assert trim(bounded) == 0
    for game in (*ended, *sandboxes):
        assert bounded.games.load(game).table.finished


def test_games_that_are_open_or_go_on_do_not_give_way_to_finished_ones(bounded: Context) -> None:
    going = [new_game(bounded).id, new_game(bounded, "human", "open").id]
    for _ in range(MOST + 2):
        finish(bounded)
    follow_feeds(bounded)
    assert trim(bounded) == 2
    assert set(listed(bounded, status="running") + listed(bounded, status="open")) == set(going)


def test_a_running_game_that_left_the_list_is_played_on_and_is_listed_when_there_is_room(bounded: Context) -> None:
    first = new_game(bounded)
    others = [new_game(bounded) for _ in range(MOST)]
    follow_feeds(bounded)
    assert trim(bounded) == 1
    assert first.id not in listed(bounded)

    resign(bounded, caller(bounded, others[0], 0))
    put_aside(bounded, first)
    submit(bounded, first.id, 0, [Roll()])
    follow_feeds(bounded)
    assert trim(bounded) == 0
    assert set(listed(bounded, status="running")) == {first.id, *(other.id for other in others[1:])}


def test_a_lobby_that_is_made_again_holds_no_more(bounded: Context) -> None:
    ended = [finish(bounded) for _ in range(MOST + 2)]
    rebuild_lobby(bounded, lambda looked: None, clear=True)
    assert listed(bounded) == ended[: -MOST - 1 : -1]


def test_a_cursor_stays_good_while_games_leave_the_list(bounded: Context) -> None:
    ended = [finish(bounded) for _ in range(MOST + 3)]
    follow_feeds(bounded)
    page = games_page(bounded, limit=2)
    trim(bounded)
    rest = games_page(bounded, cursor=page["next"])
    assert [row["id"] for row in [*page["games"], *rest["games"]]] == ended[: -MOST - 1 : -1]
    assert "next" not in rest
