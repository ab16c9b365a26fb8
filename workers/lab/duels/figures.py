"""What the games of a duel come to.

A seed is played in every seat. A table that holds only the yardstick plays the same game each time and has one winner
in it, so that the yardstick wins exactly one of the seats: the difference in a seed is the agent's wins less one, with
nothing of the luck of boards and seats left in the comparison.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workers.agents.search.rates import Z_95, wilson
from workers.agents.timing import milliseconds
from workers.lab.duels.games import Duel, Game


def summary(duel: Duel, games: Sequence[Game]) -> dict[str, Any]:
    """Sum up the games of a duel: the rate with its interval, the gain over the yardstick in pairs, the times."""
    wins = sum(game.has_won for game in games)
    by_seat = Counter(game.seat for game in games if game.has_won)
    rates = _by_seed(duel, games)
    return {
        "name": duel.name,
        "first_seed": duel.first_seed,
        "games": len(games),
        "finished": sum(game.is_finished for game in games),
        "wins": wins,
        "rate": round(wins / max(1, len(games)), 4),
        "interval_95": _round(wilson(wins, len(games))),
        "wins_by_seat": [by_seat[seat] for seat in range(duel.seats)],
        "gain": gain(rates, dict.fromkeys(rates, 1 / duel.seats)),
        "commands_per_game": round(sum(game.commands for game in games) / max(1, len(games)), 1),
        "agent_ms": milliseconds(_all_times(game.times for game in games)),
        "against_ms": milliseconds(_all_times(game.their_times for game in games)),
        "cpu_seconds": round(sum(game.seconds for game in games), 1),
    }


def difference(duel: Duel, games: Sequence[Game], others: Sequence[Game]) -> dict[str, Any]:
    """Compare two agents that played the same seeds in the same seats against the same table."""
    return gain(_by_seed(duel, games), _by_seed(duel, others))


def gain(rates: Mapping[int, float], base: Mapping[int, float]) -> dict[str, Any]:
    """Return the mean difference of rates by seed, over the seeds that both have, with its 95 % interval."""
    pairs = [rate - base[seed] for seed, rate in rates.items() if seed in base]
    if len(pairs) < 2:
        return {"seeds": len(pairs), "mean": None, "interval_95": None}
    mean = sum(pairs) / len(pairs)
    spread = Z_95 * math.sqrt(sum((d - mean) ** 2 for d in pairs) / (len(pairs) - 1) / len(pairs))
    return {"seeds": len(pairs), "mean": round(mean, 4), "interval_95": _round((mean - spread, mean + spread))}


def _by_seed(duel: Duel, games: Iterable[Game]) -> dict[int, float]:
    """Return the share of seats won by seed, for the seeds that were played in all of them."""
    won: dict[int, list[bool]] = defaultdict(list)
    for game in games:
        won[game.seed].append(game.has_won)
    return {seed: sum(wins) / duel.seats for seed, wins in won.items() if len(wins) == duel.seats}


def _all_times(counted: Iterable[Mapping[int, int]]) -> Counter[int]:
    times: Counter[int] = Counter()
    for game in counted:
        times.update(game)
    return times


def _round(interval: tuple[float, float]) -> list[float]:
    return [round(bound, 4) for bound in interval]
