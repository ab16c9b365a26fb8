"""Tests the scrub: bit by bit it finds damage that no read comes across, and every process learns of it."""

from typing import Any

import pytest
from redis import Redis

from service.game.context import Context
from service.game.quarantine import REGISTER, SCRUB
from service.handlers.commands import submit
from service.problems import Problem
from tests.damage import change_body, log_of, put_back
from tests.eventstore.pasts import lose
from tests.toy import Roll
from tests.workers.conftest import later, standing
from tests.workers.sweeping.swept import another, begun_game, wave
from workers.sweeping import scrub as scrubbing
from workers.sweeping.scrub import AGAIN_MS, PASS_MS, Scrub

WAVES = 120
"""There are more waves than versions between two snapshots."""


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
    scrub = Scrub(ctx)
    for _ in range(100):
        scrub.step()
        if scrub.place().passed >= ctx.clock():
            return scrub
    raise AssertionError("the pass comes to no end")


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
    places = []
    for _ in range(100):
        scrub = Scrub(ctx)  # each time another process
        scrub.step(150)  # room for a page and for one of the games
        places.append(scrub.place())
        if places[-1].passed:
            break

    assert places[-1].versions == sum(ctx.store.head(game) for game in games)
    assert len(set(places)) >= len(games)


@pytest.mark.parametrize("noted", [b"not what the scrub has written", b"[]"])
def test_a_place_that_cannot_be_read_only_begins_another_pass(ctx: Context, events_redis: Redis, noted: bytes) -> None:
    game, elsewhere = waved(ctx), another(ctx)
    ctx.store.set_facts(REGISTER, {SCRUB: noted})
    change_body(events_redis, game, 7, b"to:[1]", b"to:[0]")

    ctx.games.quarantine.condemn(game, 7)
    elsewhere.games.quarantine.read()
    assert elsewhere.games.quarantine.holds(game)

    full_pass(another(ctx))
    elsewhere.games.quarantine.read()
    assert elsewhere.games.quarantine.scrub_progress("passed")


def test_passes_rest_and_what_they_proved_is_known(ctx: Context) -> None:
    head = ctx.store.head(waved(ctx))
    scrub = full_pass(ctx)
    before = scrub.place()

    scrub.step()
    Scrub(later(ctx, PASS_MS / 1000 - 1)).step()
    assert scrub.place() == before

    full_pass(later(ctx, PASS_MS / 1000))
    there = another(ctx).games.quarantine
    there.read()
    assert (there.scrub_progress("versions"), there.scrub_progress("passed")) == (2 * head, ctx.clock() + PASS_MS)


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
