"""Tests reviews: the same game brings the same one, however it is cut; blunders and luck are found; sums come out."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import orjson
import pytest
from redis import Redis

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.catan.chapters.production import RollDice, production
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.terms import KINDS
from domain.core.chance import Chance, NotedChance, SeededChance
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head
from service.queue.jobs import Jobs
from service.queue.keys import REVIEW_PART, review_pieces
from service.settings import read_settings
from tests.service.tables import RULESETS as TOYS
from tests.service.tables import caller, put_aside
from workers.agents.agent import load_agent
from workers.agents.catan.planner import Planner
from workers.agents.search.analysis import list_commands
from workers.agents.search.match import open_position
from workers.agents.search.study import study_of
from workers.agents.turns import Decision, decide, first_decision
from workers.reviews import work
from workers.reviews.by_playouts import Depths
from workers.reviews.by_value import ValueJudge
from workers.reviews.checking import BUDGET_MS, FEWEST_PAIRS, MOST_CHECKED, PAIRS, Checker, describe_check
from workers.reviews.judging import Step, course_of
from workers.reviews.review import review_slice, settle, turning, weigh
from workers.reviews.work import Notes

CONFIG = CATAN.configure(4, None, (), {})
OPTIONS = {"agent": "planner", "language": "en"}
COMMANDS = 90


@pytest.fixture(scope="module")
def store() -> MemoryEventStore:
    return MemoryEventStore()


@pytest.fixture
def ctx(store: MemoryEventStore, rq_redis: Redis) -> Context:
    return compose(read_settings({}), store, RULESETS | TOYS, Jobs(rq_redis))


def worst_site(game: Any, seat: int) -> Any:
    """Return the settlement with which a seat founds on the poorest node that it may take."""
    study: Any = study_of("catan", CONFIG)
    sites = [command for command in CATAN.moves(game.position, seat) if isinstance(command, FoundSettlement)]
    trials = study.trials(CATAN, CATAN.observe(game.position, seat), "worst")
    return min(sites[::5], key=lambda site: trials.play(site, 0).chances[seat])


@pytest.fixture
def reviewed(ctx: Context) -> tuple[str, int]:
    """Return a game that everybody but one resigned after a while, and the version of a blunder in it."""
    made = create_game(ctx, NewGame("catan", [NewSeat("human")] * 4, seed="reviewed"))
    rng, player, blunder = Random(1), load_agent("heuristic"), 0
    for _ in range(COMMANDS):
        game = ctx.games.load(made.id)

        def ask(seat: int, position: Any = game.position) -> Decision:
            return decide(CATAN, position, seat, player, 1.0, rng)

        decision = first_decision(game.awaiting(), ask)
        assert decision is not None
        command = decision.command
        if not blunder and isinstance(command, FoundSettlement):
            command, blunder = worst_site(game, decision.seat), game.version + 1
        submit(ctx, made.id, decision.seat, [command])
    for seat in range(1, 4):
        resign(ctx, caller(ctx, made, seat), None)
    return made.id, blunder


def review(ctx: Context, game: str, redis: Redis, job: str, language: str = "en") -> dict[str, Any]:
    """Do all slices of a review, each as another process would."""
    version = ctx.games.load(game).version
    found, slices = None, 0
    while found is None:
        found = review_slice(
            ctx, game, version, OPTIONS | {"language": language}, Notes(redis, job), lambda fraction: None
        )
        slices += 1
        assert slices < 2_000
    return found


def test_a_review_of_a_game(
    ctx: Context, reviewed: tuple[str, int], rq_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, blunder = reviewed
    found = review(ctx, game, rq_redis, "one")
    assert (found["method"], found["game"]) == ("value", game)
    assert all(sum(point["probability"]) == pytest.approx(1, abs=1e-3) for point in found["graph"])
    assert found["graph"][-1]["probability"] == [1, 0, 0, 0]
    assert [point["turn"] for point in found["graph"]] == sorted(point["turn"] for point in found["graph"])
    assert blunder in [mistake["version"] for mistake in found["mistakes"]]
    worst = next(mistake for mistake in found["mistakes"] if mistake["version"] == blunder)
    assert worst["command"] != worst["best"]
    assert worst["summary"] != worst["best_summary"]
    check_certainties(found["mistakes"])
    check_players(found)
    check_turning_points(found["turning_points"])
    monkeypatch.setattr(work, "SLICE_S", 0.05)
    assert review(ctx, game, rq_redis, "two") == found
    part = orjson.loads(rq_redis.hget(review_pieces("two"), REVIEW_PART) or b"{}")
    assert part == {name: found[name] for name in ("graph", "turning_points")}
    spanish = review(ctx, game, rq_redis, "one", "es")
    assert spanish["decisions"] == found["decisions"]
    assert spanish["mistakes"][0]["summary"] != found["mistakes"][0]["summary"]


def check_certainties(mistakes: list[dict[str, Any]]) -> None:
    """The dearest mistakes were checked, and say what the playouts gave; the others say that they were not."""
    checked, others = mistakes[:MOST_CHECKED], mistakes[MOST_CHECKED:]
    assert all(one["certainty"] == "unchecked" and "check" not in one for one in others)
    assert sum("check" in one for one in checked) >= len(checked) - 1
    for check, word in [(one["check"], one["certainty"]) for one in checked if "check" in one]:
        assert FEWEST_PAIRS <= check["playouts"] <= PAIRS
        assert -1 <= check["low"] <= check["lead"] <= check["high"] <= 1
        assert word == ("confirmed" if check["low"] > 0 else "doubtful" if check["lead"] <= 0 else "open")


def test_a_blunder_is_confirmed_and_its_reverse_is_doubted() -> None:
    study: Any = study_of("catan", CONFIG)
    chance = Kind(0)
    step = next(iter(steps(chance, NotedChance(chance), 1)))
    assert step.seat is not None
    assert step.command is not None
    trials = study.trials(CATAN, CATAN.observe(step.before, step.seat), "worst")
    sites = CATAN.actions(step.before, step.seat).commands[::5]
    worst = CATAN.commands.encode(min(sites, key=lambda site: trials.play(site, 0).chances[step.seat]))
    player = load_agent("heuristic")
    checker = Checker.of(ValueJudge(CATAN, study, player, 1.0), CATAN, [player] * 4, 1.0, 0.75)
    assert checker.depth * 2 * PAIRS * MOST_CHECKED * 0.75 <= BUDGET_MS
    sure = describe_check(checker.check(step._replace(command=worst), step.command))
    assert sure["certainty"] == "confirmed"
    doubted = describe_check(checker.check(step, worst))
    assert doubted["certainty"] == "doubtful"
    assert doubted["check"]["lead"] == pytest.approx(-sure["check"]["lead"], abs=1e-3)
    assert describe_check(None) == {"certainty": "unchecked"}


def check_players(found: dict[str, Any]) -> None:
    for player in found["players"]:
        costs = [one["cost"] for one in found["decisions"] if one["seat"] == player["seat"]]
        assert all(0 <= cost <= 1 for cost in costs)
        assert player["decisions"] == len(costs) > 5
        assert player["cost"] == pytest.approx(sum(costs), abs=1e-3)
        own = [one for one in found["decisions"] if one["seat"] == player["seat"]]
        assert all(one["cost"] <= one["stake"] <= 1 for one in own)
        assert player["choices"] == sum(one["stake"] >= 0.01 for one in own)
        assert ("accuracy" in player) == (player["choices"] >= 10)
    for part in ("dice", "draws"):
        assert sum(one["luck"][part]["probability"] for one in found["players"]) == pytest.approx(0, abs=1e-3)
    assert len({one["luck"]["dice"]["rolls"] for one in found["players"]}) == 1


def decision(stake: float, cost: float = 0.0) -> dict[str, float]:
    return {"stake": stake, "cost": cost}


def test_accuracy_is_the_share_of_what_was_at_stake() -> None:
    trifles = [decision(0.001)] * 100
    assert weigh([*[decision(0.1)] * 9, *trifles]) == {"decisions": 109, "choices": 9, "cost": 0}
    assert weigh([decision(0.1)] * 10)["accuracy"] == 100
    blunders = [decision(0.2, 0.2)] * 5 + [decision(0.02)] * 5
    assert weigh([*blunders, *trifles])["accuracy"] == pytest.approx(9.1)
    assert weigh([decision(0.1, 0.5)] * 10)["accuracy"] == 0


def test_whoever_presses_at_random_is_not_accurate() -> None:
    study: Any = study_of("catan", CONFIG)
    judge, chance, rng = ValueJudge(CATAN, study, Planner(), 1.0), SeededChance(b"r1"), Random(b"r1")
    found: dict[int, list[dict[str, float]]] = {0: [], 1: []}
    for step in steps(chance, NotedChance(chance), 240, (0, rng)):
        if step.seat in found:
            verdict = judge.decision(step)
            if verdict is not None:
                found[step.seat].append(decision(max(verdict.stake, verdict.cost), verdict.cost))
    presser, player = (weigh(found[seat]).get("accuracy", 0) for seat in (0, 1))
    assert presser < 50 < player  # whoever has little to lose has few real choices, and then no accuracy at all


class Kind(Chance):
    """Lets the dice fall as they help one seat most, and draws everything else by a seed."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.others = SeededChance(b"kind")
        self.state: Any = None

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        if stream != "dice" or self.state is None:
            return self.others.pick(stream, n, weights)
        rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
        return max(range(len(rolls)), key=lambda number: self._lead(rolls[number]))

    def _lead(self, number: int) -> int:
        """Return how many cards more than all others together the seat gets for a sum of the dice."""
        gains = [0] * (4 * KINDS) if number == 7 else production(self.state, number)
        own = sum(gains[self.seat * KINDS : self.seat * KINDS + KINDS])
        return 2 * own - sum(gains)


