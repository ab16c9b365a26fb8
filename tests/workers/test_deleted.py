"""The AI job of a game that is gone ends, and none comes after it."""

from collections.abc import Iterator

import pytest

from service.context import Context
from tests.conftest import StorePair
from tests.workers.conftest import later, new_game
from workers import jobs
from workers.sweep import sweep

LONG_S = 1000


@pytest.fixture
def worker(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process as a worker of the stores."""
    monkeypatch.setenv("EVENTS_URL", stores.events_url)
    monkeypatch.setenv("RQ_URL", stores.rq_url)
    jobs.context.cache_clear()
    yield
    jobs.context.cache_clear()


@pytest.mark.usefixtures("worker")
def test_a_deleted_game_is_not_tried_again(ctx: Context, caplog: pytest.LogCaptureFixture) -> None:
    game = new_game(ctx, "ai", "ai", "ai", ruleset="catan")
    ctx.store.delete(game)
    ctx.jobs.ai.queue.empty()
    jobs.play_ai(game, 1)
    assert not caplog.records
    assert ctx.jobs.ai.state(game) == "late"
    assert sweep(later(ctx, LONG_S)) == 0
    assert ctx.jobs.ai.queue.count == 0
