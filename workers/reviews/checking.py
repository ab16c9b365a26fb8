"""Checks the dearest mistakes of a review by playouts, and says of each mistake how sure it is.

Both commands are played in the same worlds with the same luck: fresh ones, by which no mistake was found. Agents play
on for a while from each, and where the game has not ended the judge says how likely the seat is to win, if it can
compute that; otherwise points count.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from domain.core.chance import SampledChance
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Ruleset
from service.schemas.analyses import CERTAINTIES
from workers.agents.agent import Agent
from workers.agents.search.playouts import Players, play_on
from workers.agents.search.worlds import Worlds
from workers.reviews.judging import Judge, Step

MOST_CHECKED: Final = 5
PAIRS: Final = 12
"""Worlds in which both commands are played on from."""
FEWEST_PAIRS: Final = 6
BUDGET_MS: Final = 8_000
"""Limits the decisions of all playouts of a review, at the typical time of one."""
DEEPEST: Final = 160
SHALLOWEST: Final = 8
T_95: Final[Mapping[int, float]] = {6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26, 11: 2.23, 12: 2.20}
"""Student's quantiles for 95 % confidence, by the number of pairs."""

CONFIRMED, OPEN, DOUBTFUL, UNCHECKED = CERTAINTIES


class Checker(NamedTuple):
    """Plays on for `depth` decisions, and lets a judge value the positions that are reached."""

    judge: Judge
    players: Players
    depth: int

    @classmethod
    def of(
        cls, judge: Judge, ruleset: Ruleset, agents: Sequence[Agent], seconds: float, typical_ms: float
    ) -> "Checker":
        """Return a checker whose playouts keep to the budget."""
        depth = int(BUDGET_MS / (2 * PAIRS * MOST_CHECKED * typical_ms))
        return cls(judge, Players(ruleset, agents, seconds), max(SHALLOWEST, min(DEEPEST, depth)))

    def check(self, step: Step, best: Any) -> dict[str, Any] | None:
        """Return by how much the better command leads what was played, with its interval; None if too few compare."""
        ruleset = self.players.ruleset
        assert step.seat is not None
        assert step.command is not None
        knowledge = ruleset.observe(step.before, step.seat)
        if step.belief is not None:
            ruleset.add_belief(knowledge, step.belief)
        worlds = Worlds(ruleset, knowledge, f"check:{step.version}")
        commands = ruleset.commands.decode(best), ruleset.commands.decode(step.command)
        leads = []
        for number in range(PAIRS):
            try:
                better, played = (self._share(worlds, step.seat, command, str(number)) for command in commands)
            except IllegalCommand:  # a dealt world did not allow what was possible at the table
                continue
            leads.append(better - played)
        return _sum_up(leads) if len(leads) >= FEWEST_PAIRS else None

    def _share(self, worlds: Worlds, seat: int, command: Any, name: str) -> float:
        ruleset = self.players.ruleset
        draft = ruleset.draft(worlds.deal(name).copy(), SampledChance(Random(f"{worlds.seed}:{name}")))
        ruleset.play(draft, seat, command)
        found = play_on(self.players, draft.state, f"{worlds.seed}:{name}:on", self.depth)
        if found.is_over or self.judge.trials is not None:
            return found.shares[seat]
        return self.judge.chances(draft.state, name)[seat]


def _sum_up(leads: Sequence[float]) -> dict[str, Any]:
    lead = fmean(leads)
    margin = T_95[len(leads)] * stdev(leads) / math.sqrt(len(leads))
    return {
        "playouts": len(leads),
        "lead": round(lead, 4),
        "low": round(max(-1.0, lead - margin), 4),
        "high": round(min(1.0, lead + margin), 4),
    }


def describe_check(found: dict[str, Any] | None) -> dict[str, Any]:
    """Return the members of a mistake that say how sure it is: the word, and what playouts gave."""
    if found is None:
        return {"certainty": UNCHECKED}
    word = CONFIRMED if found["low"] > 0 else DOUBTFUL if found["lead"] <= 0 else OPEN
    return {"certainty": word, "check": found}
