"""Tests that the AI job of a deleted game ends, and that no other follows it."""

import pytest

from service.game.context import Context
from tests.workers.conftest import later, new_game
from workers import jobs
from workers.sweeping.due_work import sweep

LONG_S = 1000


@pytest.mark.usefixtures("here")
def test_a_deleted_game_is_not_tried_again(ctx: Context, caplog: pytest.LogCaptureFixture) -> None:
    game = new_game(ctx, "ai", "ai", "ai", ruleset="catan")
    ctx.store.delete(game)
    for queue in ctx.jobs.ai.queues.values():
        queue.empty()
    jobs.play_ai(game, 1)
    assert not caplog.records
    assert ctx.jobs.ai.state(game) == "late"
    assert sweep(later(ctx, LONG_S)) == 0
    assert not any(queue.count for queue in ctx.jobs.ai.queues.values())
