"""Tests `longroad rebuild lobby`: it loses nothing while games are opened, played and removed."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event

import pytest
from redis import Redis

from eventstore import keys
from service.game.context import Context
from service.upkeep import rebuild_lobby
from service.views.lobby import list_of
from service.views.lobby_projection import LOBBY, Lobby
from tests.conftest import StorePair
from tests.service.cli.forked import longroad
from tests.service.following import follow_feeds
from tests.service.upkeep.bids import bid, finished, opened


def rows_of(ctx: Context) -> dict[str, object]:
    """Return the rows of the lobby by game."""
    rows = ctx.store.rows.list_rows(LOBBY, list_of(None, None), 1_000)
    return {row.game: (row.body, row.tail) for row in rows}


@pytest.mark.parametrize("clear", [False, True])
def test_nothing_is_lost_under_play(ctx: Context, clear: bool) -> None:
    games = [opened(ctx) for _ in range(20)]
    over = Event()

    def play() -> None:
        rng = Random(3)
        lobby = Lobby(ctx)
        while not over.is_set():
            games.append(opened(ctx))
            bid(ctx, rng.choice(games))
            gone = games.pop(rng.randrange(len(games)))
            ctx.store.delete(gone)
            ctx.games.forget(gone)
            follow_feeds(ctx, lobby)

    with ThreadPoolExecutor() as pool:
        playing = pool.submit(play)
        try:
            for _ in range(5):
                rebuild_lobby(ctx, lambda _: None, clear=clear)
        finally:
            over.set()
        playing.result()

    follow_feeds(ctx)
    found = rows_of(ctx)
    assert set(found) == set(games)
    ctx.store.rows.clear(LOBBY)
    rebuild_lobby(ctx, lambda _: None)
    assert rows_of(ctx) == found


def test_snapshots_are_made_again(ctx: Context, stores: StorePair, events_redis: Redis) -> None:
    game = finished(ctx)
    ctx.store.put_snapshot(game, 3, "an older pack", b"useless")
    before = ctx.games.load(game, 9).position

    told = longroad(
        "rebuild", "snapshots", LONGROAD_EVENTS_URL=stores.events_url, LONGROAD_REDIS_URL="", LONGROAD_RQ_URL=""
    )

    assert (told.returncode, told.stdout) == (0, "snapshots: 1 game loaded from their events\n")
    assert b"an older pack:3" not in events_redis.hkeys(keys.snapshots(game))
    ctx.games.forget(game)
    assert ctx.games.load(game, 9).position == before


@pytest.mark.parametrize(("options", "dropped"), [((), 1), (("--clear",), 0)])
def test_strays_are_dropped_and_removed_games_stay_away(
    ctx: Context, stores: StorePair, events_redis: Redis, options: tuple[str, ...], dropped: int
) -> None:
    kept, gone, removed = opened(ctx), opened(ctx), opened(ctx)
    follow_feeds(ctx)
    events_redis.delete(keys.log(gone))
    ctx.store.delete(removed)
    follow_feeds(ctx)
    assert set(rows_of(ctx)) == {kept, gone}

    told = longroad(
        "rebuild", "lobby", *options, LONGROAD_EVENTS_URL=stores.events_url, LONGROAD_REDIS_URL="", LONGROAD_RQ_URL=""
    )

    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"lobby: 1 row made, {dropped} of games that are gone dropped\n"
    assert set(rows_of(ctx)) == {kept}
