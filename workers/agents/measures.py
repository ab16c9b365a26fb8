"""Defines how the agents of a family are measured, and what is fitted on their games."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Measures(NamedTuple):
    """Holds the agents to compare, by id and level.

    The `yardstick` never changes; its rating is set. `meetings` are the pairs from whose games ratings are computed;
    `alone` lists agents that play solo games, with the options of these. `lesson` is the path of what a training fits,
    `module:NAME`; empty if nothing is fitted. `additions` is that of what is fitted besides in games with modules;
    `exploiter` that of the agent whose strategies are searched.
    """

    yardstick: str = ""
    meetings: Sequence[tuple[str, str]] = ()
    alone: Sequence[tuple[str, Mapping[str, Any]]] = ()
    lesson: str = ""
    additions: str = ""
    exploiter: str = ""


class Lesson(NamedTuple):
    """Describes what a training fits for a family: the figures of a seat by which the winner is predicted.

    `figures` returns for each seat of a position the figures named in `names`; the `points` are one of them, as a share
    of the target. `weights` is the file to write.
    """

    names: Sequence[str]
    points: int
    figures: Callable[[Any], Any]
    weights: Path


class Additions(NamedTuple):
    """Describes what a training fits in games with modules: the names of a game's figures, and how to compute them.

    `figures` returns for each seat of a position its score by the value of plain games, then the figures.
    """

    names: Callable[[Sequence[str]], Sequence[str]]
    figures: Callable[[Any], Sequence[Sequence[float]]]
