"""Tests what a table asks of its agents: how often they offer, and how quick they may appear."""

from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.catan.chapters.trading.messages import OfferTrade
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.seat_changes import SeatChange, change_seat
from tests.service.tables import caller, put_aside
from tests.toy import TOY
from tests.workers.company import check_company, play_games
from tests.workers.conftest import act, later, owes, run_job, standing
from workers.agents import catalog
from workers.agents.agent import Agent, load_agent, load_guest
from workers.agents.catan.manners import Polite
from workers.agents.entries import AgentEntry
from workers.agents.uniform import Uniform
from workers.playing import PACE_ALONE_MS, Playing

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


def test_agents_alone_take_their_time_while_a_person_may_come_back(ctx: Context) -> None:
    seats = [NewSeat("human"), NewSeat("ai", agent="uniform")]
    made = create_game(ctx, NewGame("toy", seats, seed="pace"))
    game, who = made.id, caller(ctx, made, 0)
    put_aside(ctx, made)
    change_seat(ctx, who, 0, SeatChange(agent="uniform"))
    before = ctx.store.head(game)
    assert run_job(ctx, game) == before
    run_job(later(ctx, PACE_ALONE_MS / 1000), game)
    assert ctx.store.head(game) == before + 1, "one act, and the next has its own time"
    change_seat(ctx, who, 0, SeatChange(back=True))
    while not owes(ctx, game, 1):
        act(ctx, game, 0)
    before = ctx.store.head(game)
    run_job(ctx, game)
    assert ctx.store.head(game) > before, "beside a person they act at once"


def test_agents_beside_a_person_do_not_wait_for_another_who_lent_the_seat(ctx: Context) -> None:
    seats = [NewSeat("human"), NewSeat("ai", agent="uniform"), NewSeat("human")]
    made = create_game(ctx, NewGame("toy", seats, seed="pace"))
    put_aside(ctx, made)
    change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(agent="uniform"))
    before = ctx.store.head(made.id)
    run_job(ctx, made.id)
    assert ctx.store.head(made.id) > before


def test_the_toy_game_has_nothing_to_propose() -> None:
    assert TOY.proposals == ()


def test_with_people_an_agent_keeps_to_its_manners_and_alone_it_plays_as_it_was_measured() -> None:
    for name in ("graded@8@3", "graded@8@2", "planner@3", "expectimax@1"):
        assert isinstance(load_guest(name), Polite)
        assert not isinstance(load_agent(name), Polite)
    for name in ("graded@8@1", "planner@2", "planner@1"):
        assert not isinstance(load_guest(name), Polite)


@pytest.mark.parametrize(("people", "is_polite"), [("human", True), ("ai", False)])
def test_the_host_asks_guests_where_people_sit(
    ctx: Context, monkeypatch: pytest.MonkeyPatch, people: str, *, is_polite: bool
) -> None:
    asked: list[bool] = []

    def choose(self: Any, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Random) -> Any:
        asked.append(self.is_guest)
        return Uniform().choose(ruleset, knowledge, actions, budget, rng)

    monkeypatch.setattr(Visitor, "choose", choose)
    company = f"{__name__}:Guest"
    entry = AgentEntry("visitor", ("toy",), 0, 0.05, 0.2, f"{__name__}:Visitor", company=company)
    monkeypatch.setitem(catalog.BY_ID, "visitor", entry)
    game = create_game(ctx, NewGame("toy", [NewSeat(people), NewSeat("ai", agent="visitor")], seed="guests")).id
    for _ in range(4):
        run_job(ctx, game)
        if owes(ctx, game, 0):
            act(ctx, game, 0)
    assert set(asked) == {is_polite}


class Visitor(Uniform):
    """Plays blindly, and knows whether it is a guest."""

    is_guest = False


class Guest(Visitor):
    """Is a visitor at a table of people."""

    is_guest = True

    def __init__(self, agent: Visitor) -> None:
        assert not agent.is_guest


@pytest.mark.parametrize("agent", ["graded@1", "graded@5", "planner"])
def test_agents_are_good_company_for_a_whole_game(rq_redis: Redis, agent: str) -> None:
    check_company(play_games(rq_redis, agent, 1))
