"""Tests that workers serve several stores for the queues, also while one is killed and after the list has changed."""

from collections.abc import Iterator
from itertools import count

import pytest
from redis import Redis

from domain.catan import CATAN
from eventstore.streams import open_store
from service.game import deadlines
from service.game.context import Context, compose
from service.game.deadlines import MOVE_GRACE_MS
from service.handlers.commands import submit
from service.handlers.undo_requests import request_undo
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.settings.queue_urls import name_store, split_urls
from tests.conftest import StorePair, store_pair
from tests.service import tables
from tests.service.processes import wait_for
from tests.service.queue.several import SeveralStores, place_of
from tests.toy import TOY, Roll, Step
from tests.workers.conftest import Start, is_finished, later, new_game
from workers.sweeping.due_work import sweep, wake_deferred

LATE = "late=2"  # seconds
WAIT_S = 120


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory, two_stores: SeveralStores) -> Iterator[StorePair]:
    """Yield the addresses of an own store for events, and of two for the queues."""
    with store_pair(tmp_path_factory.mktemp("events")) as pair:
        yield StorePair(pair.events_url, two_stores.url)


@pytest.fixture
def ctx(stores: StorePair, two_stores: SeveralStores) -> Context:
    two_stores.empty()
    Redis.from_url(stores.events_url).flushall()
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": two_stores.url})
    rulesets = {ruleset.name: ruleset for ruleset in (TOY, CATAN)}
    return compose(settings, open_store(stores.events_url), rulesets, Jobs.prompt(two_stores.url))


def games_at(ctx: Context, place: int, number: int, ruleset: str = "catan") -> list[str]:
    """Make games of agents whose work is in the store at a place of the list."""
    made = (new_game(ctx, "ai", "ai", "ai", ruleset=ruleset, seed=f"store {place} {n}") for n in count())
    return [next(game for game in made if place_of(ctx.jobs, game) == place) for _ in range(number)]


def is_elsewhere(ctx: Context, game: str, place: int) -> bool:
    return place_of(ctx.jobs, game) != place


def heads(ctx: Context, games: list[str]) -> int:
    return sum(ctx.store.head(game) for game in games)


def test_each_store_has_workers_that_play_its_games(ctx: Context, two_stores: SeveralStores, start: Start) -> None:
    games = [*games_at(ctx, 0, 2, "toy"), *games_at(ctx, 1, 2, "toy")]
    start("run", "ai")
    start("run", "jobs")
    assert wait_for(lambda: all(is_finished(ctx, game) for game in games))
    assert wait_for(lambda: all(queues.thinking.workers() for queues in ctx.jobs.all))  # a heartbeat may come later
    for game in games:
        job = ctx.jobs.replay(game, None, False, {"format": "text", "language": "en"}, None)
        document = ctx.jobs.wait(job["id"], None, WAIT_S)
        assert document is not None
        assert document["status"] == "finished"


def test_the_log_of_the_sweep_names_the_silent_store_and_is_not_filled_with_it(
    ctx: Context, two_stores: SeveralStores, caplog: pytest.LogCaptureFixture
) -> None:
    with two_stores.killed(1):
        for _ in range(50):
            wake_deferred(ctx)
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == 1
    assert told[0].startswith(f"the queues' store at {ctx.jobs.all[1].name} does not answer: ")
    assert ctx.jobs.all[1].name == name_store(split_urls(two_stores.url)[1])


def test_games_go_on_while_the_store_of_others_is_dead(ctx: Context, two_stores: SeveralStores, start: Start) -> None:
    here, there = games_at(ctx, 0, 2), games_at(ctx, 1, 2)
    start("sweep", LATE)
    start("run", "ai", LATE)
    assert wait_for(lambda: all(ctx.store.head(game) > 10 for game in (*here, *there)))
    with two_stores.killed(1):
        begun = heads(ctx, here)
        assert wait_for(lambda: heads(ctx, here) > begun + 60 or all(is_finished(ctx, game) for game in here))
        assert not all(is_finished(ctx, game) for game in there)
    assert wait_for(lambda: all(is_finished(ctx, game) for game in (*here, *there)))
    for game in (*here, *there):
        versions = {event.version for event in ctx.store.read(game)}
        assert versions == {*range(1, ctx.store.head(game) + 1)}


@pytest.mark.parametrize("left", [0, 1])
def test_what_is_owed_is_asked_for_again_without_the_store_that_had_it(
    ctx: Context, stores: StorePair, two_stores: SeveralStores, start: Start, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The jobs of half of the games are in a store that is no longer named: the log says who owes a move."""
    monkeypatch.setattr(deadlines, "AI_GRACE_MS", 2000)
    games = [*games_at(ctx, 0, 2, "toy"), *games_at(ctx, 1, 2, "toy")]
    assert wait_for(lambda: all(ctx.jobs.agent_state(game, 0) == "queued" for game in games))
    start("sweep", LATE, LONGROAD_RQ_URL=two_stores.urls[left])
    start("run", "ai", LATE, LONGROAD_RQ_URL=two_stores.urls[left])
    assert wait_for(lambda: all(is_finished(ctx, game) for game in games))


@pytest.mark.parametrize("left", [0, 1])
def test_an_undo_that_was_accepted_is_made_without_the_store_that_had_it(
    ctx: Context, two_stores: SeveralStores, left: int
) -> None:
    made = next(
        game for game in (tables.new_game(ctx, undo="free") for _ in count()) if is_elsewhere(ctx, game.id, left)
    )
    tables.put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step()])
    head = ctx.store.head(made.id)
    request_undo(ctx, tables.caller(ctx, made, 0))
    sweep(
        later(
            compose(ctx.settings, ctx.store, ctx.rulesets, Jobs.prompt(two_stores.urls[left])), MOVE_GRACE_MS / 1000 + 1
        )
    )
    assert ctx.store.head(made.id) == head + 1
    assert ctx.games.load(made.id).table.redo == (head,)