def steps(chance: Any, notes: Any, most: int, presser: tuple[int, Random] | None = None) -> Iterator[Step]:
    """Play agents against each other, one seat perhaps at random, and yield every step as a course has it."""
    rng, player = Random(1), load_agent("heuristic")
    state = open_position(CATAN, CONFIG, SeededChance(b"luck"))
    for number in range(most):
        if isinstance(chance, Kind):
            chance.state = state

        def ask(seat: int, position: Any = state) -> Decision:
            return decide(CATAN, position, seat, player, 1.0, rng)

        decision = first_decision(CATAN.awaiting(state), ask)
        if decision is None:
            return
        given = decision.command
        if presser is not None and decision.seat == presser[0]:
            given = presser[1].choice(list_commands(CATAN.actions(state, decision.seat)))
        notes.draws = []
        draft = CATAN.decide(state, decision.seat, given, notes)
        command = CATAN.commands.encode(given)
        yield Step(number, decision.seat, True, command, tuple(notes.draws), draft.events, state, draft.state, None)
        state = draft.state


def test_who_is_lucky_is_found_out() -> None:
    study: Any = study_of("catan", CONFIG)
    judge, chance = ValueJudge(CATAN, study, Planner(), 1.0), Kind(2)
    rolls = [
        judge.fortune(step)
        for step in steps(chance, NotedChance(chance), 120)
        if step.draws and step.command == {"type": RollDice.__name__}
    ]
    fortunes = [fortune for fortune in rolls if fortune is not None]
    assert len(fortunes) == len(rolls) > 10
    assert all(fortune.is_dice and sum(fortune.chances) == pytest.approx(0, abs=1e-9) for fortune in fortunes)
    luck = [sum(fortune.chances[seat] for fortune in fortunes) for seat in range(4)]
    cards = [sum(fortune.cards[seat] - fortune.expected_cards[seat] for fortune in fortunes) for seat in range(4)]
    assert max(range(4), key=lambda seat: luck[seat]) == 2
    assert max(range(4), key=lambda seat: cards[seat]) == 2
    assert luck[2] > 0.1
    assert cards[2] > 5


