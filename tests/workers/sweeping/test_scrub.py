"""Tests the scrub: bit by bit it finds damage that no read comes across, and every process learns of it."""

from typing import Any

import pytest
from redis import Redis

from eventstore.keys import SCRUBBED, SHARDS, shard_of
from service.game.context import Context
from service.game.scrub_rounds import LOGS, Progress, read_progress
from service.handlers.commands import submit
from service.problems import Problem
from tests.damage import change_body, log_of, put_back
from tests.eventstore.pasts import lose
from tests.eventstore.samples import versions
from tests.toy import Roll
from tests.workers.conftest import later, standing
from tests.workers.serving.given_shares import GivenShares
from tests.workers.sweeping.swept import another, begun_game, wave
from workers.sweeping import pace
from workers.sweeping import scrub as scrubbing
from workers.sweeping.scrub import AGAIN_MS, PASS_MS, Scrub

WAVES = 120
"""There are more waves than versions between two snapshots."""


@pytest.fixture(autouse=True)
def _only_count_events(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BUDGET_S", "CPU_SHARE"):
        monkeypatch.setattr(pace, name, 3_600.0)


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    return standing(ctx)


def waved(ctx: Context) -> str:
    """Return a game with a snapshot, so that its oldest versions are no longer read."""
    game = begun_game(ctx)
    wave(ctx, game, WAVES // 2)
    wave(ctx, game, WAVES // 2)
    return game


def full_pass(ctx: Context) -> Scrub:
    """Return a scrub that has reached the end of a pass."""
    return pass_of(Scrub(ctx))


def pass_of(scrub: Scrub) -> Scrub:
    """Let a scrub go on to the end of a pass."""
    for _ in range(100):
        scrub.step()
        if all(scrub.rounds.of(shard).passed >= scrub.ctx.clock() for shard in scrub.shares.shards):
            return scrub
    raise AssertionError("the pass comes to no end")


def progress(ctx: Context) -> Progress:
    return read_progress(ctx.store, ctx.settings.scrub_days, ctx.clock())[LOGS]


def test_an_old_body_that_changed_is_found_and_nobody_plays_on(ctx: Context, events_redis: Redis) -> None:
    game, kept = waved(ctx), waved(ctx)
    change_body(events_redis, game, 7, b"to:[1]", b"to:[0]")
    elsewhere = another(ctx)
    assert wave(elsewhere, game)  # its snapshot is sound, and so is all that follows

    full_pass(another(ctx))

    elsewhere.games.quarantine.read()
    with pytest.raises(Problem, match="log_damaged") as refused:
        wave(elsewhere, game)
    assert (refused.value.status, refused.value.members) == (409, {"version": 7})
    assert wave(elsewhere, kept)


def test_a_pass_goes_on_where_it_was(ctx: Context) -> None:
    games = [waved(ctx) for _ in range(4)]
    found = []
    for _ in range(100):
        Scrub(ctx).step(150)  # each time another process, with room for a page and for one of the games
        found.append(progress(ctx))
        if found[-1].oldest:
            break

    assert found[-1].versions == sum(ctx.store.head(game) for game in games)
    assert found[-1].share == 1.0
    assert found[-1].size == len(games)
    assert len(set(found)) >= len(games)


@pytest.mark.parametrize("noted", [b"not what the scrub has written", b"[]"])
def test_a_place_that_cannot_be_read_only_begins_another_pass(ctx: Context, events_redis: Redis, noted: bytes) -> None:
    game, elsewhere = waved(ctx), another(ctx)
    ctx.store.set_facts(SCRUBBED, {f"{LOGS} {shard:02d}": noted for shard in range(SHARDS)})
    change_body(events_redis, game, 7, b"to:[1]", b"to:[0]")

    ctx.games.quarantine.condemn(game, 7)
    elsewhere.games.quarantine.read()
    assert elsewhere.games.quarantine.holds(game)

    full_pass(another(ctx))
    elsewhere.games.quarantine.read()
    assert elsewhere.games.quarantine.list_damaged() == [game]
    assert progress(elsewhere).oldest


def test_passes_rest_and_what_they_proved_is_known(ctx: Context) -> None:
    head = ctx.store.head(waved(ctx))
    scrub = full_pass(ctx)
    before = progress(ctx)
    assert (before.versions, before.oldest) == (head, ctx.clock())

    scrub.step()
    Scrub(later(ctx, PASS_MS / 1000 - 1)).step()
    assert progress(ctx) == before

    full_pass(later(ctx, PASS_MS / 1000))
    after = progress(another(ctx))
    assert (after.versions, after.oldest) == (2 * head, ctx.clock() + PASS_MS)


def test_what_was_restored_or_deleted_is_released(ctx: Context, events_redis: Redis) -> None:
    mended, deleted = waved(ctx), waved(ctx)
    sound = log_of(events_redis, mended)
    for game in (mended, deleted):
        change_body(events_redis, game, 7, b"to:[1]", b"to:[0]")
    full_pass(ctx)
    assert set(another(ctx).games.quarantine.list_damaged()) == {mended, deleted}
    put_back(events_redis, mended, sound)
    ctx.store.delete(deleted)

    Scrub(later(ctx, AGAIN_MS / 1000)).step()

    assert another(ctx).games.quarantine.list_damaged() == []
    assert wave(another(ctx), mended)


def test_versions_that_a_failover_replaces_during_a_look_are_no_damage(
    ctx: Context, events_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other, read, replaced = begun_game(ctx), another(ctx), ctx.store.read, list[int]()
    wave(ctx, game, 4)
    newest = ctx.store.head(game)
    monkeypatch.setattr(scrubbing, "SLICE", 1)

    def read_and_replace(of: str, after: int = 0, *more: Any) -> Any:
        found = read(of, after, *more)
        if after == newest - 2 and not replaced:
            replaced.append(after)
            lose(events_redis, game, newest - 3)
            submit(other, game, 0, [Roll()])
            wave(other, game, 3)
        return found

    monkeypatch.setattr(ctx.store, "read", read_and_replace)
    full_pass(ctx)
    assert replaced == [newest - 2]
    assert ctx.games.quarantine.list_damaged() == []


FIRST, SECOND = frozenset(range(0, SHARDS, 2)), frozenset(range(1, SHARDS, 2))


def small_logs(ctx: Context, count: int) -> list[str]:
    """Append games that have a log alone, and return their ids."""
    games = [f"game-{number}" for number in range(count)]
    for game in games:
        ctx.store.append(game, 0, versions(1))
    return games


def test_two_sweeps_prove_each_game_once(ctx: Context) -> None:
    games = small_logs(ctx, 60)
    for own in (FIRST, SECOND):
        before = progress(ctx)
        pass_of(Scrub(ctx, GivenShares(own)))
        proven = sum(shard_of(game) in own for game in games)
        assert progress(ctx).versions == before.versions + proven
    assert progress(ctx) == Progress(1.0, len(games), ctx.clock(), len(games), False)


def test_another_sweep_goes_on_where_a_shard_was_given_up(ctx: Context) -> None:
    games, served = small_logs(ctx, 60), GivenShares(FIRST | SECOND)
    scrub = Scrub(ctx, served)
    scrub.step(scrubbing.PAGE_COST + 20)
    half = progress(ctx).versions
    assert 15 <= half < 40
    served.own = FIRST
    pass_of(Scrub(ctx, GivenShares(SECOND)))
    pass_of(scrub)
    assert progress(ctx).versions == len(games)


def test_a_scrub_that_was_suspended_takes_nothing_back(ctx: Context) -> None:
    games = small_logs(ctx, 60)
    suspended = Scrub(ctx)
    suspended.step(scrubbing.PAGE_COST + 20)
    after = later(ctx, PASS_MS / 1000)
    full_pass(after)
    before = progress(after)
    suspended.step()
    assert progress(after) == before
    assert before.versions >= len(games)


@pytest.mark.parametrize("most", [1, 7])
def test_of_more_games_than_there_is_room_for_none_is_left_out(
    ctx: Context, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(scrubbing, "LISTED", most)
    monkeypatch.setattr(scrubbing, "KEYS", 10)
    shard = shard_of("game-0")
    games = [game for game in (f"game-{number}" for number in range(2_000)) if shard_of(game) == shard]
    for game in games:
        ctx.store.append(game, 0, versions(1))
    full_pass(ctx)
    assert progress(ctx).versions == len(games)


def test_what_waits_for_too_long_is_late(ctx: Context) -> None:
    small_logs(ctx, 10)
    full_pass(ctx)
    days = 86_400 * ctx.settings.scrub_days
    assert progress(later(ctx, days)) == progress(ctx)
    after = progress(later(ctx, days + 1))
    assert (after.share, after.is_late) == (0.0, True)
