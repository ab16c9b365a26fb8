"""Judges a game by a value of its positions, and decisions by trials to the end of the turn."""

from collections.abc import Sequence
from operator import sub
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions
from domain.core.chance import ScriptedChance, SeededChance
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.search.study import Study
from workers.agents.turns import ask
from workers.reviews.judging import Fortune, Judge, Step, Verdict

MOST_TRIED: Final = 8
CHOSEN_IN: Final = 2
COMPARED_IN: Final = 4
"""Worlds in which the best candidate is found, and fresh ones in which it is compared with what was played.

Were both the same, the luckiest of several candidates would seem better than it is.
"""
HEAVY_MS: Final = 5.0
"""The cost of a trial from which one world must do for each."""
MOST_OUTCOMES: Final = 64


class ValueJudge(Judge):
    """Judges with a study; `agent` finds the candidate that the others are added to."""

    method = "value"

    def __init__(self, ruleset: Ruleset, study: Study, agent: Agent, seconds: float) -> None:
        self.ruleset = ruleset
        self.study = study
        self.agent = agent
        self.seconds = seconds

    def chances(self, position: Any, name: str) -> tuple[float, ...]:
        """Return the value of each seat."""
        return self.study.chances(position)

    def compare(self, seat: int, knowledge: Any, actions: Actions, played: Any, name: str) -> Verdict:
        """Find the best of a few candidates in some worlds, and compare it with what was played in others."""
        choice = ask(self.agent, self.ruleset, knowledge, actions, self.seconds, Random(name))
        tried = self.study.candidates(knowledge, actions, choice, MOST_TRIED)
        others = [command for command in tried if command != played]
        trials = self.study.trials(self.ruleset, knowledge, name)
        first = trials.play(played, 0)
        chosen_in, compared_in = (1, 1) if first.cost > HEAVY_MS else (CHOSEN_IN, COMPARED_IN)
        worlds = range(chosen_in)
        means = [sum(trials.play(command, world).chances[seat] for world in worlds) / chosen_in for command in others]
        own = sum(trials.play(played, world).chances[seat] for world in worlds) / chosen_in
        if not others:
            return Verdict(0.0)
        stake = max(own, *means) - min(own, *means)
        if max(means) <= own:
            return Verdict(0.0, stake=stake)
        best = others[means.index(max(means))]
        fresh = range(chosen_in, chosen_in + compared_in)
        leads = [trials.play(best, world).chances[seat] - trials.play(played, world).chances[seat] for world in fresh]
        lead = sum(leads) / len(leads)
        return Verdict(lead, best, stake) if lead > 0 else Verdict(0.0, stake=stake)

    def is_telling(self, step: Step) -> bool:
        """Say whether a version changed the value of the position."""
        return step.before is None or self.study.chances(step.before) != self.study.chances(step.after)

    def fortune(self, step: Step) -> Fortune | None:
        """Play the command again with each outcome of its first draw, and weigh them by how likely they were."""
        assert step.seat is not None
        assert step.command is not None
        first = step.draws[0]
        weighted = [(outcome, weight) for outcome, weight in enumerate(first.weights) if weight]
        if len(weighted) > MOST_OUTCOMES:
            return None
        command, rest = self.ruleset.commands.decode(step.command), SeededChance(f"review:{step.version}".encode())
        was, now = self._figures(step.before), self._figures(step.after)
        nothing = [0.0] * len(was.points)
        mean = _Figures(nothing, nothing, nothing)
        for outcome, weight in weighted:
            end = self.ruleset.decide(step.before, step.seat, command, ScriptedChance([outcome], rest)).state
            mean = mean.plus(self._figures(end), weight / sum(first.weights))
        return Fortune(
            first.stream == self.study.dice,
            _less(now.chances, mean.chances),
            _less(now.cards, was.cards),
            _less(mean.cards, was.cards),
            _less(now.points, was.points),
            _less(mean.points, was.points),
        )

    def _figures(self, position: Any) -> "_Figures":
        study = self.study
        return _Figures(study.chances(position), study.cards(position), study.points(position))


class _Figures(NamedTuple):
    """Holds what a draw may change: the probability, the cards and the points of every seat."""

    chances: Sequence[float]
    cards: Sequence[float]
    points: Sequence[float]

    def plus(self, other: "_Figures", share: float) -> "_Figures":
        """Return the sum of these and a share of others."""
        pairs = zip(self, other, strict=True)
        return _Figures(*[[a + share * b for a, b in zip(own, more, strict=True)] for own, more in pairs])


def _less(figures: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(sub, figures, others))
