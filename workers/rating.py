"""Ratings say how strong agents are on one scale, from games that they played with each other.

The ranks of a game are a list of choices: each player, from the first, was placed before all players ranked lower.
Strengths are fitted to choices: the chance to come first is the own strength among all (Bradley and Terry, Luce). The
fit is by minorization and maximization (Hunter, MM algorithms for generalized Bradley-Terry models, 2004). Every
entrant also has one game against a player of strength 1, half won, so that one that always won stays finite.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.ruleset import Result
from workers.agents.search.rates import Z_95

ELO: Final = 400 / math.log(10)
"""Elo points of a strength that is e times as great."""

MOST_STEPS: Final = 5_000
SMALLEST_STEP: Final = 1e-7
FEWEST_CLUSTERS: Final = 20
"""With fewer, what their choices share cannot be told, and every choice counts by itself."""
IMAGINED: Final = 0.5  # games won, and lost, against a player of strength 1


class Choice(NamedTuple):
    """Says which entrant was first among these, itself included; an entrant appears once for each of its seats."""

    first: str
    among: tuple[str, ...]


Ranks = Sequence[Sequence[str]]
"""The entrants of a game by rank, the best first; those that share a rank are in one group."""


def ranks_of(result: Result, entrants: Sequence[str]) -> Ranks:
    """Return the entrants by rank, winners first and then by points; `entrants` are in order of seats."""
    return rank([(seat in result.winners, points) for seat, points in enumerate(result.points)], entrants)


def rank(keys: Sequence[Any], entrants: Sequence[str]) -> Ranks:
    """Return the entrants by rank, the highest key first, equal keys in one group; both are given by seat."""
    order = sorted(set(keys), reverse=True)
    return [[entrants[seat] for seat, key in enumerate(keys) if key == rank] for rank in order]


def choices(ranks: Ranks, places: int | None = None) -> Iterator[Choice]:
    """Yield the choices that the ranks stand for, or only those of the first `places` ranks.

    Entrants that share a rank are not compared with each other, nor is an entrant with the other seats of its own.
    """
    for place, group in enumerate(ranks[:places]):
        below = [entrant for later in ranks[place + 1 :] for entrant in later]
        for first in group:
            if any(entrant != first for entrant in below):
                yield Choice(first, tuple(sorted((first, *below))))


class Rating(NamedTuple):
    """Holds how many Elo points an entrant is above another, between `low` and `high` with 95 % confidence."""

    elo: float
    low: float
    high: float


class Strengths:
    """Holds the strengths of entrants, fitted to clusters of choices; those in one cluster may depend on each other."""

    def __init__(self, clusters: Iterable[Sequence[Choice]]) -> None:
        self._clusters = [Counter(cluster) for cluster in clusters]
        self._counted: Counter[Choice] = sum(self._clusters, Counter())
        self.entrants = sorted({entrant for choice in self._counted for entrant in choice.among})
        self.by_entrant = _fit(self.entrants, self._counted)
        self._spread = self._covariance()

    def above(self, entrant: str, other: str) -> Rating:
        """Rate an entrant above another; raises ValueError for one that has not played."""
        weights = dict.fromkeys((entrant, other), 0.0)
        weights[entrant] += 1
        weights[other] -= 1
        return self._contrast(weights)

    def above_mean(self, entrant: str) -> Rating:
        """Rate an entrant above the mean of all; raises ValueError for one that has not played."""
        self.entrants.index(entrant)
        share = 1 / len(self.entrants)
        return self._contrast({name: float(name == entrant) - share for name in self.entrants})

    def _contrast(self, weights: Mapping[str, float]) -> Rating:
        """Return a weighted sum of the logarithms of strengths, in Elo points."""
        places = {self.entrants.index(name): weight for name, weight in weights.items()}
        elo = ELO * sum(weight * math.log(self.by_entrant[name]) for name, weight in weights.items())
        variance = sum(a * b * float(self._spread[i][j]) for i, a in places.items() for j, b in places.items())
        margin = Z_95 * ELO * math.sqrt(max(0.0, variance))
        return Rating(elo, elo - margin, elo + margin)

    def _covariance(self) -> Any:
        """Return the covariance of the logarithms of strengths, robust to what choices in a cluster share.

        It is the inverse of the curvature, which says how sharply the likelihood falls off around the strengths.
        """
        import numpy as np  # takes a tenth of a second, and only few jobs rate

        strengths = np.array([self.by_entrant[entrant] for entrant in self.entrants])
        seats = {
            choice: np.array([choice.among.count(entrant) for entrant in self.entrants]) for choice in self._counted
        }
        chances = {choice: count * strengths / (count @ strengths) for choice, count in seats.items()}
        curvature = np.diag(2 * IMAGINED * strengths / (strengths + 1) ** 2)
        for choice, times in self._counted.items():
            curvature += times * (np.diag(chances[choice]) - np.outer(chances[choice], chances[choice]))
        outer = np.linalg.inv(curvature)
        if len(self._clusters) < FEWEST_CLUSTERS:
            return outer
        slopes = np.zeros((len(self._clusters), len(self.entrants)))
        for slope, cluster in zip(slopes, self._clusters, strict=True):
            for choice, times in cluster.items():
                slope[self.entrants.index(choice.first)] += times
                slope -= times * chances[choice]
        return outer @ (slopes.T @ slopes) @ outer


def _fit(entrants: Sequence[str], counted: Mapping[Choice, int]) -> dict[str, float]:
    firsts = dict.fromkeys(entrants, IMAGINED)
    met: dict[tuple[str, ...], int] = defaultdict(int)
    for choice, times in counted.items():
        firsts[choice.first] += times
        met[choice.among] += times
    strengths = dict.fromkeys(entrants, 1.0)
    for _ in range(MOST_STEPS):
        better = _step(strengths, firsts, met)
        moved = max((abs(math.log(better[e] / strengths[e])) for e in entrants), default=0.0)
        strengths = better
        if moved < SMALLEST_STEP:
            break
    return strengths


def _step(
    strengths: Mapping[str, float], firsts: Mapping[str, float], met: Mapping[tuple[str, ...], int]
) -> dict[str, float]:
    """Return strengths that are at least as likely."""
    burden = {entrant: 2 * IMAGINED / (strength + 1) for entrant, strength in strengths.items()}
    for among, times in met.items():
        share = times / sum([strengths[entrant] for entrant in among])
        for entrant in among:
            burden[entrant] += share
    return {entrant: firsts[entrant] / burden[entrant] for entrant in strengths}


def rate_against(clusters: Iterable[Sequence[Choice]], name: str, known: Mapping[str, float]) -> Rating:
    """Rate one entrant, whose strength is fitted to choices among others of known strengths, above strength 1.

    Choices among others alone say nothing of it, nor do those with an entrant that is not known.
    """
    told = [[choice for choice in cluster if _tells(choice, name, known)] for cluster in clusters]
    told = [cluster for cluster in told if cluster]
    theta = 0.0
    for _ in range(MOST_STEPS):
        slopes, curvature = _slopes(told, name, known, theta)
        move = max(-1.0, min(1.0, sum(slopes) / curvature))
        theta += move
        if abs(move) < SMALLEST_STEP:
            break
    slopes, curvature = _slopes(told, name, known, theta)
    is_robust = len(told) >= FEWEST_CLUSTERS
    variance = sum(slope**2 for slope in slopes[1:]) / curvature**2 if is_robust else 1 / curvature
    margin = Z_95 * ELO * math.sqrt(variance)
    return Rating(ELO * theta, ELO * theta - margin, ELO * theta + margin)


def _tells(choice: Choice, name: str, known: Mapping[str, float]) -> bool:
    return name in choice.among and all(other == name or other in known for other in choice.among)


def _slopes(
    clusters: Sequence[Sequence[Choice]], name: str, known: Mapping[str, float], theta: float
) -> tuple[list[float], float]:
    """Return the slope of the likelihood in the logarithm of the strength, of each cluster, and its curvature.

    The first slope is that of the game imagined against strength 1.
    """
    own = math.exp(theta)
    even = own / (own + 1)
    slopes, curvature = [2 * IMAGINED * (0.5 - even)], 2 * IMAGINED * even * (1 - even)
    for cluster in clusters:
        slope = 0.0
        for choice in cluster:
            weight = own * choice.among.count(name)
            share = weight / (weight + sum([known[other] for other in choice.among if other != name]))
            slope += (choice.first == name) - share
            curvature += share * (1 - share)
        slopes.append(slope)
    return slopes, curvature


def ratings_of(games: Iterable[Mapping[str, Any]]) -> dict[int, Rating]:
    """Rate entrants above their mean, by number; those who finished no game against another have no rating.

    Games on one board form a cluster, for they have its luck in common.
    """
    clusters: dict[int, list[Choice]] = defaultdict(list)
    for number, game in enumerate(games):
        clusters[number // len(game["entrants"])] += choices_of(game, [*map(str, game["entrants"])])
    strengths = Strengths(cluster for cluster in clusters.values() if cluster)
    return {int(name): strengths.above_mean(name) for name in strengths.entrants}


def choices_of(game: Mapping[str, Any], names: Sequence[str]) -> list[Choice]:
    """Return what a game of an arena says of its entrants, whose `names` are in order of seats.

    They are ranked by their share of the win, then by points. An entrant that forfeited has lost to every other one,
    and the game says nothing more: an agent has played on in its place, which may have decided who came first.
    """
    if game["shares"] is None:
        return []
    forfeited = game.get("forfeited", ())
    if not forfeited:
        return [*choices(rank([*zip(game["shares"], game["points"], strict=True)], names))]
    left = {names[seat] for seat in forfeited}
    others = [name for seat, name in enumerate(names) if seat not in forfeited and name not in left]
    return [Choice(name, tuple(sorted((name, late)))) for name in others for late in sorted(left)]
