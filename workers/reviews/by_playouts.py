"""Judges a game for which there is no value: agents play on for a short while, and points decide.

How far they play follows from how much there is to judge, so that no review takes much longer than another.
"""

import math
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.chance import SampledChance
from workers.agents.search.analysis import list_commands
from workers.agents.search.playouts import Players, play_on
from workers.agents.search.worlds import Worlds
from workers.agents.turns import ask
from workers.reviews.judging import Judge, Verdict

BUDGET_MS: Final = 30_000
GRAPH_SHARE: Final = 0.6
FEWEST: Final = 4
MOST: Final = 24
"""How many playouts are made of a position: as many as the time allows."""
CHOSEN_IN: Final = 2
COMPARED_IN: Final = 6
"""Worlds in which another command must seem better, and fresh ones in which it is compared with what was played."""
SHALLOWEST: Final = 4
DEEPEST: Final = 60


class Depths:
    """Says how many decisions a playout of a position, and one of a command, may take, and how many of the first."""

    def __init__(self, typical_ms: float, positions: int, decisions: int) -> None:
        budget = BUDGET_MS / typical_ms
        graph = budget * GRAPH_SHARE / max(1, positions)
        self.position = _within(graph / FEWEST)
        self.playouts = max(FEWEST, min(MOST, int(graph / self.position)))
        self.command = _within(budget * (1 - GRAPH_SHARE) / (2 * CHOSEN_IN * max(1, decisions)))


def _within(depth: float) -> int:
    return max(SHALLOWEST, min(DEEPEST, int(depth)))


class PlayoutJudge(Judge):
    """Judges with agents that play on; a decision is compared with what the agent of its seat would have done."""

    method = "playouts"

    def __init__(self, players: Players, depths: Depths) -> None:
        self.players = players
        self.ruleset = players.ruleset
        self.depths = depths
        self.trials = depths.playouts

    def chances(self, position: Any, name: str) -> list[float]:
        """Return the mean share of each seat after short playouts."""
        found = [
            play_on(self.players, position.copy(), f"review:{name}:{number}", self.depths.position).shares
            for number in range(self.depths.playouts)
        ]
        return [sum(shares) / self.depths.playouts for shares in zip(*found, strict=True)]

    def compare(self, seat: int, knowledge: Any, actions: Actions, played: Any, name: str) -> Verdict:
        """Compare a command with the agent's choice, in the same worlds with the same luck.

        A standard error is taken off its lead, so that luck alone is seldom a mistake. Where both are the same, a
        random command shows what was at stake.
        """
        rng = Random(name)
        choice = ask(self.players.agents[seat], self.ruleset, knowledge, actions, self.players.seconds, rng)
        worlds = Worlds(self.ruleset, knowledge, name)
        if choice is None or choice == played:
            other = rng.choice([command for command in list_commands(actions) if command != played])
            return Verdict(0.0, stake=abs(fmean(self._leads(worlds, seat, played, other, range(CHOSEN_IN)))))
        first = fmean(self._leads(worlds, seat, choice, played, range(CHOSEN_IN)))
        if first <= 0:
            return Verdict(0.0, stake=-first)
        leads = self._leads(worlds, seat, choice, played, range(CHOSEN_IN, CHOSEN_IN + COMPARED_IN))
        lead = fmean(leads) - stdev(leads) / math.sqrt(COMPARED_IN)
        return Verdict(lead, choice, max(first, lead)) if lead > 0 else Verdict(0.0, stake=first)

    def _leads(self, worlds: Worlds, seat: int, choice: Any, played: Any, numbers: range) -> list[float]:
        """Return by how much a choice leads what was played, in each of some worlds."""
        names = [f"{worlds.seed}:{number}" for number in numbers]
        return [self._share(worlds, seat, choice, name) - self._share(worlds, seat, played, name) for name in names]

    def _share(self, worlds: Worlds, seat: int, command: Any, name: str) -> float:
        draft = self.ruleset.draft(worlds.deal(name).copy(), SampledChance(Random(name)))
        self.ruleset.play(draft, seat, command)
        return play_on(self.players, draft.state, f"{name}:on", self.depths.command).shares[seat]
