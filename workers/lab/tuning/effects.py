"""Says what the results of opposite changes come to: how many points of the win rate a unit of each weight brings."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from workers.lab.tuning.pairs import Pair


class Effect(NamedTuple):
    """Says by how much a unit of a weight raises the win rate, with the standard error of that."""

    name: str
    gain: float
    error: float


def effects(pairs: Sequence[Pair]) -> list[Effect]:
    """Estimate the effect of every weight, the surest gain first; leads count beside wins, as they say more."""
    worth = _lead_worth(pairs)
    results = [0.5 * (pair.wins[0] - pair.wins[1]) + 0.5 * worth * (pair.leads[0] - pair.leads[1]) for pair in pairs]
    found = [_effect(name, [pair.units[name] for pair in pairs], results) for name in pairs[0].units]
    return sorted(found, key=lambda effect: effect.gain / max(effect.error, 1e-9), reverse=True)


def _effect(name: str, units: Sequence[float], results: Sequence[float]) -> Effect:
    """Regress the difference of two games on twice the change; the changes of different weights are independent."""
    square = sum(4 * unit * unit for unit in units)
    gain = sum(2 * unit * result for unit, result in zip(units, results, strict=True)) / square
    left = sum((result - 2 * unit * gain) ** 2 for unit, result in zip(units, results, strict=True))
    return Effect(name, gain, math.sqrt(left / max(1, len(units) - 1) / square))


def _lead_worth(pairs: Sequence[Pair]) -> float:
    """Return how much likelier a win is with a point more of lead: the slope of wins on leads over all games."""
    wins = [win for pair in pairs for win in pair.wins]
    leads = [lead for pair in pairs for lead in pair.leads]
    win, lead = sum(wins) / len(wins), sum(leads) / len(leads)
    spread = sum((x - lead) ** 2 for x in leads)
    return sum((w - win) * (x - lead) for w, x in zip(wins, leads, strict=True)) / spread if spread else 0.0
