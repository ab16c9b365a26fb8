"""Tests that what is tried again, or was lost, is linked to what caused it, and the first try goes on below it."""

from collections.abc import Iterator

import pytest

from service.game.context import Context
from service.queue.ai_jobs import LINK, TRACE
from service.tracing import spans
from tests.service.tracing.collector import Collector, recording
from tests.service.webhooks.conftest import House, house
from tests.workers.conftest import act, ctx, here, new_game, work
from tests.workers.sample_jobs import HERE
from workers import jobs
from workers.serving.lost_jobs import may_begin_again
from workers.sweeping.due_work import wake_deferred
from workers.webhooks.delivery_attempts import attempt

FIXTURES = (house, ctx, here)


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Yield a collector to which this process sends its spans."""
    with recording(monkeypatch) as collector:
        yield collector


def test_the_first_attempt_of_a_delivery_goes_on_and_the_others_are_linked(house: House, collector: Collector) -> None:
    hook = house.hook(types=["events"])
    table = house.table(seats=[{"kind": "human"}, {"kind": "human"}])
    house.receiver.answer = lambda message: (500, None)
    ((_, n),) = [work for work in house.notice() if work[0] == hook["id"]][-1:]
    for _ in range(2):
        attempt(house.ctx, hook["id"], n)
    spans.end()
    made = collector.named("project", projection="webhooks", game=table.id)
    first, second = collector.named("deliver", game=table.id)
    assert first.parent in [seen.id for seen in made]
    assert (second.parent, second.links) == ("", [first.parent])
    assert [seen.about["longroad.attempt"] for seen in (first, second)] == [1, 2]
    assert [seen.about["http.response.status_code"] for seen in (first, second)] == [500, 500]
    told = [headers["traceparent"].rpartition("-")[0] for headers, _ in house.receiver.told]
    assert told == [f"00-{seen.trace}-{seen.id}" for seen in (first, second)]


def test_a_job_that_begins_again_is_linked(here: Context, collector: Collector) -> None:
    with spans.span("request", "server"):
        again = here.jobs.enqueue("sample", f"{HERE}.double", [1], None)
        here.jobs.enqueue("sample", f"{HERE}.double", [2], None)
    lost = here.jobs.queue.fetch_job(again["id"])
    assert lost is not None
    assert may_begin_again(lost)
    lost.save()
    work(here, "jobs")
    spans.end()
    (request,) = collector.named("request")
    linked, first = collector.named("job", kind="double")
    assert (linked.parent, linked.links) == ("", [request.id])
    assert (first.parent, first.links) == (request.id, [])


def test_a_lost_wake_up_is_linked_to_what_appended(here: Context, collector: Collector) -> None:
    with spans.span("request", "server"):
        game = new_game(here, "human", "ai")
        while here.jobs.ai.state(game) == "late":
            act(here, game, 0)
    here.jobs.redis.delete(*here.jobs.redis.keys("rq:*"), *here.jobs.redis.keys("longroad:ai:*"))
    head = here.store.head(game)
    here.jobs.ai.defer(game, -1)
    assert wake_deferred(here) == 1
    work(here, "ai", 1)
    spans.end()
    (appended,) = collector.named("append", version=head, game=game)
    woken = [seen for seen in collector.named("wake", version=head) if seen.links]
    assert [(seen.parent, seen.links) for seen in woken] == [("", [appended.id])]
    (job,) = collector.named("job", kind="play_ai")
    assert (job.parent, job.trace) == (woken[0].id, woken[0].trace)


def test_what_is_not_sampled_leaves_no_trail(here: Context, collector: Collector) -> None:
    with spans.resume(f"00-{'a' * 32}-{'b' * 16}-00", "request"):
        new_game(here, "human", "ai")
    assert here.jobs.redis.keys("longroad:trace:*") == []
    with spans.resume(f"00-{'a' * 32}-{'b' * 16}-01", "request"):
        game = new_game(here, "human", "ai")
    assert here.jobs.redis.keys("longroad:trace:*") == [f"longroad:trace:{game}:1".encode()]
    spans.end()
    assert {seen.trace for seen in collector.spans} == {"a" * 32}


def test_without_traces_jobs_and_keys_are_as_ever(here: Context) -> None:
    game = new_game(here, "human", "ai")
    while here.jobs.ai.state(game) == "late":
        act(here, game, 0)
    (job,) = here.jobs.ai.queue.jobs
    assert not {TRACE, LINK} & job.meta.keys()
    assert here.jobs.redis.keys("longroad:trace:*") == []
    assert jobs.context() is here