def test_what_is_put_off_in_a_turn_costs_nothing() -> None:
    offer, bank, road = {"type": "OfferTrade"}, {"type": "MaritimeTrade"}, {"type": "BuildRoad"}

    def one(version: int, turn: int, command: Any, best: Any, cost: float = 0.2) -> dict[str, Any]:
        return {"version": version, "turn": turn, "seat": 0, "command": command, "best": best, "cost": cost}

    decisions = [one(1, 3, offer, bank), one(2, 3, offer, road), one(3, 3, road, bank), one(4, 4, offer, road)]
    found = settle(decisions)
    assert [decision["cost"] for decision in found] == [0, 0, 0.2, 0.2]
    assert [decision["best"] for decision in found] == [None, None, bank, road]
    assert settle([one(5, 4, offer, None, 0.0)]) == [one(5, 4, offer, None, 0.0)]


def check_turning_points(told: list[dict[str, Any]]) -> None:
    """Who is next, and offers that came to nothing, say nothing of why the odds turned."""
    assert told
    assert all(point["summaries"] for point in told)
    lines = [line for point in told for line in point["summaries"]]
    assert not [line for line in lines if line.startswith("Next:") or "declines" in line]


def test_what_was_undone_is_not_reviewed(ctx: Context) -> None:
    made = create_game(ctx, NewGame("toy", [NewSeat("human")] * 2, seed="undone"))
    there = put_aside(ctx, made)
    move_head(ctx, made.id, there - 1, there, 1)
    game = ctx.games.load(made.id)
    course = course_of(ctx, game)
    passed = [one.version for one in game.line.list_passed(0, game.version) if one.is_game]
    assert [step.version for step in course] == passed
    assert there not in [step.version for step in course]
    assert game.ruleset.pack(course[-1].after) == game.ruleset.pack(game.position)


def test_a_city_not_built_costs() -> None:
    study: Any = study_of("catan", CONFIG)
    judge, chance = ValueJudge(CATAN, study, Planner(), 1.0), Kind(0)
    cities = [
        step for step in steps(chance, NotedChance(chance), 400) if (step.command or {})["type"] == BuildCity.__name__
    ]
    left = [judge.decision(step._replace(command={"type": "EndTurn"})) for step in cities]
    costs = [verdict.cost for verdict in left if verdict is not None and isinstance(verdict.best, BuildCity)]
    assert max(costs) > 0.01


def test_what_may_be_luck_of_the_trials_is_no_turning_point() -> None:
    graph = [{"probability": [share, 1 - share]} for share in (0.9, 0.5, 0.5, 0.1)]
    assert len(turning(graph, None)) == 2
    assert turning(graph, 4) == []
    assert turning(graph, 24) == [(graph[0], graph[1]), (graph[2], graph[3])]


def test_playouts_are_as_many_as_time_allows() -> None:
    few, many = Depths(1.0, positions=10, decisions=10), Depths(1.0, positions=2_000, decisions=2_000)
    assert (few.position, few.playouts, few.command) == (60, 24, 60)
    assert (many.position, many.playouts, many.command) == (4, 4, 4)
    assert Depths(1.0, positions=40, decisions=200).playouts == 7
