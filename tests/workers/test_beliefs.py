"""Tests that beliefs of hosted games follow the line of the head, as one does who sees every version of it."""

from random import Random
from typing import Any, ClassVar

import pytest

from domain.catan import CATAN
from domain.core.knowledge import Belief
from eventstore.records import in_versions
from eventstore.store import EventStore
from service.game.context import Context
from service.game.games import Game
from service.handlers.commands import CommandBatch
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.undo_requests import move_head
from tests.domain.catan.hand_weights import weights_of
from tests.workers.conftest import act, is_finished, new_game, run_job
from workers.agents import catalog
from workers.agents.agent import Agent
from workers.agents.entries import AgentEntry
from workers.agents.search.match import play
from workers.agents.uniform import Uniform
from workers.beliefs import Beliefs

SEAT = 1


class Believing(Agent):
    """Chooses as `uniform` does, and checks that what it believes is of the version that it knows."""

    believes = True
    worlds: ClassVar[list[int]] = []

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Random) -> Any:
        belief, seat = knowledge.belief, knowledge.seat
        own = tuple(map(int.__add__, knowledge.hand, knowledge.aside))
        assert weights_of(belief.hands, seat) == pytest.approx({own: 1.0})
        assert (belief.points, belief.active, belief.fresh) == (
            knowledge.points,
            knowledge.active,
            knowledge.fresh_counts,
        )
        Believing.worlds.append(len(belief.hands.spread.weights))
        return Uniform().choose(ruleset, knowledge, actions, budget, rng)


@pytest.fixture
def believing(monkeypatch: pytest.MonkeyPatch) -> type[Believing]:
    """Return the class of the agent `believing`, which may sit at tables."""
    monkeypatch.setitem(
        catalog.BY_ID, "believing", AgentEntry("believing", ("*",), 0, 0.05, 0.2, f"{__name__}:Believing")
    )
    monkeypatch.setattr(Believing, "worlds", [])
    return Believing


class Counted:
    """Counts the events that are read from a store."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.read_so_far = 0

    def read(self, *arguments: Any) -> Any:
        events = self.store.read(*arguments)
        self.read_so_far += len(events)
        return events


def told(belief: Belief | None) -> Any:
    """Return all that a belief says, to compare it."""
    assert belief is not None
    said: Any = belief
    values = {name: value for name, value in vars(said).items() if name not in ("setting", "hands")}
    return values, dict(said.hands.worlds()), said.hands.cuts


def followed(ctx: Context, game: Game, seat: int) -> Belief | None:
    """Return what a seat believes that sees the versions of the game's line one after the other."""
    ruleset, belief = game.ruleset, None
    log = {events[0].version: [*map(game.codec.decode, events)] for events in in_versions(ctx.store.read(game.id))}
    for passed in game.line.list_passed(0, game.version):
        own = [event for event in log[passed.version] if type(event) in ruleset.events.by_class]
        if belief is not None:
            belief = belief.after(ruleset.events.seen(own, seat))
        elif own:
            belief = ruleset.believe(ruleset.observe(ctx.games.load(game.id, passed.version).position, seat))
    return belief


def test_a_hosted_agent_believes_what_its_seat_saw(ctx: Context, believing: type[Believing]) -> None:
    """Its job plays ahead, appends, and goes on from there; nothing fails, so `uniform` never stands in."""
    agents = {"seat0": "uniform", "seat1": "believing", "seat2": "uniform", "seat3": "uniform"}
    for _ in range(10):  # some games are short, and in some no card is ever stolen out of its sight
        game = new_game(ctx, "ai", "ai", "ai", "ai", ruleset="catan", **agents)
        run_job(ctx, game)
        assert is_finished(ctx, game)
        if len(believing.worlds) > 100 and max(believing.worlds) > 1:
            break
    assert len(believing.worlds) > 100
    assert max(believing.worlds) > 1
    loaded = ctx.games.load(game)
    for version in (loaded.version // 2, loaded.version):
        at = ctx.games.load(game, version)
        for seat in (-1, SEAT):
            assert told(Beliefs(ctx.store).at(at, seat)) == told(followed(ctx, at, seat))


def test_an_agent_in_memory_believes_too(believing: type[Believing]) -> None:
    config = CATAN.configure(3, None, ("favors", "helpers"), {})
    assert play(CATAN, ["uniform", Believing(), "believing"], "believed", config, 400).commands == 400
    assert len(believing.worlds) > 100


def moved_on(ctx: Context, game: str, times: int) -> Game:
    """Return a game after so many commands of people."""
    for _ in range(times):
        act(ctx, game, next(entry.seat for entry in ctx.games.load(game).awaiting() if entry.must))
    return ctx.games.load(game)


def test_an_undo_costs_nothing_and_a_branch_its_own_versions(ctx: Context) -> None:
    store = Counted(ctx.store)
    beliefs = Beliefs(store)  # type: ignore[arg-type]
    game = create_game(ctx, NewGame("catan", [NewSeat("human")] * 3, undo="free", hot_seat=True, seed="seed")).id
    early = moved_on(ctx, game, 30)
    before = told(beliefs.at(early, SEAT))
    late = moved_on(ctx, game, 3)
    beliefs.at(late, SEAT)
    read = store.read_so_far
    move_head(ctx, game, early.version, late.version, late.line.list_passed(early.version, late.version)[0].seat)
    undone = ctx.games.load(game)
    assert told(beliefs.at(undone, SEAT)) == before
    assert store.read_so_far - read <= len(ctx.store.read(game, early.version))
    branched = moved_on(ctx, game, 4)
    assert told(beliefs.at(branched, SEAT)) == told(followed(ctx, branched, SEAT))
    assert told(beliefs.at(late, SEAT)) == told(followed(ctx, late, SEAT))


def test_what_was_thought_ahead_and_dropped_is_not_believed(ctx: Context) -> None:
    beliefs = Beliefs(ctx.store)
    game = new_game(ctx, *["human"] * 3, ruleset="catan")
    start = moved_on(ctx, game, 30)
    said = []
    for luck in (1, 2):
        batch = CommandBatch(ctx, ctx.games.load(game))
        for _ in range(12):
            now = batch.game
            seat = next(entry.seat for entry in now.awaiting() if entry.must)
            actions = now.ruleset.actions(now.position, seat)
            batch.play(seat, Uniform().choose(now.ruleset, None, actions, 1, Random(luck)))
            beliefs.at(batch.game, SEAT, batch.base, batch.steps)
        said.append(told(beliefs.at(batch.game, SEAT, batch.base, batch.steps)))
        assert said[-1] == told(Beliefs(ctx.store).at(batch.game, SEAT, batch.base, batch.steps))
        if luck == 2:
            batch.append()
    assert said[0] != said[1]
    after = ctx.games.load(game)
    assert after.version == start.version + 12
    assert told(beliefs.at(after, SEAT)) == said[1] == told(followed(ctx, after, SEAT))


def test_a_log_that_is_not_what_followed_a_tip_is_read_anew(ctx: Context) -> None:
    """A failover may lose versions, whose numbers are then written again."""
    beliefs = Beliefs(ctx.store)
    one, other = (moved_on(ctx, new_game(ctx, *["human"] * 3, ruleset="catan", seed=s), 25) for s in ("a", "b"))
    beliefs.at(one, SEAT)
    beliefs._kept.put((other.id, SEAT), beliefs._kept.get((one.id, SEAT)) or ())
    later = moved_on(ctx, other.id, 1)
    assert told(beliefs.at(later, SEAT)) == told(followed(ctx, later, SEAT))
