"""Tests two processes on a store that loses its newest versions, as may happen in a failover.

Version numbers are then written twice. What a process remembers of the lost versions is shown no longer, and nothing
that was decided on them is ever appended.
"""

from collections.abc import Callable, Sequence
from typing import Any

import orjson
import pytest
from redis import Redis

from eventstore.log.chain import verify_chain
from eventstore.records import Beside, Tip, Version
from eventstore.streams import RedisEventStore, open_store
from service.game.context import Context
from service.game.cursors import Cursor
from service.game.results import Created, Queued
from service.handlers.accept import PASTS
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head, request_undo
from service.handlers.votes import abandon
from service.queue.jobs import Jobs
from service.records.replay import replay
from service.views.events_pages import events_page
from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.looking import view
from tests.service.tables import caller, fresh, new_context, new_game, put_aside, refusal
from tests.toy import EndTurn, Roll, Step, Wave
from workers import jobs

Pair = tuple[Context, Context]


@pytest.fixture
def here_and_there(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Pair:
    """Return the contexts of two processes on the same stores, each with a memory of its own."""
    here, there = (new_context(open_store(stores.events_url), rq_redis) for _ in range(2))
    return here, there


def play(ctx: Context, made: Created, *commands: Any, seat: int = 0) -> None:
    for command in commands:
        submit(ctx, made.id, seat, [command])


def played(ctx: Context, *commands: Any, **wish: Any) -> Created:
    """Return a game at version 3, and the commands of seat 0."""
    made = new_game(ctx, undo="free", **wish)
    put_aside(ctx, made)
    play(ctx, made, *commands)
    return made


def shown(ctx: Context, made: Created, version: int | None = None) -> Any:
    """Return what both seats see."""
    seen = [view(ctx, caller(ctx, made, seat), version) for seat in (0, 1)]
    return [{name: value for name, value in one.items() if name != "awaiting"} for one in seen]


def require_sound(made: Created, *contexts: Context) -> None:
    """Check that the log is whole, and that all processes show what it holds, at each of its versions."""
    events = contexts[0].store.read(made.id)
    assert verify_chain(events) == events[-1].chain
    for version in (None, *range(1, events[-1].version + 1)):
        wanted = shown(fresh(contexts[0]), made, version)
        assert all(shown(ctx, made, version) == wanted for ctx in contexts)
    proven = replay(contexts[-1], made.id, caller(contexts[-1], made, 0), {"format": "json"}, lambda _: None)
    assert (proven["verified"], proven["versions"]) == (True, events[-1].version)


@pytest.mark.parametrize("written", [0, 1, 2, 3])
def test_both_processes_show_the_past_that_the_log_has(here_and_there: Pair, events_redis: Redis, written: int) -> None:
    here, there = here_and_there
    made = played(here, Roll(), Step())
    lost = shown(here, made), shown(there, made)
    assert lost[0] == lost[1]
    lose(events_redis, made.id, 3)
    play(there, made, *(Wave(2), Roll(), EndTurn())[:written])
    require_sound(made, here, there)
    play(here, made, Wave(1), seat=1) if written == 3 else play(here, made, Wave(2))
    require_sound(made, there, here)


def test_commands_go_on_from_the_past_that_the_log_has(here_and_there: Pair, events_redis: Redis) -> None:
    here, there = here_and_there
    made = played(here, Roll())
    lose(events_redis, made.id, 3)
    play(there, made, Wave(2))
    with refusal("refused", "toy.roll_first"):
        submit(here, made.id, 0, [Step()])  # legal only after the roll that was lost
    play(here, made, Roll())
    require_sound(made, here, there)


class Forgetful(RedisEventStore):
    """Represents a store that loses its newest versions right before an append, for a given number of times."""

    lapse: Callable[[], Any] | None = None
    times = 0

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        if self.lapse and self.times:
            self.times -= 1
            lapse, self.lapse = self.lapse, None
            lapse()
            self.lapse = lapse
        return super()._append(game, base, versions, beside)


@pytest.fixture
def forgetful(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Context:
    """Return a context over a store that can lose its newest versions right before an append."""
    whole = open_store(stores.events_url)
    return new_context(Forgetful(whole._redis, whole._blocking), rq_redis)


def lapses(ctx: Context, there: Context, made: Created, client: Redis, *others: Any) -> Callable[[], None]:
    """Have version 4 lost and replaced by another process, each time by a different one."""
    left = list(others)

    def lapse() -> None:
        lose(client, made.id, 3)
        play(there, made, left[0])
        left.append(left.pop(0))

    assert isinstance(ctx.store, Forgetful)
    ctx.store.lapse, ctx.store.times = lapse, 1
    return lapse


def test_nothing_decided_on_a_lost_past_is_appended(
    forgetful: Context, here_and_there: Pair, events_redis: Redis
) -> None:
    there = here_and_there[1]
    made = played(forgetful, Roll())
    lapses(forgetful, there, made, events_redis, Wave(2))
    with refusal("refused", "toy.roll_first"):
        submit(forgetful, made.id, 0, [Step()])
    assert forgetful.store.head(made.id) == 4
    require_sound(made, forgetful, there)


def test_what_is_still_right_is_judged_again(forgetful: Context, here_and_there: Pair, events_redis: Redis) -> None:
    there = here_and_there[1]
    made = played(forgetful, Wave(2))
    lapses(forgetful, there, made, events_redis, Roll())
    assert submit(forgetful, made.id, 0, [Wave(2)]).version == 5
    require_sound(made, forgetful, there)


@pytest.mark.parametrize("act", ["resign", "abandon", "undo"])
def test_every_act_is_judged_again(forgetful: Context, here_and_there: Pair, events_redis: Redis, act: str) -> None:
    there = here_and_there[1]
    made = played(forgetful, Wave(2))
    lapses(forgetful, there, made, events_redis, Roll())
    one = caller(forgetful, made, 1)
    if act == "resign":
        resign(forgetful, one)
    elif act == "abandon":
        abandon(forgetful, one)
    else:
        request_undo(forgetful, one, 2)  # a vote
    assert forgetful.store.head(made.id) == 5
    require_sound(made, forgetful, there)


def test_after_five_pasts_it_is_busy(forgetful: Context, here_and_there: Pair, events_redis: Redis) -> None:
    there = here_and_there[1]
    made = played(forgetful, Wave(2))
    lapses(forgetful, there, made, events_redis, Roll(), Wave(2))
    store = forgetful.store
    assert isinstance(store, Forgetful)
    store.times = PASTS - 1
    assert submit(forgetful, made.id, 0, [Wave(2)]).version == 5
    lapses(forgetful, there, made, events_redis, Roll(), Wave(2))
    lose(events_redis, made.id, 4)
    store.times = PASTS
    with refusal("busy", retry_after=1):
        submit(forgetful, made.id, 0, [Wave(2)])
    require_sound(made, forgetful, there)


def test_an_expected_past_is_expected_whole(here_and_there: Pair, events_redis: Redis) -> None:
    here, there = here_and_there
    made = played(here, Roll())
    lost = here.games.load(made.id).tip
    lose(events_redis, made.id, 3)
    play(there, made, Wave(2))
    with refusal("stale_version", version=4):
        submit(here, made.id, 0, [Wave(2)], expected=lost)
    assert submit(here, made.id, 0, [Wave(2)], expected=4).version == 5


def test_an_undo_of_a_lost_version_does_not_run(
    here_and_there: Pair, events_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = here_and_there
    monkeypatch.setattr(jobs, "context", lambda: there)
    made = played(here, Roll())
    arguments = queued(here, request_undo(here, caller(here, made, 0)))
    there.games.load(made.id)
    lose(events_redis, made.id, 3)
    play(here, made, Wave(2))
    assert jobs.undo(*arguments)["problem"]["slug"] == "stale_version"
    assert there.store.head(made.id) == 4

    arguments = queued(here, request_undo(here, caller(here, made, 0)))
    done = {"result": {"version": 5, "to_version": 3}}
    assert [jobs.undo(*arguments), jobs.undo(*arguments)] == [done, done]
    require_sound(made, here, there)


def test_the_same_undo_of_another_past_is_not_the_job(here_and_there: Pair, events_redis: Redis) -> None:
    here, there = here_and_there
    made = played(here, Roll())
    lost = here.games.load(made.id).tip
    lose(events_redis, made.id, 3)
    play(there, made, Wave(2))
    move_head(there, made.id, 3, 4, 0)
    with refusal("stale_version", version=5):
        move_head(here, made.id, 3, 4, 0, lost.chain)
    assert move_head(here, made.id, 3, 4, 0) == {"version": 5, "to_version": 3}


def queued(ctx: Context, asked: Any) -> list[Any]:
    """Return the arguments of a job, as a worker reads them."""
    assert isinstance(asked, Queued)
    job = Jobs(ctx.jobs.redis).queue.fetch_job(asked.job["id"])
    assert job is not None
    return list(orjson.loads(orjson.dumps(job.args)))


def test_events_are_those_of_the_past_that_the_log_has(here_and_there: Pair, events_redis: Redis) -> None:
    here, there = here_and_there
    made = played(here, Roll(), Step())
    events_page(here, caller(here, made, 0))
    lose(events_redis, made.id, 3)
    play(there, made, Wave(2))
    pages = [events_page(ctx, caller(ctx, made, 0)) for ctx in (here, there)]
    assert pages[0] == pages[1]
    with refusal("cursor_ahead", version=4):
        events_page(here, caller(here, made, 0), after=Cursor(5))


@pytest.mark.parametrize("written", [0, 1, 2])
def test_a_log_that_loses_versions_while_it_is_read_is_not_damaged(
    here_and_there: Pair, events_redis: Redis, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """A replay whose versions are lost, or written anew, has to be requested again; the game goes on."""
    here, there = here_and_there
    made = played(here, Wave(2), Wave(2), Wave(2))
    newest, proven = here.store.head(made.id), list[float]()
    monkeypatch.setattr("service.records.replay._PAGE", 1)

    def lose_some(fraction: float) -> None:
        proven.append(fraction)
        if len(proven) == newest - 1:
            lose(events_redis, made.id, newest - 2)
            play(there, made, *(Roll(), Wave(2))[:written])

    with refusal("busy"):
        replay(here, made.id, caller(here, made, 0), {"format": "text"}, lose_some)
    assert len(proven) == newest - 1
    assert here.games.quarantine.list_damaged() == []
    require_sound(made, here, there)
