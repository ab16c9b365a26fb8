"""Rates players by the ranks that they came to in a game, after Plackett and Luce (`openskill`, by Weng and Lin).

A rating is a mean and its uncertainty. Those of agents are anchored: they stay as the ladder has them.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

_MEAN: Final = 25.0
_DEVIATION: Final = _MEAN / 3
ELO: Final = 1500
"""The points that a new player, and the yardstick of a ladder, has."""
_POINTS: Final = 400 / 13.57
"""How many points of Elo one unit is: 13.57 are odds of ten to one between two players who are well known."""
_SURE: Final = 0.5
"""The uncertainty of what is anchored."""


class Skill(NamedTuple):
    """Holds what is known of a player's strength, in the units of the model, and from how many games."""

    mean: float = _MEAN
    deviation: float = _DEVIATION
    games: int = 0

    @property
    def points(self) -> int:
        """Return the strength in points, as ladders show it."""
        return round(ELO + (self.mean - _MEAN) * _POINTS)

    @property
    def uncertainty(self) -> int:
        """Return the standard deviation in points."""
        return round(self.deviation * _POINTS)

    @property
    def place(self) -> float:
        """Return by what lists are sorted: what the player surely has, three deviations below the mean."""
        return self.mean - 3 * self.deviation


NEW: Final = Skill()


def anchor_at(points: int) -> Skill:
    """Return the skill of an agent with so many points on a ladder."""
    return Skill(_MEAN + (points - ELO) / _POINTS, _SURE)


def rate(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the skills after a game in which these ranks were reached, 1 the best."""
    model = _model()
    teams = [[model.rating(mu=skill.mean, sigma=skill.deviation)] for skill in skills]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(team[0].mu, team[0].sigma, skill.games + 1) for skill, team in zip(skills, after, strict=True)]


@cache
def _model() -> "PlackettLuce":
    """Return the model, which is loaded with the first rating: only sweeps rate, while every API reads ratings."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
