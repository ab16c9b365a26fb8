"""Tests that the sweep packs the older versions of games that go on, and nothing else."""

import pytest

from eventstore import keys
from eventstore.streams import RedisEventStore
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.views.lobby_projection import Lobby
from tests.eventstore.samples import versions
from tests.service.following import follow_feeds
from tests.service.tables import caller
from workers.sweeping import long_logs
from workers.sweeping.long_logs import KEEP, LOOSE, LongLogs


def entries(ctx: Context, game: str) -> int:
    """Return how many versions of a log are not packed."""
    assert isinstance(ctx.store, RedisEventStore)
    return int(ctx.store._redis.xlen(keys.log(game)))


def test_a_long_log_is_packed_again_and_again_while_it_goes_on(ctx: Context) -> None:
    walk = LongLogs(ctx)
    lobby = Lobby(ctx, walk.hear)
    ctx.store.append("short", 0, versions(LOOSE - 1))
    found = []
    for head in range(0, 6 * 64, 64):
        ctx.store.append("long", head, versions(64))
        follow_feeds(ctx, lobby)
        walk.step()
        found.append(entries(ctx, "long"))
    assert found == [KEEP] * 6
    assert entries(ctx, "short") == LOOSE - 1
    assert len(ctx.store.read("long")) == 6 * 64
    assert walk.step() == 0


def test_a_game_that_is_over_is_packed_whole(ctx: Context) -> None:
    walk = LongLogs(ctx)
    lobby = Lobby(ctx, walk.hear, walk.hear_end)
    game = create_game(ctx, NewGame("toy", [NewSeat("human"), NewSeat("human")]))
    follow_feeds(ctx, lobby)
    assert (walk.step(), entries(ctx, game.id)) == (0, 1)
    resign(ctx, caller(ctx, game, 0))
    follow_feeds(ctx, lobby)
    assert (walk.step(), entries(ctx, game.id)) == (1, 1)
    [kept] = ctx.store.describe_logs([game.id])
    assert (kept.version, kept.loose) == (2, 0)
    assert ctx.games.load(game.id).table.finished


def test_a_step_has_an_end_and_deleted_games_do_no_harm(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_logs, "BUDGET_S", 0.0)
    walk = LongLogs(ctx)
    for game in ("one", "two", "gone"):
        ctx.store.append(game, 0, versions(LOOSE))
        walk.hear(game, LOOSE)
    ctx.store.delete("gone")
    walk.hear("gone", 0)
    walk.hear("never", LOOSE)
    assert [walk.step() for _ in range(4)] == [1, 1, 0, 0]
    assert [entries(ctx, game) for game in ("one", "two")] == [KEEP, KEEP]
