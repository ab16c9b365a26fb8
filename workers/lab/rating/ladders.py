"""Makes the ladder of a ruleset from games that were kept."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from workers.agents.catalog import at_level, id_and_level
from workers.agents.standings import Ladder, Standing
from workers.lab.rating.meetings import Game, Meeting
from workers.rating.ranks import Choice, choices
from workers.rating.strengths import Rating, Strengths

WINNERS: Final = 1
SET: Final = 1500  # the rating of the yardstick


def fit(games: Iterable[Game]) -> Strengths:
    """Fit strengths to who won; games of one seed share their board, and count as one cluster.

    Lower ranks are left out: players who are about to lose end by chance rather than by strength, and would draw the
    ratings together.
    """
    clusters: dict[int, list[Choice]] = defaultdict(list)
    for game in games:
        clusters[game.seed] += choices(game.ranks, WINNERS)
    return Strengths(clusters.values())


def ladder_of(ruleset: str, yardstick: str, seats: int, games: Sequence[Game]) -> Ladder:
    """Return the ladder of a ruleset, the strongest first; a level that does not surely beat the one below is left out.

    Above a level that is left out there is none.
    """
    strengths = fit(games)
    counted = Counter(entrant for game in games for entrant in {name for group in game.ranks for name in group})
    standings = [
        _standing(name, strengths.above(name, yardstick), counted[name])
        for name in strengths.entrants
        if _is_proven(strengths, name)
    ]
    standings.sort(key=lambda standing: (-standing.rating, standing.name))
    return Ladder(ruleset, seats, len(games), yardstick, tuple(standings))


def _standing(name: str, rating: Rating, games: int) -> Standing:
    rated, low, high = (SET + round(value) for value in rating)
    return Standing(name, rated, low, high, games)


def _is_proven(strengths: Strengths, name: str) -> bool:
    agent, level = id_and_level(name)
    if level is None or level == 1:
        return True
    below = at_level(agent, level - 1)
    return below in strengths.entrants and strengths.above(name, below).low > 0 and _is_proven(strengths, below)


def summary(meeting: Meeting, games: Sequence[Game]) -> dict[str, Any]:
    """Sum up the games of a meeting: the share won by its first agent, and how far it is above the other."""
    ended = [game for game in games if game.ranks]
    won = sum(game.ranks[0].count(meeting.one) / len(game.ranks[0]) for game in ended)
    elo = fit(ended).above(meeting.one, meeting.other)
    return {
        "name": meeting.name,
        "games": len(games),
        "finished": len(ended),
        "won": round(won / max(1, len(ended)), 4),
        "elo": round(elo.elo),
        "interval_95": [round(elo.low), round(elo.high)],
        "commands_per_game": round(sum(game.commands for game in games) / max(1, len(games)), 1),
    }
