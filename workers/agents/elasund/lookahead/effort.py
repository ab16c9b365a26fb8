"""Defines how far the agent looks ahead, and how clear a lead must be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Holds the bounds of a search: at most `most` commands are tried, in `worlds` dealt positions each.

    Another command than the planner's is played if it leads by more than `margin` in the probability to win.
    """

    most: int = 8
    worlds: int = 1
    margin: float = 0.004
