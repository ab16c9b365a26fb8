"""Tests one AI job in this process: its reproducible choices, its fallbacks, and how it waits for people."""

from dataclasses import replace
from typing import Any

import pytest

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.debts import waits_until
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.undo_requests import move_head, request_undo
from service.handlers.votes import VOTE_MS
from service.process.wall_clock import write_time
from service.queue.keys import ai_job
from service.table.events import OFFER_WAIT_S
from tests.service.looking import view
from tests.toy import Wave
from tests.workers.conftest import act, is_finished, is_reproducible, later, new_game, owes, run_job, standing
from workers.agents import catalog
from workers.agents.agent import Agent
from workers.agents.entries import AgentEntry
from workers.agents.uniform import Uniform
from workers.run import measure


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    return standing(ctx)


class Crashing(Agent):
    """Fails at every decision."""

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Any) -> Any:
        raise RuntimeError("no idea")


class Cheating(Agent):
    """Chooses a command that is not legal."""

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Any) -> Any:
        return Wave(0)


class Passing(Agent):
    """Passes at every decision."""

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Any) -> Any:
        return None


class Hurried(Uniform):
    """Stops at every decision because its time is up."""

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Any) -> Any:
        self.stopped += 1
        return super().choose(ruleset, knowledge, actions, budget, rng)


@pytest.fixture
def bad_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Crashing", "Cheating", "Passing", "Hurried"):
        entry = AgentEntry(name, ("toy",), 0, 0.05, 0.2, f"{__name__}:{name}")
        monkeypatch.setitem(catalog.BY_ID, name, entry)


def test_a_job_stops_at_a_persons_turn(ctx: Context) -> None:
    game = new_game(ctx, "human", "ai")
    settled = run_job(ctx, game)
    assert settled == ctx.store.head(game)
    assert owes(ctx, game, 0)
    assert not owes(ctx, game, 1)


