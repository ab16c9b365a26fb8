"""Analyzes positions by a fitted value: tries commands to the end of the turn and values the position there.

Results depend on the knowledge and a seed alone; work is counted by the cost of trials, not by a clock. The better half
goes on to twice as many worlds, until the budget is spent.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.search.analysis import Candidate, Found, Progress, Tally, list_commands
from workers.agents.search.study import Study, Trial
from workers.agents.turns import ask

MOST_TRIED: Final = 12
FIRST_WORLDS: Final = 2
MOST_WORLDS: Final = 64
STANDING_SHARE: Final = 0.15
"""The part of the budget for how the game stands."""
_SURE: Final = 1.96


class ValuedQuestion(NamedTuple):
    """Describes an analysis: the study and agent, the knowledge, whose commands to rank, and how many.

    If all cards are known, `world` is the position.
    """

    ruleset: Ruleset
    study: Study
    agent: Agent
    seconds: float
    knowledge: Any
    seat: int | None
    seats: int
    budget_ms: float
    limit: int
    seed: str
    world: Any = None


@dataclass(slots=True)
class Spread(Tally):
    """Sums up trials by seat, to compute means with intervals."""

    squares: list[float] = field(default_factory=list)

    def note(self, trial: Trial) -> None:
        """Count a trial."""
        self.samples += 1
        for seat, chance in enumerate(trial.chances):
            self.shares[seat] += chance
            self.squares[seat] += chance * chance
            self.points[seat] += trial.points[seat]

    def variance(self, seat: int) -> float:
        """Return the variance of the trials of a seat; 0 of a single one."""
        if self.samples < 2:
            return 0.0
        mean = self.probability(seat)
        return max(0.0, self.squares[seat] / self.samples - mean * mean) * self.samples / (self.samples - 1)

    def interval(self, seat: int) -> tuple[float, float]:
        """Return the 95 % interval of the mean over worlds."""
        mean, off = self.probability(seat), _SURE * math.sqrt(self.variance(seat) / self.samples)
        return max(0.0, mean - off), min(1.0, mean + off)


class ValuedAnalysis:
    """Runs one analysis."""

    def __init__(self, question: ValuedQuestion, progress: Progress) -> None:
        self.question = question
        self.progress = progress
        self.left = question.budget_ms
        self.trials = question.study.trials(question.ruleset, question.knowledge, question.seed, question.world)

    def run(self) -> Found:
        """Compute how the game stands, then rank the commands."""
        question = self.question
        standing = _new(question.seats)
        first = question.world or question.ruleset.determinize(question.knowledge, Random(question.seed))
        found = Found(standing, points=tuple(question.ruleset.points(first)))
        until = question.budget_ms * (1 - STANDING_SHARE)
        while not standing.samples or (self.left > until and standing.samples < MOST_WORLDS):
            self._count(self.trials.standing(standing.samples), standing)
        self._rank(first, found)
        found.worlds = self.trials.worlds()
        return found

    def _rank(self, first: Any, found: Found) -> None:
        question, seat = self.question, self.question.seat
        if seat is None:
            return
        actions = question.ruleset.actions(first, seat)
        commands = list_commands(actions)
        if not commands:
            return
        rng = Random(f"{question.seed}:choice")
        choice = ask(question.agent, question.ruleset, question.knowledge, actions, question.seconds, rng)
        tried = question.study.candidates(question.knowledge, actions, choice, max(MOST_TRIED, question.limit))
        found.choice = choice
        found.left_out = len([command for command in commands if command not in tried])
        candidates = [Candidate(command, _new(question.seats)) for command in tried]
        self._halve(candidates, seat)
        found.ranked = sorted(candidates, key=lambda one: (-one.rounds, not one.wins, -one.tally.probability(seat)))

    def _halve(self, candidates: Sequence[Candidate], seat: int) -> None:
        """Try all candidates, then the better half in twice as many worlds; the agent's choice stays for comparison."""
        alive, begun, worlds = list(candidates), 0, FIRST_WORLDS
        while alive and begun < MOST_WORLDS and (self.left > 0 or not begun):
            for world in range(begun, worlds):
                if self.left <= 0 and world:
                    return
                for candidate in alive:
                    self._try(candidate, world)
            for candidate in alive:
                candidate.rounds += 1
            if begun and not any(_spread(candidate).variance(seat) for candidate in alive):
                return  # nothing is hidden or left to chance: more worlds give the same result
            begun, worlds = worlds, min(MOST_WORLDS, 2 * worlds)
            kept = max(self.question.limit, math.ceil(len(alive) / 2))
            better = sorted(alive, key=lambda one: (not one.wins, -one.tally.probability(seat)))[:kept]
            alive = better if candidates[0] in better else [candidates[0], *better]

    def _try(self, candidate: Candidate, world: int) -> None:
        trial = self.trials.play(candidate.command, world)
        is_first = not candidate.tally.samples
        candidate.gain = trial.gain if is_first else min(trial.gain, candidate.gain)
        candidate.wins = trial.wins and (is_first or candidate.wins)
        self._count(trial, _spread(candidate))

    def _count(self, trial: Trial, spread: Spread) -> None:
        spread.note(trial)
        self.left -= trial.cost
        self.progress(1 - max(0.0, self.left) / self.question.budget_ms)


def _new(seats: int) -> Spread:
    return Spread([0.0] * seats, [0] * seats, squares=[0.0] * seats)


def _spread(candidate: Candidate) -> Spread:
    assert isinstance(candidate.tally, Spread)
    return candidate.tally
