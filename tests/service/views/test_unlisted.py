"""Tests games that are left out of lists: everyone who knows the id sees them, and nobody comes upon them."""

import orjson

from service.clients.authentication import Caller
from service.clients.ownership import NOBODY
from service.game.context import Context
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.upkeep import rebuild_lobby
from service.views.game_view import view_document
from service.views.games_pages import games_page
from service.views.lobby import Wish
from service.views.lobby_projection import LOBBY
from tests.service.following import follow_feeds
from tests.service.recorded import imported, record_of
from tests.service.tables import caller, fresh, new_game, put_aside
from tests.toy import Roll


def listed(ctx: Context) -> set[str]:
    """Return the games of the lobby, sandboxes too."""
    pages = [games_page(ctx, Wish(sandbox=sandbox)) for sandbox in (False, True)]
    return {row["id"] for page in pages for row in page["games"]}


def shown(ctx: Context, game: str) -> dict[str, object]:
    """Return what somebody without a token sees."""
    return view_document(ctx, ctx.games.load(game), Caller(game), is_newest=True)


def test_an_unlisted_game_is_never_in_the_lobby_and_open_to_all_who_know_its_id(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", listed=False)
    follow_feeds(ctx)
    assert listed(ctx) == set()
    assert shown(ctx, made.id)["listed"] is False
    assert made.invite is None

    running = new_game(ctx, listed=False)
    put_aside(ctx, running)
    submit(ctx, running.id, 0, [Roll()])
    follow_feeds(ctx)
    assert listed(ctx) == set()
    resign(ctx, caller(ctx, running, 0))
    follow_feeds(ctx)
    rebuild_lobby(ctx, lambda looked: None, clear=True)
    assert listed(ctx) == set()
    assert not [game for page in ctx.store.rows.games(LOBBY) for game in page]
    assert shown(fresh(ctx), running.id)["status"] == "finished"


def test_an_unlisted_sandbox_is_in_neither_list(ctx: Context) -> None:
    new_game(ctx, listed=False, sandbox=True)
    follow_feeds(ctx)
    assert listed(ctx) == set()


def test_what_follows_from_an_unlisted_game_is_unlisted_too(ctx: Context) -> None:
    made = new_game(ctx, listed=False)
    put_aside(ctx, made)
    version = submit(ctx, made.id, 0, [Roll()]).version
    following = [branch(ctx, caller(ctx, made, 0), NewBranch(version)).id]
    resign(ctx, caller(ctx, made, 0))
    following.append(rematch(ctx, caller(ctx, made, 1), None, NOBODY).id)
    following.append(imported(ctx, record_of(ctx, made.id)).id)
    follow_feeds(ctx)
    assert listed(ctx) == set()
    assert [shown(ctx, game)["listed"] for game in following] == [False] * 3


def test_a_listed_game_has_no_trace_of_it_in_its_log_nor_in_its_view(ctx: Context) -> None:
    made = new_game(ctx)
    opened = ctx.store.read(made.id, 0, 1)[0]
    assert "listed" not in orjson.loads(opened.body)
    assert "listed" not in shown(ctx, made.id)
    follow_feeds(ctx)
    assert listed(ctx) == {made.id}
