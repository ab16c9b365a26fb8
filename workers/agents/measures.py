"""How the agents of a family are measured, and what is learned from their games."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Measures(NamedTuple):
    """Names the agents that are compared, by id and level.

    The `yardstick` never changes; its rating is set. `meetings` are the pairs from which ratings are found; `alone`
    lists agents that play games alone, with the options of these. `lesson` is where to find what a training fits,
    `module:NAME`; empty where nothing is learned. `exploiter` is where the agent is whose strategies are climbed over.
    """

    yardstick: str = ""
    meetings: Sequence[tuple[str, str]] = ()
    alone: Sequence[tuple[str, Mapping[str, Any]]] = ()
    lesson: str = ""
    exploiter: str = ""


class Lesson(NamedTuple):
    """Holds what a training needs to know of a family: the figures of a seat by which it is to tell who wins.

    `figures` returns those that `names` names for each seat of a position; the `points` are one of them, as a share of
    the target. `weights` is the file that is written.
    """

    names: Sequence[str]
    points: int
    figures: Callable[[Any], Any]
    weights: Path
