"""Analyzes positions by playouts: tries the commands of a seat in worlds that fit its knowledge, and plays on.

Results depend on the knowledge and a seed alone: the true position is never used, and work is counted in decisions of
agents, not in seconds. The budget goes to the commands by sequential halving, on the same worlds for all of them.
Source: Karnin, Koren, Somekh 2013, almost optimal exploration in multi-armed bandits.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions
from domain.core.chance import SampledChance
from workers.agents.search.playouts import Players, Playout, play_on
from workers.agents.search.rates import wilson
from workers.agents.search.worlds import Worlds
from workers.agents.turns import ask

HORIZON: Final = 120
"""Decisions after which a playout is broken off."""
SHALLOWEST: Final = 4
MOST_CANDIDATES: Final = 128
BASE_SHARE: Final = 0.3
"""The part of the budget for how the game stands, if commands are ranked too."""

Progress = Callable[[float], None]


class Question(NamedTuple):
    """Describes an analysis: who plays on, from which knowledge, whose commands to rank (None: no seat's), the budget.

    If all cards are known, `world` is the position.
    """

    players: Players
    knowledge: Any
    seat: int | None
    decisions: int
    seed: str
    world: Any = None


@dataclass(slots=True)
class Tally:
    """Sums up playouts by seat: shares of the win, and points."""

    shares: list[float]
    points: list[int]
    samples: int = 0
    cut: int = 0

    @classmethod
    def of(cls, seats: int) -> "Tally":
        """Return an empty tally."""
        return cls([0.0] * seats, [0] * seats)

    def take(self, playout: Playout) -> None:
        """Count a playout."""
        self.samples += 1
        self.cut += not playout.is_over
        for seat, share in enumerate(playout.shares):
            self.shares[seat] += share
            self.points[seat] += playout.points[seat]

    def probability(self, seat: int) -> float:
        """Return the rate of wins of a seat."""
        return self.shares[seat] / self.samples

    def interval(self, seat: int) -> tuple[float, float]:
        """Return the 95 % interval of that rate."""
        return wilson(self.shares[seat], self.samples)

    def mean_points(self, seat: int) -> float:
        """Return the mean points of a seat."""
        return self.points[seat] / self.samples


@dataclass(slots=True)
class Candidate:
    """Represents a command that was tried: its playouts, and its immediate points and wins in every world."""

    command: Any
    tally: Tally
    rounds: int = 0
    gain: int = 0
    wins: bool = False


@dataclass(slots=True)
class Found:
    """Holds the result: the commands, the best first, how the game stands, and the work done."""

    standing: Tally
    ranked: list[Candidate] = field(default_factory=list)
    choice: Any = None
    left_out: int = 0
    worlds: int = 0
    points: tuple[int, ...] = ()

    @property
    def playouts(self) -> list[Tally]:
        """List the tallies of all playouts."""
        return [self.standing, *(candidate.tally for candidate in self.ranked)]


class Analysis:
    """Runs one analysis."""

    def __init__(self, question: Question, progress: Progress) -> None:
        self.question = question
        self.ruleset = question.players.ruleset
        self.seats = len(question.players.agents)
        self.progress = progress
        self.left = question.decisions
        self.worlds = Worlds(self.ruleset, question.knowledge, question.seed, question.world)

    def run(self) -> Found:
        """Rank the commands, then compute how the game stands."""
        first = self.worlds.deal("0")
        found = Found(Tally.of(self.seats), points=tuple(self.ruleset.points(first)))
        self._rank(first, found)
        while not found.standing.samples or self.left >= HORIZON:
            name = str(found.standing.samples)
            found.standing.take(self._play_out(self.worlds.deal(name).copy(), name, HORIZON))
        found.worlds = self.worlds.count()
        return found

    def _rank(self, world: Any, found: Found) -> None:
        seat = self.question.seat
        if seat is None:
            return
        actions = self.ruleset.actions(world, seat)
        rng = Random(f"{self.question.seed}:choice")
        agent, seconds = self.question.players.agents[seat], self.question.players.seconds
        commands = list_commands(actions)
        if not commands:
            return
        found.choice = ask(agent, self.ruleset, self.question.knowledge, actions, seconds, rng)
        kept = commands if len(commands) <= MOST_CANDIDATES else _some(commands, rng)
        chosen = [] if found.choice is None else [found.choice]
        rest = [command for command in kept if command not in chosen]
        found.left_out = len([command for command in commands if command not in chosen]) - len(rest)
        rng.shuffle(rest)
        candidates = [Candidate(command, Tally.of(self.seats)) for command in (*chosen, *rest)]
        self._halve(candidates, seat, bool(chosen))
        found.ranked = sorted(candidates, key=lambda candidate: (-candidate.rounds, *_worth(candidate, seat)))

    def _halve(self, candidates: Sequence[Candidate], seat: int, has_choice: bool) -> None:
        """Play on, round by round, from the better half of the round before, as long as the budget lasts.

        The agent's own choice comes first and stays to the end, for comparison with all others.
        """
        kept = int(self.question.decisions * BASE_SHARE)
        alive, rounds, turn = list(candidates), max(1, math.ceil(math.log2(len(candidates)))), 0
        for number in range(rounds):
            if number and self.left <= kept:
                return
            budget = max(0, self.left - kept) // (rounds - number)
            depth = min(HORIZON, max(SHALLOWEST, budget // len(alive)))
            for _ in range(max(1, budget // (len(alive) * depth)) if len(candidates) > 1 else 1):
                for candidate in alive:
                    self._try(candidate, seat, str(turn), depth)
                turn += 1
            better = sorted(alive, key=lambda candidate: _worth(candidate, seat))[: (len(alive) + 1) // 2]
            alive = better if not has_choice or candidates[0] in better else [candidates[0], *better]
            for candidate in alive:
                candidate.rounds += 1

    def _try(self, candidate: Candidate, seat: int, name: str, depth: int) -> None:
        """Try a command in one sampled world and play on from there; `name` fixes the world and its dice."""
        world = self.worlds.deal(name)
        draft = self.ruleset.draft(world.copy(), SampledChance(Random(f"{self.question.seed}:{name}:luck")))
        self.ruleset.play(draft, seat, candidate.command)
        result = self.ruleset.result(draft.state)
        gain = self.ruleset.points(draft.state)[seat] - self.ruleset.points(world)[seat]
        is_first = not candidate.tally.samples
        candidate.gain = gain if is_first else min(gain, candidate.gain)
        candidate.wins = (is_first or candidate.wins) and result is not None and seat in result.winners
        candidate.tally.take(self._play_out(draft.state, name, depth))

    def _play_out(self, state: Any, name: str, depth: int) -> Playout:
        playout = play_on(self.question.players, state, f"{self.question.seed}:{name}:on", depth)
        self.left -= max(1, playout.decisions)
        self.progress(1 - max(0, self.left) / self.question.decisions)
        return playout


def _worth(candidate: Candidate, seat: int) -> tuple[bool, float, float]:
    """Return the sort key of a candidate, lower for better ones; immediate wins come first."""
    return not candidate.wins, -candidate.tally.probability(seat), -candidate.tally.mean_points(seat)


def list_commands(actions: Actions) -> list[Any]:
    """List the commands of a seat and the examples of its templates, each once."""
    commands = [*actions, *(template.example for template in actions.templates)]
    return [command for number, command in enumerate(commands) if command not in commands[:number]]


def _some(commands: Sequence[Any], rng: Random) -> list[Any]:
    """Return a random choice of as many commands as can be tried, in their order."""
    return [commands[number] for number in sorted(rng.sample(range(len(commands)), MOST_CANDIDATES))]
