"""In an arena agents play each other in memory, each game from the arena's seed and its own number alone."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from redis import Redis

from domain.core.ruleset import Config, Ruleset
from service.game.named_agents import agent_members
from service.queue.keys import arena_games
from workers.agents import play
from workers.agents.agent import load_agent
from workers.agents.search.playouts import shares_of
from workers.agents.search.rates import wilson
from workers.experiments.timing import Timed
from workers.rating.arenas import ratings_of
from workers.rating.strengths import Rating
from workers.tables import build_missing

MOST_COMMANDS: Final = 10_000
"""Commands after which a game counts as unfinished."""

SLICE_S: Final = 1.0

Game = dict[str, Any]
"""How a game went, as JSON: by seat the entrant, its share of the win, its points; commands; by entrant its time."""


class Scorebook:
    """Keeps the games that an arena's job has played so far, by number, for an hour after the newest."""

    KEPT_S: Final = 3600

    def __init__(self, redis: Redis, job_id: str) -> None:
        self.redis = redis
        self.key = arena_games(job_id)

    def note(self, number: int, game: Game) -> None:
        """Keep a game; one that is played twice comes out the same."""
        with self.redis.pipeline() as pipe:
            pipe.hset(self.key, str(number), orjson.dumps(game))
            pipe.expire(self.key, self.KEPT_S)
            pipe.execute()

    def games(self) -> dict[int, Game]:
        """Return all of them."""
        kept: Any = self.redis.hgetall(self.key)
        return {int(number): orjson.loads(game) for number, game in kept.items()}


def play_slice(
    book: Scorebook, ruleset: Ruleset, plan: Mapping[str, Any], progress: Callable[[float], None]
) -> list[Game] | None:
    """Play on for about a second; return all games in order once the last one is played, else None."""
    games, until = book.games(), time.monotonic() + SLICE_S
    for number in range(plan["games"]):
        if number in games:
            continue
        games[number] = play_game(ruleset, plan, number)
        book.note(number, games[number])
        progress(len(games) / plan["games"])
        if time.monotonic() >= until:
            break
    return [games[number] for number in range(plan["games"])] if len(games) == plan["games"] else None


def play_game(ruleset: Ruleset, plan: Mapping[str, Any], number: int) -> Game:
    """Play the number-th game of an arena; entrants move on by one seat with every game.

    So many games as there are seats have the same luck: each entrant plays it from every seat.
    """
    config = Config(**plan["config"] | {"modules": tuple(plan["config"]["modules"])})
    count = len(plan["agents"])
    entrants = [(seat + number) % count for seat in range(count)]
    seated = [load_agent(plan["agents"][entrant]) for entrant in entrants]
    for agent in seated:
        build_missing(agent, config)
    agents = [Timed(agent) for agent in seated]
    match = play(ruleset, agents, f"{plan['seed']} {number // count}", config, MOST_COMMANDS)
    return {
        "entrants": entrants,
        "shares": None if match.result is None else shares_of(match.result),
        "points": None if match.result is None else match.result.points,
        "commands": match.commands,
        "decisions": [agent.decisions for agent in agents],
        "seconds": [agent.seconds for agent in agents],
    }


@dataclass(slots=True)
class Entrant:
    """Counts what an entrant has to show for itself."""

    games: int = 0
    wins: float = 0.0
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0
    played: Counter[int] = field(default_factory=Counter)
    won: dict[int, float] = field(default_factory=dict)

    def take(self, game: Game, seat: int) -> None:
        """Count a game that it played on a seat; an unfinished one counts for its time alone."""
        self.decisions += game["decisions"][seat]
        self.seconds += game["seconds"][seat]
        if game["shares"] is None:
            return
        self.games += 1
        self.wins += game["shares"][seat]
        self.points += game["points"][seat]
        self.played[seat] += 1
        self.won[seat] = self.won.get(seat, 0.0) + game["shares"][seat]


def arena_document(plan: Mapping[str, Any], games: Sequence[Game]) -> dict[str, Any]:
    """Sum up an arena."""
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
            _row(number, plan["agents"][number], entrant) | _rating(ratings.get(number))
            for number, entrant in enumerate(entrants)
        ],
    }


def _rating(rating: Rating | None) -> dict[str, Any]:
    if rating is None:
        return {}
    return {"rating": round(rating.elo), "rating_low": round(rating.low), "rating_high": round(rating.high)}


def _row(number: int, agent: str, entrant: Entrant) -> dict[str, Any]:
    low, high = wilson(entrant.wins, entrant.games)
    games = max(1, entrant.games)
    return {
        "entrant": number,
        **agent_members(agent),
        "games": entrant.games,
        "wins": round(entrant.wins, 4),
        "win_rate": round(entrant.wins / games, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_points": round(entrant.points / games, 3),
        "seconds_per_decision": round(entrant.seconds / max(1, entrant.decisions), 6),
        "seats": [
            {"seat": seat, "games": entrant.played[seat], "wins": round(entrant.won[seat], 4)}
            for seat in sorted(entrant.played)
        ],
    }
