"""Tests that the sweep deletes finished games after the days that a setting says, and nothing else."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from eventstore import keys
from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Party
from service.game.clocks import DAY_MS
from service.game.context import Context, compose
from service.handlers.branches import NewBranch, branch
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.webhooks.registry import NewHook, find_hook, make_hook
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.service.following import follow_feeds
from tests.service.recorded import imported, record_of
from tests.service.tables import caller
from tests.workers.conftest import later, standing
from workers.sweeping import retention
from workers.sweeping.retention import Retention

DAYS = 10
TOGETHER = ("human", "human")
DAY_S = DAY_MS // 1000


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context that keeps finished games for some days, whose clock stands still unless the test moves it."""
    return standing(replace(ctx, settings=replace(ctx.settings, keep_finished_days=DAYS)))


def made(ctx: Context, **wish: Any) -> Any:
    return create_game(ctx, NewGame("toy", [NewSeat(kind) for kind in TOGETHER], **wish))


def ended(ctx: Context, **wish: Any) -> Any:
    game = made(ctx, **wish)
    resign(ctx, caller(ctx, game, 0))
    return game


def swept(ctx: Context, days: float) -> int:
    """Return how many games a pass deletes so many days later."""
    walk = Retention(later(ctx, days * DAY_S))
    while not walk.is_resting:
        walk.step()
    return walk.deleted


def there(ctx: Context, *games: Any) -> list[bool]:
    return [bool(ctx.store.head(game.id)) for game in games]


def test_finished_games_go_after_their_days(ctx: Context) -> None:
    games = [ended(ctx, private=private) for private in (False, True)]
    going, unstarted = made(ctx), create_game(ctx, NewGame("toy", [NewSeat("human"), NewSeat("open")]))
    follow_feeds(ctx)

    assert swept(ctx, DAYS - 0.1) == 0
    assert swept(ctx, DAYS) == 2

    assert there(ctx, *games, going, unstarted) == [False, False, True, True]
    assert ctx.store.facts(games[0].id) == {}
    assert swept(ctx, 10 * DAYS) == 0


def test_without_a_number_of_days_they_stay(ctx: Context) -> None:
    game = ended(ctx)
    assert swept(replace(ctx, settings=replace(ctx.settings, keep_finished_days=None)), 1_000) == 0
    assert there(ctx, game) == [True]


def test_a_branch_stays_while_its_own_branches_need_it(ctx: Context) -> None:
    parent = made(ctx)
    child = branch(ctx, caller(ctx, parent, 0), NewBranch(1))
    resign(ctx, caller(ctx, child, 0))

    assert swept(ctx, DAYS) == 0

    resign(ctx, caller(ctx, parent, 0))
    assert swept(ctx, DAYS) == 2
    assert there(ctx, parent, child) == [False, False]


def test_a_round_has_an_end(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        ended(ctx)
    monkeypatch.setattr(retention, "BUDGET_S", 0.0)
    walk = Retention(later(ctx, DAYS * DAY_S))
    counts = []
    while not walk.is_resting:
        walk.step()
        counts.append(walk.deleted)
    assert {after - before for before, after in zip([0, *counts], counts, strict=False)} <= {0, 1}
    assert walk.deleted == 3


def test_an_archived_game_goes_too(ctx: Context, stores: StorePair, tmp_path: Path) -> None:
    store = open_store(stores.events_url, archive=open_archive(tmp_path))
    with_archive = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)
    game = ended(with_archive)
    assert put_away(store, game.id) == [game.id]
    assert list(tmp_path.rglob("*.seg"))

    assert swept(with_archive, DAYS) == 1
    assert clear_away(store) == 1
    assert not list(tmp_path.rglob("*.seg"))
    store.close()


def test_a_step_looks_into_as_many_segments_as_it_has_time_for(
    ctx: Context, stores: StorePair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(stores.events_url, archive=open_archive(tmp_path))
    with_archive = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)
    for game in [ended(with_archive) for _ in range(4)]:
        put_away(store, game.id)

    def steps(budget_s: float, days: float) -> tuple[int, int]:
        monkeypatch.setattr(retention, "BUDGET_S", budget_s)
        walk, count = Retention(later(with_archive, days * DAY_S)), 0
        while not walk.is_resting:
            walk.step()
            count += 1
        return count, walk.deleted

    page = steps(1_000, DAYS - 0.1)[0]
    assert steps(0.0, DAYS - 0.1) == (page + 4, 0), "a step without time does one thing"
    assert steps(1_000, DAYS) == (page, 4)
    store.close()


def test_what_a_backup_brings_back_goes_again(ctx: Context, events_redis: Redis) -> None:
    game = ended(ctx)
    copied = {key: events_redis.dump(key) for key in keys.of_game(game.id) if f":g:{game.id}" in key}
    assert swept(ctx, DAYS) == 1
    for key, value in copied.items():
        if value is not None:
            events_redis.restore(key, 0, value)
    assert there(ctx, game) == [True]

    assert swept(ctx, DAYS) == 1
    assert there(ctx, game) == [False]


def test_an_imported_game_counts_from_when_it_came(ctx: Context) -> None:
    record = record_of(ctx, ended(ctx).id)
    much_later = later(ctx, 10 * DAYS * DAY_S)
    game = imported(much_later, record)

    assert swept(much_later, 0) == 1
    assert swept(much_later, DAYS - 0.1) == 0
    assert there(ctx, game) == [True]
    assert swept(much_later, DAYS) == 1
    assert there(ctx, game) == [False]


def test_the_webhooks_of_seats_go_and_those_of_keys_stay(ctx: Context) -> None:
    game = made(ctx)
    seat = Party(caller=caller(ctx, game, 1))
    key, _ = make_key(ctx, None, NewKey())
    hooks = [make_hook(ctx, party, NewHook("https://8.8.8.8/")).id for party in (seat, Party(key=key))]
    resign(ctx, caller(ctx, game, 0))

    assert swept(ctx, DAYS) == 1
    assert [find_hook(ctx, hook) is None for hook in hooks] == [True, False]
