"""Hosts the games of an arena with bots; workers, webhooks and polls play them like any other game.

The arena's job creates some at a time, waits for their ends, and records the results. A bot that has not acted in time
has resigned by the game's clock, and an agent plays on for the others: the bot has forfeited that game.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.handlers.arenas import entrants_of, host_game
from service.problems import Problem
from service.queue.arena_book import ArenaBook, Entry
from service.table.terms import RESIGNED, Ending
from workers.agents.search.playouts import shares_of

AT_ONCE: Final = 8
"""Sets how many games of an arena are played at a time; at least as many as there are seats."""
SLICE_S: Final = 1.0
REST_S: Final = 0.1
"""Sets how long to wait before unfinished games are checked again."""
LONGEST_MS: Final = 24 * 3_600_000
"""Limits how long a game may take; after that it counts as unfinished."""


def host_slice(
    ctx: Context, book: ArenaBook, plan: Mapping[str, Any], progress: Callable[[float], None]
) -> list[Entry] | None:
    """Host games for a second, or less if other work waits; return all once the last has ended, else None.

    Raises Problem if a game cannot be made.
    """
    until, ended = time.monotonic() + SLICE_S, -1
    while True:
        games = _look(ctx, book, plan)
        if len(games) > ended:
            ended = len(games)
            progress(ended / plan["games"])
        if ended == plan["games"]:
            return [games[number] for number in sorted(games)]
        time.sleep(REST_S)
        if time.monotonic() >= until or ctx.jobs.long.count:
            return None


def _look(ctx: Context, book: ArenaBook, plan: Mapping[str, Any]) -> dict[int, Entry]:
    """Record games that have ended, create the next ones, and return all that have ended."""
    tables, games = book.tables(), book.games()
    for number in sorted(tables.keys() - games.keys()):
        ended = _find_result(ctx, tables[number])
        if ended is not None:
            games[number] = ended
            book.note(number, ended)
    room = max(AT_ONCE, len(plan["agents"])) - len(tables.keys() - games.keys())
    for number in [number for number in range(plan["games"]) if number not in tables][: max(0, room)]:
        book.open(number, _table(ctx, plan, number))
    return games


def _table(ctx: Context, plan: Mapping[str, Any], number: int) -> Entry:
    """Create a game, and return where it is hosted; finds one again that was created by a job that was killed."""
    made, gone = host_game(ctx, plan, number)
    seats = [
        {"entrant": entrant, **{name: seat[name] for name in ("seat", "token") if name in seat}}
        for entrant, seat in zip(entrants_of(plan, number), made.seats, strict=True)
    ]
    return {"game": made.id, "made": ctx.clock(), "seats": seats, "gone": gone}


def _find_result(ctx: Context, table: Entry) -> Entry | None:
    """Return the result of a hosted game; None while it goes on."""
    is_late = ctx.clock() - table["made"] > LONGEST_MS
    entrants = [seat["entrant"] for seat in table["seats"]]
    unfinished = {"entrants": entrants, "shares": None, "points": None, "commands": 0}
    try:
        game = ctx.games.load(table["game"])
    except Quarantined:
        return unfinished if is_late else None
    except Problem:
        return unfinished
    if game.result is not None or game.table.paused:
        return {"entrants": entrants, **_outcome(table, game)}
    return unfinished if is_late else None


def _outcome(table: Entry, game: Game) -> Entry:
    """Return the result of a game: entrants that forfeited it share no win, and have the last places."""
    forfeited = _list_forfeits(table, game)
    result, points = game.result, game.ruleset.points(game.position)
    shares = shares_of(result) if result is not None and result.winners else [0.0] * len(points)
    return {
        "shares": [0.0 if seat in forfeited else share for seat, share in enumerate(shares)],
        "points": list(points if result is None else result.points),
        "forfeited": forfeited,
        "commands": game.version - 1,
    }


def _list_forfeits(table: Entry, game: Game) -> list[int]:
    """List the seats of bots that resigned or were late, or that agreed to abandon or to pause the game.

    A seat that a bot has left may belong to another player by now.
    """
    closed, seats = game.table.closed, game.table.seats
    bots = [number for number, seat in enumerate(game.table.opened.seats) if seat["kind"] == "bot"]
    has_given_up = game.table.paused or (closed is not None and closed.reason == Ending.ABANDONED)
    left = [bot for bot in bots if has_given_up or seats[bot].left == RESIGNED or seats[bot].belongs_to != "bot"]
    return sorted({*left, *table["gone"]})
