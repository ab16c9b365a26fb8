"""Sums up the games of an arena: wins with their intervals, ratings, points, by entrant and seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.game.documents import agent_members
from service.queue.arena_book import Entry
from workers.agents.search.rates import wilson
from workers.rating import Rating, ratings_of


@dataclass(slots=True)
class Entrant:
    """Counts the results of an entrant."""

    games: int = 0
    wins: float = 0.0
    points: int = 0
    forfeits: int = 0
    decisions: int = 0
    seconds: float = 0.0
    played: Counter[int] = field(default_factory=Counter)
    won: dict[int, float] = field(default_factory=dict)

    def take(self, game: Entry, seat: int) -> None:
        """Count a game that it played on a seat; of an unfinished one only the time counts."""
        self.decisions += game["decisions"][seat] if "decisions" in game else 0
        self.seconds += game["seconds"][seat] if "seconds" in game else 0.0
        self.forfeits += seat in game.get("forfeited", ())
        if game["shares"] is None:
            return
        self.games += 1
        self.wins += game["shares"][seat]
        self.points += game["points"][seat]
        self.played[seat] += 1
        self.won[seat] = self.won.get(seat, 0.0) + game["shares"][seat]


def arena_document(plan: Mapping[str, Any], games: Sequence[Entry]) -> dict[str, Any]:
    """Return the document of an arena's results."""
    entrants, ratings = [Entrant() for _ in plan["agents"]], ratings_of(games)
    for game in games:
        for seat, entrant in enumerate(game["entrants"]):
            entrants[entrant].take(game, seat)
    return {
        "ruleset": plan["ruleset"],
        "map": plan["config"]["map"],
        "modules": list(plan["config"]["modules"]),
        "options": plan["config"]["options"],
        "seed": plan["seed"],
        "games": len(games),
        "unfinished": sum(game["shares"] is None for game in games),
        "mean_commands": round(sum(game["commands"] for game in games) / len(games), 1),
        "table": [
            {"entrant": number, **_describe_entrant(plan, number)} | _row(entrant) | _rating(ratings.get(number))
            for number, entrant in enumerate(entrants)
        ],
    }


def _describe_entrant(plan: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the description of an entrant: an agent, or a bot."""
    if "entrants" not in plan:
        return {"kind": "ai", **agent_members(plan["agents"][number])}
    entrant = plan["entrants"][number]
    members = {name: entrant[name] for name in ("kind", "name", "webhook") if entrant[name]}
    return members | agent_members(entrant["agent"])


def _rating(rating: Rating | None) -> dict[str, Any]:
    if rating is None:
        return {}
    return {"rating": round(rating.elo), "rating_low": round(rating.low), "rating_high": round(rating.high)}


def _row(entrant: Entrant) -> dict[str, Any]:
    low, high = wilson(entrant.wins, entrant.games)
    games = max(1, entrant.games)
    return {
        "games": entrant.games,
        "wins": round(entrant.wins, 4),
        "forfeits": entrant.forfeits,
        "win_rate": round(entrant.wins / games, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_points": round(entrant.points / games, 3),
        **({"seconds_per_decision": round(entrant.seconds / entrant.decisions, 6)} if entrant.decisions else {}),
        "seats": [
            {"seat": seat, "games": entrant.played[seat], "wins": round(entrant.won[seat], 4)}
            for seat in sorted(entrant.played)
        ],
    }
