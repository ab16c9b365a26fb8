"""Rates the entrants of an arena by the ranks of its games."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from workers.rating.ranks import Choice, Ranks, choices, rank
from workers.rating.strengths import Rating, Strengths


def ratings_of(games: Iterable[Mapping[str, Any]]) -> dict[int, Rating]:
    """Rate entrants above their mean, by number; those who finished no game against another have no rating.

    Games on one board form a cluster, for they have its luck in common.
    """
    clusters: dict[int, list[Choice]] = defaultdict(list)
    for number, game in enumerate(games):
        if game["shares"] is not None:
            clusters[number // len(game["entrants"])] += choices(_ranks(game))
    strengths = Strengths(cluster for cluster in clusters.values() if cluster)
    return {int(name): strengths.above_mean(name) for name in strengths.entrants}


def _ranks(game: Mapping[str, Any]) -> Ranks:
    """Rank the entrants: by their share of the win, then by points; those who forfeited the game come last."""
    forfeited, entrants = game.get("forfeited", ()), [*map(str, game["entrants"])]
    places = enumerate(zip(game["shares"], game["points"], strict=True))
    return rank([(-1.0, 0) if seat in forfeited else key for seat, key in places], entrants)
