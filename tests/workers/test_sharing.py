"""One client that asks for work without end does not stall another's."""

import pytest

from service.context import Context
from service.creating import NewGame, NewSeat, create_game
from service.holdings import Maker
from service.problems import Problem
from service.worker_shares import MOST_JOBS, SHARE_S
from tests.workers.conftest import Start, is_finished, wait_for

FLOOD = 40


def open_game(ctx: Context, client: str, ruleset: str, number: int = 0) -> str:
    seats = [NewSeat("ai", agent="uniform") for _ in range(4)]
    return create_game(ctx, NewGame(ruleset, seats, seed=f"{client} {number}"), maker=Maker(client)).id


def test_a_flood_of_games_does_not_stall_another_clients(ctx: Context, start: Start) -> None:
    flood = [open_game(ctx, "greedy", "catan", number) for number in range(FLOOD)]
    start("run", "ai")
    assert wait_for(lambda: ctx.jobs.shares.is_over("greedy"))
    before = {game: ctx.store.head(game) for game in flood}
    modest = open_game(ctx, "modest", "toy")
    assert wait_for(lambda: is_finished(ctx, modest))
    heads = {game: ctx.store.head(game) for game in flood}
    went_on = [game for game, head in heads.items() if head > before[game]]
    assert len(went_on) < FLOOD / 2, "it had to wait for a slice of every other game"
    assert wait_for(lambda: any(ctx.store.head(game) > head for game, head in heads.items()))


def test_who_used_little_is_not_over(ctx: Context) -> None:
    shares = ctx.jobs.shares
    shares.charge("a", SHARE_S * 0.9)
    assert not shares.is_over("a")
    shares.charge("a", SHARE_S * 0.2)
    assert shares.is_over("a")
    assert not shares.is_over("b")


def test_a_client_has_only_so_many_jobs_waiting(ctx: Context) -> None:
    shares = ctx.jobs.shares
    for number in range(MOST_JOBS):
        shares.check_room("a")
        shares.note_job("a", ctx.jobs.replay(f"game{number}", None, False, {}, None)["id"])
    with pytest.raises(Problem) as refusal:
        shares.check_room("a")
    assert (refusal.value.status, refusal.value.members["retry_after"]) == (429, 2)
    shares.check_room("b")
    ctx.jobs.queue.empty()
    shares.check_room("a")
