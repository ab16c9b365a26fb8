"""Defines how far an agent looks ahead, and how certain a lead must be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Holds the bounds of a search, all of them numbers of trials or probabilities, never seconds.

    `most` candidates are tried in `worlds` dealt positions each. Another command than the planner's is played when it
    leads by more than `margin` in the probability to win, after `doubt` standard errors of the lead are subtracted.

    With more than one of `plies` the trials of a turn form a tree: when the seat chooses again, it tries other commands
    than the planner's too, `widen` more of them in each further world. Positions are valued after `rolls` further
    rolls. With `rivals` the other seats also choose in the tree in their turns, each for itself.
    The candidates of a decision are shared out over `processes` where the agent has a team, which changes no choice.
    """

    worlds: int = 6
    most: int = 10
    tiles: int = 6
    offers: int = 3
    founding: int = 10
    margin: float = 0.01
    doubt: float = 1.0
    founding_margin: float = 0.0
    plies: int = 1
    widen: int = 2
    rolls: int = 0
    rivals: bool = False
    processes: int = 1
