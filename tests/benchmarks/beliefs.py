"""Measures how good beliefs are, and what they cost: heuristic agents play with trade, and every seat believes.

At the start of each own turn a seat is asked for the hand of each other one: minus the log of how likely it holds the
true one, in nats, the mean of all. Beside it stand the same for cards dealt within the bounds, exactly as `determinize`
deals them without a belief, and for `Situation.likely`, whose unknown cards are drawn by its shares.
`GAMES`, `SEATS` and `MODULES` in the environment say what is played.
"""

import math
import os
import time
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from domain.catan import CATAN
from domain.catan.belief import Belief
from domain.catan.dealing import HiddenCards, find_hidden
from domain.catan.knowledge import Knowledge
from domain.catan.terms import CARDS, KINDS, VICTORY_POINT
from domain.core.chance import SeededChance
from tests.benchmarks.report import report
from tests.domain.catan.hand_weights import weights_of
from workers.agents.agent import load_agent
from workers.agents.catan.situation import Situation
from workers.agents.following import Follower
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision

GAMES = int(os.environ.get("GAMES", "40"))
SEATS = int(os.environ.get("SEATS", "4"))
MODULES = os.environ.get("MODULES", "").split()
SEED = "held out"


class Moment(NamedTuple):
    """Holds a position at the start of a turn, and what everybody believes."""

    state: Any
    beliefs: list[Belief]


class Spent:
    """Counts the CPU seconds of following, and the events that were followed by a seat each."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.events = 0


def moments(number: int, spent: Spent) -> Iterator[Moment]:
    """Play a game between heuristic agents, and yield the start of every turn after the first round."""
    agent, chance = load_agent("heuristic"), SeededChance(f"{SEED} {number}".encode())
    rng = Random(sha256(f"{SEED} {number}".encode()).digest())
    state = open_position(CATAN, CATAN.configure(SEATS, None, MODULES, {}), chance)
    follower, turn = Follower(CATAN, state, range(SEATS)), SEATS

    def ask(seat: int) -> Decision:
        return decide(CATAN, state, seat, agent, 1.0, rng)

    while (decision := first_decision(CATAN.awaiting(state), ask)) is not None:
        draft = CATAN.draft(state, chance)
        CATAN.play(draft, decision.seat, decision.command)
        start = time.process_time()
        follower.follow(draft.events)
        spent.seconds += time.process_time() - start
        spent.events += len(draft.events) * SEATS
        state = draft.state
        if state.turn > turn and CATAN.result(state) is None:
            turn = state.turn
            beliefs = [follower.belief(seat) for seat in range(SEATS)]
            yield Moment(state, [belief for belief in beliefs if isinstance(belief, Belief)])


class Means:
    """Takes the mean of what is noted, by name."""

    def __init__(self) -> None:
        self.noted: dict[str, list[float]] = {}

    def note(self, name: str, value: float) -> None:
        """Note a value."""
        self.noted.setdefault(name, []).append(value)

    def report(self, unit: str) -> None:
        """Print all means."""
        for name, values in self.noted.items():
            report(name, sum(values) / len(values), unit)


def blind(k: Knowledge, seat: int, hand: list[int]) -> float:
    """Return how likely cards dealt blind within the bounds make a hand."""
    pool = [k.setting.supply - k.bank[kind] - sum(k.lows[kind::KINDS]) for kind in range(KINDS)]
    unknown = [hand[kind] - k.lows[seat * KINDS + kind] for kind in range(KINDS)]
    ways = math.prod(math.comb(*pair) for pair in zip(pool, unknown, strict=True))
    return ways / math.comb(sum(pool), sum(unknown))


def by_income(k: Knowledge, seat: int, hand: list[int]) -> float:
    """Return how likely a hand is whose unknown cards are drawn by the shares that `Situation.likely` gives them."""
    income = Situation(k).income_of(seat)
    unknown = [hand[kind] - k.lows[seat * KINDS + kind] for kind in range(KINDS)]
    chance = float(math.factorial(sum(unknown)))
    for kind, count in enumerate(unknown):
        chance *= ((income[kind] + 1) / (sum(income) + KINDS)) ** count / math.factorial(count)
    return chance


def weigh(moment: Moment, hands: Means, points: Means) -> None:
    """Note the log loss of what the active seat believes of every other one."""
    state, seat = moment.state, moment.state.active
    belief, k = moment.beliefs[seat], CATAN.observe(state, seat)
    for other in range(SEATS):
        if other == seat:
            continue
        hand = state.hand(other)
        believed = weights_of(belief.hands, other).get(tuple(hand), 1e-9)
        for name, chance in (
            ("belief", believed),
            ("within_bounds", blind(k, other, hand)),
            ("by_income", by_income(k, other, hand)),
        ):
            hands.note(f"hand_log_loss_{name}", -math.log(chance))
            if believed < 1:
                hands.note(f"uncertain_hand_log_loss_{name}", -math.log(chance))
        hands.note("uncertain_hands", float(believed < 1))
        if k.card_counts[other]:
            _weigh_points(belief, k, other, state.cards[other * len(CARDS) + VICTORY_POINT], points)


def _weigh_points(belief: Belief, k: Knowledge, other: int, hidden: int, points: Means) -> None:
    """Note the log loss of hidden victory point cards; without a belief any number may be hidden."""
    for name in ("within_bounds", "belief"):
        k.belief = belief if name == "belief" else None
        cards: HiddenCards = find_hidden(k)
        points.note(f"points_log_loss_{name}", -math.log(cards.likely_points(other)[hidden]))


def run() -> None:
    """Play the games and print what was found."""
    hands, points, spent, worlds, cuts, lost = Means(), Means(), Spent(), [], 0, 0
    last: Moment | None = None
    for number in range(GAMES):
        for last in moments(number, spent):
            weigh(last, hands, points)
            spreads = [belief.hands.spread for belief in last.beliefs]
            worlds += [len(spread.weights) for spread in spreads if spread is not None]
            lost += spreads.count(None)
        assert last is not None
        cuts += sum(belief.hands.cuts for belief in last.beliefs)
    hands.report("nats")
    points.report("nats")
    report("turns", len(worlds) / SEATS, "")
    worlds.sort()
    report("worlds_mean", sum(worlds) / len(worlds), "")
    report("worlds_p95", worlds[len(worlds) * 95 // 100], "")
    report("worlds_max", worlds[-1], "")
    report("cut_at_the_cap", cuts, "times")
    report("lost", lost, "times")
    report("fold_an_event", spent.seconds / spent.events * 1e6, "us")
    assert last is not None
    _report_draws(last)


def _report_draws(moment: Moment) -> None:
    """Print what it costs to draw a position, from a belief and within the bounds."""
    k, rng, rounds = CATAN.observe(moment.state, 0), Random(1), 2000
    for name, belief in (("within_bounds", None), ("belief", moment.beliefs[0])):
        k.belief = belief
        start = time.process_time()
        for _ in range(rounds):
            CATAN.determinize(k, rng)
        report(f"draw_a_world_{name}", (time.process_time() - start) / rounds * 1e6, "us")
