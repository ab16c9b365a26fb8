"""Tests analyses: they depend only on what is known, put what wins at once first, and count their work."""

from collections.abc import Iterator
from random import Random
from typing import Any

import orjson
import pytest
from redis import Redis

from domain.core.chance import SampledChance
from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.game.games import Game
from service.game.position import Play
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.toy import TOY
from workers.agents.agent import load_agent
from workers.agents.search.analysis import Analysis, Question
from workers.agents.search.playouts import Players, play_on, shares_by_points
from workers.analyses import analysis_document, in_steps

OFFERED: dict[str, Ruleset] = {TOY.name: TOY, **RULESETS}
SEED = "what is hidden"


@pytest.fixture
def ctx(rq_redis: Redis) -> Context:
    return compose(read_settings({}), MemoryEventStore(), OFFERED, Jobs(rq_redis))


def begun(ctx: Context, ruleset: str, seats: int = 3) -> Game:
    seats_of = [NewSeat("human"), *(NewSeat("ai", agent="uniform") for _ in range(seats - 1))]
    return ctx.games.load(create_game(ctx, NewGame(ruleset, seats_of, seed=SEED)).id)


def standing_at(game: Game, position: Any) -> Game:
    """Return the same game with another position."""
    return Game(game.id, game.ruleset, game.version, game.table, Play(position, game.version), game.line, game.chain)


def positions(game: Game, steps: range) -> Iterator[Any]:
    """Yield positions of a game played blindly, after these numbers of steps."""
    rng = Random(SEED)
    state, chance, ruleset = game.position.copy(), SampledChance(rng), game.ruleset
    for number in range(steps.stop):
        if number in steps:
            yield state.copy()
        entry = ruleset.awaiting(state)[0]
        actions = ruleset.actions(state, entry.seat)
        command = rng.choice(actions.commands) if actions.commands else actions.templates[0].sample(rng)
        state = ruleset.decide(state, entry.seat, command, chance).state


def told(game: Game, seat: int | None, budget_ms: int = 10, agent: str = "uniform") -> dict[str, Any]:
    options = {"seat": seat, "agent": agent, "budget_ms": budget_ms, "language": "en"}
    return analysis_document(game, options, lambda fraction: None)


@pytest.mark.parametrize("ruleset", ["catan", "elasund"])
def test_what_cannot_be_known_changes_nothing(ctx: Context, ruleset: str) -> None:
    game, hidden = begun(ctx, ruleset), 0
    for number, position in enumerate(positions(game, range(40, 160, 30))):
        here = standing_at(game, position)
        awaited = game.ruleset.awaiting(position)[0].seat
        for seat in (awaited, (awaited + 1) % 3, None):
            known = game.ruleset.observe(position, seat)
            other = game.ruleset.determinize(known, Random(number))
            hidden += game.ruleset.pack(other) != game.ruleset.pack(position)
            found = told(here, seat)
            assert orjson.dumps(found) == orjson.dumps(told(standing_at(game, other), seat))
            assert found["ranked"] or seat != awaited
    assert hidden > 5


def won_by_a_step(game: Game) -> Game:
    """Seat 0 has rolled and lacks one point for the target."""
    position = game.position.copy()
    position.aside, position.rolled, position.points = 0b111, True, [position.target - 1, 3, 4]
    position.cards = [0, 1, 1]
    return standing_at(game, position)


def test_what_wins_at_once_stands_first(ctx: Context) -> None:
    found = told(won_by_a_step(begun(ctx, "toy")), 0, budget_ms=20)
    assert found["ranked"][0]["command"] == {"type": "Step"}
    assert found["ranked"][0]["win_probability"] == 1
    assert {"fact": "wins", "command": {"type": "Step"}, "summary": "It wins at once: Step"} in found["reasons"]
    assert found["win_probability"][0]["probability"] > 0.9


def test_more_budget_means_more_samples_for_the_best(ctx: Context) -> None:
    game = won_by_a_step(begun(ctx, "toy"))
    little, much = told(game, 0, budget_ms=10), told(game, 0, budget_ms=60)
    assert much["samples"] > 2 * little["samples"]
    samples = [entry["samples"] for entry in much["ranked"]]
    assert samples[0] == max(samples) > min(samples)


def test_work_is_counted_and_told(ctx: Context) -> None:
    game, told_so_far = begun(ctx, "toy"), list[float]()
    players = Players(TOY, [load_agent("uniform")] * 3, 1.0)
    question = Question(players, TOY.observe(game.position, 0), 0, 600, "s")
    analysis = Analysis(question, in_steps(told_so_far.append))
    found = analysis.run()
    assert found.standing.samples >= 1
    assert -120 < analysis.left < 120
    assert told_so_far == sorted(told_so_far)
    assert 1 < len(told_so_far) <= 20
    assert told_so_far[-1] <= 1


def test_a_playout_ends_with_the_game_or_is_cut() -> None:
    game = TOY.configure(2, None, (), {"target": 10})
    state = TOY.begin(TOY.setup(game, SampledChance(Random(1)))[0])
    players = Players(TOY, [load_agent("uniform")] * 2, 1.0)
    state.aside, state.points = 3, [0, 0]
    whole = play_on(players, state.copy(), "s", 10_000)
    assert whole.is_over
    assert sorted(whole.shares) == [0, 1]
    cut = play_on(players, state.copy(), "s", 2)
    assert (cut.is_over, cut.decisions) == (False, 2)
    assert sum(cut.shares) == pytest.approx(1)


def test_a_point_more_is_worth_e_times_as_much() -> None:
    assert shares_by_points((4, 3, 3)) == pytest.approx((0.5761, 0.2119, 0.2119), abs=1e-4)
    assert shares_by_points((7,)) == (1.0,)
