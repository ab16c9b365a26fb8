"""Tests what a table asks of its agents: how often they offer, and how quick they may appear."""

from random import Random
from typing import Any

import pytest

from domain.catan.chapters.trading.messages import OfferTrade
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from tests.toy import TOY
from tests.workers.conftest import act, later, owes, run_job, standing
from workers.agents import catalog
from workers.agents.agent import Agent
from workers.agents.catalog import AgentEntry
from workers.agents.uniform import Uniform

PACE_MS = 4000


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    return standing(ctx)


class Hawker(Agent):
    """Offers something whenever it may, and notes the turns in which it could."""

    could: dict[int, bool] = {}

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Random) -> Any:
        template = next((one for one in actions.templates if one.cls is OfferTrade), None)
        is_own = knowledge.active == knowledge.seat
        if is_own and actions.must_act and knowledge.agenda[-1].kind not in ("roll",):
            self.could[knowledge.turn] = self.could.get(knowledge.turn, False) or template is not None
        return Uniform().choose(ruleset, knowledge, actions.without((OfferTrade,)), budget, rng)


def play(ctx: Context, monkeypatch: pytest.MonkeyPatch, talk: str) -> dict[int, bool]:
    """Return in which turns of a game at such a table offers were possible."""
    entry = AgentEntry("hawker", ("catan",), 0, 0.05, 0.2, f"{__name__}:Hawker")
    monkeypatch.setitem(catalog.BY_ID, "hawker", entry)
    monkeypatch.setattr(Hawker, "could", {})
    seats = [NewSeat("ai", agent="hawker") for _ in range(3)]
    game = create_game(ctx, NewGame("catan", seats, seed="talk", agent_talk=talk)).id
    for _ in range(40):
        lock = ctx.jobs.ai.hold(game)
        assert lock is not None
        from workers.playing import Playing

        try:
            Playing(ctx, game, lock).run()
        finally:
            lock.release()
        if len(Hawker.could) > 40:
            break
    return dict(Hawker.could)


def test_agents_offer_as_often_as_the_table_likes(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, little, silent = (play(ctx, monkeypatch, talk) for talk in ("usual", "little", "silent"))
    assert sum(usual.values()) > 20
    assert not any(silent.values())
    assert 0 < sum(little.values()) < len(little) / 2
    assert {turn // 3 % 3 for turn, could in little.items() if could} == {0}


def paced_game(ctx: Context, pace_ms: int) -> str:
    seats = [NewSeat("human"), NewSeat("ai", agent="uniform")]
    return create_game(ctx, NewGame("toy", seats, seed="pace", agent_pace_ms=pace_ms)).id


def test_an_agent_lets_people_see_each_of_its_acts(ctx: Context) -> None:
    game = paced_game(ctx, PACE_MS)
    while not owes(ctx, game, 1):
        act(ctx, game, 0)
    before = ctx.store.head(game)
    assert run_job(ctx, game) == before, "it waits for its pace, and no worker waits with it"
    assert ctx.jobs.ai.state(game) == "queued"
    assert run_job(later(ctx, PACE_MS / 1000 - 0.5), game) == before
    run_job(later(ctx, PACE_MS / 1000), game)
    assert ctx.store.head(game) == before + 1, "one act, and the next has its own time"


def test_without_a_pace_agents_act_at_once(ctx: Context) -> None:
    game = paced_game(ctx, 0)
    while not owes(ctx, game, 1):
        act(ctx, game, 0)
    before = ctx.store.head(game)
    run_job(ctx, game)
    assert ctx.store.head(game) > before
    assert not owes(ctx, game, 1)


def test_the_toy_game_has_nothing_to_propose() -> None:
    assert TOY.proposals == ()
