"""Sums up the games of an arena: wins with their intervals, ratings, points, by entrant and seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.game.documents import agent_members
from service.queue.arena_book import Entry
from workers.agents.search.rates import wilson
from workers.rating import Rating, ratings_of


def arena_document(plan: Mapping[str, Any], games: Sequence[Entry]) -> dict[str, Any]:
    """Return the document of an arena's results."""
    ratings = ratings_of(games)
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
            {"entrant": number, **_describe_entrant(plan, number)} | _row(games, number) | _rating(ratings.get(number))
            for number in range(len(plan["agents"]))
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


def _row(games: Sequence[Entry], number: int) -> dict[str, Any]:
    """Return the results of an entrant; of an unfinished game only the time counts."""
    played = [(game, seat) for game in games for seat, entrant in enumerate(game["entrants"]) if entrant == number]
    finished = [(game, seat) for game, seat in played if game["shares"] is not None]
    decisions = sum(game["decisions"][seat] for game, seat in played if "decisions" in game)
    seconds = sum(game["seconds"][seat] for game, seat in played if "seconds" in game)
    wins = sum((game["shares"][seat] for game, seat in finished), 0.0)
    count, (low, high) = max(1, len(finished)), wilson(wins, len(finished))
    seats = sorted({seat for _, seat in finished})
    by_seat = {seat: [game["shares"][seat] for game, place in finished if place == seat] for seat in seats}
    return {
        "games": len(finished),
        "wins": round(wins, 4),
        "forfeits": sum(seat in game.get("forfeited", ()) for game, seat in played),
        "win_rate": round(wins / count, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_points": round(sum(game["points"][seat] for game, seat in finished) / count, 3),
        **({"seconds_per_decision": round(seconds / decisions, 6)} if decisions else {}),
        "seats": [
            {"seat": seat, "games": len(shares), "wins": round(sum(shares, 0.0), 4)} for seat, shares in by_seat.items()
        ],
    }