def test_a_job_pauses_for_whoever_asks_for_way(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")
    ctx.jobs.ai.ask_for_way(game)
    run_job(ctx, game)
    assert ctx.jobs.ai.pause(game) == 0
    assert ctx.store.head(game) > 1


def test_every_choice_can_be_made_again(ctx: Context) -> None:
    """The seed, the commands so far and the seat are all that an agent's luck depends on."""
    game = new_game(ctx, "ai", "ai", seat0="uniform", seat1="uniform")
    run_job(ctx, game)
    assert is_finished(ctx, game)
    assert is_reproducible(ctx, game)


def found_first(ctx: Context, game: str, seat: int) -> None:
    """Found a settlement and its road for a seat, each where the rules list it first."""
    for _ in range(2):
        loaded = ctx.games.load(game)
        submit(ctx, game, seat, loaded.ruleset.actions(loaded.position, seat).commands[:1])


def test_whoever_undoes_and_plays_the_same_meets_the_same_answer(ctx: Context) -> None:
    seats = [NewSeat("human"), *(NewSeat("ai", agent="uniform") for _ in range(2))]
    game = create_game(ctx, NewGame("catan", seats, undo="free", options={"starting_seat": 0})).id
    answers = []
    for _ in range(3):
        start = ctx.store.head(game)
        found_first(ctx, game, 0)
        founded = ctx.store.head(game)
        run_job(ctx, game)
        answers.append([event.body for event in ctx.store.read(game, founded)])
        move_head(ctx, game, start, ctx.store.head(game), 0)

    assert len(answers[0]) >= 8
    assert answers == answers[:1] * 3


@pytest.mark.usefixtures("bad_agents")
@pytest.mark.parametrize("agent", ["Crashing", "Cheating", "Passing"])
def test_a_failing_agent_does_not_stop_the_game(ctx: Context, agent: str) -> None:
    game = new_game(ctx, "ai", "ai", seat0=agent)
    run_job(ctx, game)
    assert is_finished(ctx, game)


@pytest.mark.usefixtures("bad_agents")
def test_what_an_emergency_stop_ended_is_counted(ctx: Context) -> None:
    before = measure("ai")[0]
    game = new_game(ctx, "ai", "ai", seat0="Hurried", seat1="uniform")
    run_job(ctx, game)
    after = measure("ai")[0]
    assert is_finished(ctx, game)
    assert after.metric == "longroad_agent_stops_total"
    assert after.value > before.value


def test_an_agent_that_is_no_longer_known_is_replaced(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = AgentEntry("gone", ("toy",), 0, 0.05, 0.2, "workers.agents.uniform:Uniform")
    monkeypatch.setitem(catalog.BY_ID, "gone", entry)
    game = new_game(ctx, "ai", "ai", seat0="gone", seat1="gone")
    monkeypatch.delitem(catalog.BY_ID, "gone")
    run_job(ctx, game)
    assert is_finished(ctx, game)


def offered_to_person(ctx: Context) -> str:
    """Return a game of Catan in which an AI seat has just made an offer that a person may answer."""
    for number in range(40):
        game = new_game(ctx, "human", "ai", "ai", "ai", ruleset="catan", seed=f"offer {number}")
        for _ in range(200):
            run_job(ctx, game)
            if may_answer(ctx, game):
                return game
            if is_finished(ctx, game):
                break
            act(ctx, game, 0)
    raise AssertionError("no offer was made")


def may_answer(ctx: Context, game: str) -> bool:
    return any(entry.seat == 0 and not entry.must for entry in ctx.games.load(game).awaiting())


def test_an_offer_leaves_people_time_to_answer(ctx: Context) -> None:
    game = offered_to_person(ctx)
    head = ctx.store.head(game)
    assert ctx.jobs.agent_state(game, 1) == "queued"
    assert run_job(ctx, game) == head
    assert ctx.store.head(game) == head
    run_job(later(ctx, OFFER_WAIT_S + 0.1), game)
    assert ctx.store.head(game) > head
    assert ctx.jobs.ai.silences(game) >= 1


def expires(ctx: Context, game: str) -> str:
    """Return until when agents wait for seat 0, as its view says."""
    (entry,) = (entry for entry in view(ctx, Caller(game, 0))["awaiting"] if entry["seat"] == 0)
    return str(entry["expires"])


def test_the_view_says_until_when_agents_wait_for_an_answer(ctx: Context) -> None:
    game = offered_to_person(ctx)
    loaded = ctx.games.load(game)
    offered = loaded.time_of(loaded.version)
    assert expires(ctx, game) == write_time(offered + 1000 * OFFER_WAIT_S)
    ctx.jobs.ai.note_silence(game)
    assert expires(ctx, game) == write_time(offered + 500 * OFFER_WAIT_S)
    ctx.jobs.ai.redis.delete(ai_job(game, "silences"))


def test_a_game_may_have_another_wait_or_none(ctx: Context) -> None:
    game = offered_to_person(ctx)
    loaded = ctx.games.load(game)
    offered = loaded.time_of(loaded.version)
    for seconds, silences, wait in ((60, 0, 60_000), (60, 20, 500), (0, 0, 0), (0, 3, 0)):
        loaded.table.opened = replace(loaded.table.opened, offer_wait_s=seconds)
        assert waits_until(loaded, silences) == offered + wait


def test_an_answer_lets_play_go_on_at_once(ctx: Context) -> None:
    game = offered_to_person(ctx)
    while may_answer(ctx, game):
        act(ctx, game, 0)
    head = ctx.store.head(game)
    run_job(ctx, game)
    assert ctx.store.head(game) > head
    assert ctx.jobs.ai.silences(game) == 0


def test_an_open_vote_is_left_to_the_people(ctx: Context) -> None:
    seats = [NewSeat("human"), NewSeat("human"), NewSeat("ai")]
    game = create_game(ctx, NewGame("toy", seats, undo="consent")).id
    act(ctx, game, 0)
    request_undo(ctx, Caller(game, 0, credential="token"))
    head = ctx.store.head(game)
    assert owes(ctx, game, 2)
    assert run_job(ctx, game) == head
    assert ctx.store.head(game) == head
    assert ctx.games.load(game).table.vote is not None
    run_job(later(ctx, VOTE_MS / 1000 + 1), game)
    assert ctx.store.head(game) > head
