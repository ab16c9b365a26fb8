"""Tests several sweeps, in processes of their own: one is killed, another is suspended and wakes again."""

import signal

from eventstore.keys import SWEEPS
from service.game.context import Context
from service.game.deadlines import AI_DEADLINE
from tests.service.processes import wait_for
from tests.workers.conftest import Start, new_game

GAMES = 40


def test_what_is_due_is_done_whatever_becomes_of_a_sweep(ctx: Context, start: Start) -> None:
    first, second = start("sweep"), start("sweep")
    assert wait_for(lambda: len(ctx.store.facts(SWEEPS)) == 2)
    games = [new_game(ctx, "human", "human") for _ in range(GAMES)]
    heads = [ctx.store.head(game) for game in games]
    for sent in (None, signal.SIGSTOP, signal.SIGCONT, signal.SIGKILL):
        if sent is not None:
            first.send_signal(sent)
        for game in games:
            ctx.store.set_deadlines(game, {AI_DEADLINE: ctx.clock() - 10})
        assert wait_for(lambda: not ctx.store.count_overdue(ctx.clock())), sent
    assert [ctx.store.head(game) for game in games] == heads
    assert wait_for(lambda: len(ctx.store.facts(SWEEPS)) == 1)
    second.terminate()
    assert second.wait(90) == 0
    assert ctx.store.facts(SWEEPS) == {}
