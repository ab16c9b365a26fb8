"""Changes the weights of agents: all of them at once, each by a few units up or down."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, Final

STEP: Final = 0.2
"""A weight is multiplied by e to this power for each unit of its change."""
UNITS: Final = (-1.2, -0.6, 0.6, 1.2)


def names_of(weights: Any) -> Iterator[str]:
    """Yield the names of the weights that can be changed, fractions other than 0: `opening.pair`, `places.wanted.2`."""
    for field in fields(weights):
        value = getattr(weights, field.name)
        if is_dataclass(value):
            yield from (f"{field.name}.{name}" for name in names_of(value))
        elif isinstance(value, tuple):
            yield from (f"{field.name}.{index}" for index in range(len(value)))
        elif isinstance(value, float) and value:
            yield field.name


def draw_change(names: list[str], seed: object) -> dict[str, float]:
    """Draw a change of every weight, in units; the same seed draws the same."""
    rng = Random(f"tune {seed}")
    return {name: rng.choice(UNITS) for name in names}


def change_weights(weights: Any, units: Mapping[str, float], sign: int) -> Any:
    """Return weights that are changed by so many units each, or by their opposites."""
    for name, unit in units.items():
        weights = _scale(weights, name.split("."), math.exp(sign * STEP * unit))
    return weights


def _scale(weights: Any, path: list[str], factor: float) -> Any:
    name, *rest = path
    if isinstance(weights, tuple):
        return tuple(value * factor if index == int(name) else value for index, value in enumerate(weights))
    inner = getattr(weights, name)
    return replace(weights, **{name: _scale(inner, rest, factor) if rest else inner * factor})
