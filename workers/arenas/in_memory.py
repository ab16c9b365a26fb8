"""Plays the games of agents in memory; each depends on the arena's seed and its own number alone."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from domain.core.ruleset import Ruleset
from service.handlers.arenas import config_of, entrants_of, seed_of
from service.queue.arena_book import ArenaBook, Entry
from workers.agents import play
from workers.agents.agent import load_agent
from workers.agents.search.playouts import shares_of
from workers.agents.timing import Timed
from workers.tables import build_missing

MOST_COMMANDS: Final = 10_000
"""Limits the commands of a game; after that it counts as unfinished."""

SLICE_S: Final = 1.0

Progress = Callable[[float], None]


def play_slice(
    book: ArenaBook, ruleset: Ruleset, plan: Mapping[str, Any], progress: Progress, decided: Counter[str]
) -> list[Entry] | None:
    """Play on for about a second; return all games in order once the last one is played, else None.

    The decisions of the agents are added to `decided`, by their names. Games that other jobs have begun come last;
    those finished by then are not played again.
    """
    _play(book, ruleset, plan, progress, _pick_games(book, plan["games"], is_last_resort=True), decided)
    games = book.games()
    return [games[number] for number in sorted(games)] if len(games) == plan["games"] else None


def help_slice(
    book: ArenaBook, ruleset: Ruleset, plan: Mapping[str, Any], progress: Progress, decided: Counter[str]
) -> bool:
    """Play games that no other job has begun for about a second; return whether there may be more of them."""
    return not _play(book, ruleset, plan, progress, _pick_games(book, plan["games"], is_last_resort=False), decided)


def _pick_games(book: ArenaBook, count: int, *, is_last_resort: bool) -> Iterator[int]:
    """Yield the games that no job has begun; as a last resort also those that a job has begun but not finished."""
    games = book.games()
    yield from (number for number in range(count) if number not in games and book.claim(number))
    if is_last_resort:
        played = book.games()
        yield from (number for number in range(count) if number not in played and not book.holds(number))


def _play(
    book: ArenaBook,
    ruleset: Ruleset,
    plan: Mapping[str, Any],
    progress: Progress,
    numbers: Iterator[int],
    decided: Counter[str],
) -> bool:
    """Play games of these numbers for about a second; return whether there are no more."""
    until = time.monotonic() + SLICE_S
    for number in numbers:
        played = play_game(ruleset, plan, number)
        book.note(number, played)
        for entrant, decisions in zip(played["entrants"], played["decisions"], strict=True):
            decided[plan["agents"][entrant]] += decisions
        progress(book.count() / plan["games"])
        if time.monotonic() >= until:
            return False
    return True


def play_game(ruleset: Ruleset, plan: Mapping[str, Any], number: int) -> Entry:
    """Play the number-th game of an arena; entrants move on by one seat with every game.

    Every group of as many games as seats has the same seed, so that each entrant plays it from every seat.
    """
    config, entrants = config_of(plan), entrants_of(plan, number)
    seated = [load_agent(plan["agents"][entrant]) for entrant in entrants]
    for agent in seated:
        build_missing(agent, config)
    agents = [Timed(agent) for agent in seated]
    match = play(ruleset, agents, seed_of(plan, number), config, MOST_COMMANDS)
    return {
        "entrants": entrants,
        "shares": None if match.result is None else shares_of(match.result),
        "points": None if match.result is None else match.result.points,
        "commands": match.commands,
        "decisions": [agent.decisions for agent in agents],
        "seconds": [agent.nanoseconds / 1e9 for agent in agents],
    }
