"""Values positions of every game of Catan: the value of the plain game, and what each module adds to a seat's score."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Final

from domain.catan.state import Public
from workers.agents.catan.modules import tactics_named
from workers.agents.catan.tactics import Figures
from workers.agents.catan.value.figures import NAMES
from workers.agents.catan.value.model import Value
from workers.agents.measures import Additions
from workers.agents.search.phased_weights import PhasedWeights, read_weights

WEIGHTS: Final = Path(__file__).with_name("weights.json")
MODULES: Final = Path(__file__).with_name("modules.json")


class TableValue(Value):
    """Adds to the score of a seat the figures of the modules of a game, by the weights `added`."""

    def __init__(self, phases: PhasedWeights, added: Mapping[str, float]) -> None:
        super().__init__(phases)
        self.added = added

    def scores(self, position: Public) -> list[float]:
        """Return the score of each seat; the probabilities are the softmax of them."""
        found = super().scores(position)
        for figures in figures_of(position.setting.config.modules):
            weights = [self.added[name] for name in figures.names]
            rows = figures.of(position)
            found = [score + sum(map(mul, weights, row)) for score, row in zip(found, rows, strict=True)]
        return found


@cache
def figures_of(modules: Sequence[str]) -> list[Figures]:
    """Return the figures of some modules, where they add to the value of a position."""
    return [tactics.figures for tactics in tactics_named(tuple(modules)) if tactics.figures is not None]


@cache
def load_value() -> Value:
    """Return the value that was fitted on games among planners, with what modules add."""
    return TableValue(read_weights(WEIGHTS, NAMES), json.loads(MODULES.read_text()))


def _names(modules: Sequence[str]) -> list[str]:
    return ["score", *(name for figures in figures_of(modules) for name in figures.names)]


def _rows(position: Public) -> list[list[float]]:
    """Return for each seat its score by the plain value, and the figures of the modules."""
    rows = [[score] for score in Value.scores(load_value(), position)]
    for figures in figures_of(position.setting.config.modules):
        rows = [[*row, *more] for row, more in zip(rows, figures.of(position), strict=True)]
    return rows


ADDITIONS: Final = Additions(_names, _rows)
"""Describes what `workers.lab.training.modules` fits."""
