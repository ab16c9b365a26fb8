"""Projects the results of rated games into ratings, as games end.

A game is rated if a fact beside it names a list. The result is stored once: the fact is replaced by one with the number
of the result before it is written. Who leaves (resigns, loses the seat, or lets an agent play, be it for a moment)
comes last, behind all who stayed, whatever the points are. If an agent has played for somebody, only those who left
have lost, and no other rating changes. A game that was ended by a vote has no result.
"""

from typing import Final

import orjson

from eventstore.feed import Projection
from service.clients import fact_names
from service.clients.ownership import clients_of, in_step
from service.clients.players import find_player, is_player
from service.clients.ratings import advance, keep_outcome, new_pseudonym, reserve
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import UNREAD, apart
from service.game.rated_outcomes import Outcome, speed_of
from service.problems import Problem
from service.table.seat_events import SeatLent, SeatResigned, SeatStoodIn

LEAVING: Final = (SeatLent.__name__, SeatStoodIn.__name__, SeatResigned.__name__)
"""Lists the events by which an agent gets a player's seat."""


class RatedGames(Projection):
    """Stores the result of each rated game that has ended, and brings the ratings up to date."""

    name = "ratings"

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._touched: set[str] = set()
        self._lists: set[str] = set()

    def apply(self, game: str, version: int) -> None:
        """Note that a game changed."""
        self._touched.add(game)

    def forget(self, game: str) -> None:
        """Forget that a game changed; a result that is stored stays."""
        self._touched.discard(game)

    def settle(self) -> bool:
        """Store the results of the games that have ended."""
        touched, self._touched = self._touched, set()
        facts = self.ctx.store.facts_here([*touched])
        for game_id in touched:
            if game_id in facts and fact_names.RATED not in facts[game_id]:
                continue
            with apart(game_id):
                try:
                    self._lists |= record_result(self.ctx, game_id)
                except UNREAD as unread:
                    self.ctx.games.quarantine.miss(self.name, game_id, 1, unread)
        lists, self._lists = self._lists, set()
        for of in lists:
            advance(self.ctx, of)
        return False


def record_result(ctx: Context, game_id: str) -> set[str]:
    """Store the result of a game if it is rated and has ended; return the lists that have new results."""
    kept = (ctx.store.fact(game_id, fact_names.RATED) or b"").decode()
    if not kept:
        return set()
    try:
        game = ctx.games.load(game_id)
    except UNREAD:
        raise
    except Problem:
        return set()
    of, _, number = kept.partition(" ")
    outcome = outcome_of(ctx, game) if game.table.finished else None
    if outcome is None:
        return set()
    while True:
        if not number:
            number = str(reserve(ctx, of))
            if not ctx.store.swap_fact(game_id, fact_names.RATED, kept.encode(), f"{of} {number}".encode()):
                return {of}
            kept = f"{of} {number}"
        if keep_outcome(ctx, of, int(number), outcome):
            return {of}
        number = ""  # it was given up, so that others could go on


def outcome_of(ctx: Context, game: Game) -> Outcome | None:
    """Return the result of a game that has ended; None if it was ended by a vote, or was steered."""
    opened, result = game.table.opened, game.result
    if opened.hot_seat or opened.sandbox or opened.unfair or result is None or not result.winners:
        return None
    game, facts = in_step(ctx, game)
    owners, codec = clients_of(game, facts), game.codec
    leaving = [event for event in ctx.store.read(game.id) if codec.name(event.type) in LEAVING]
    away = {codec.decode(event).seat: event.version < game.table.ended for event in reversed(leaving)}
    lost: list[int] = []
    has_stand_in = False
    order: list[tuple[str, tuple[bool, bool, int]]] = []
    for number, who in enumerate(orjson.loads(facts[fact_names.RATED_SEATS])):
        has_left = is_player(who) and (number in away or owners.get(number) != who)
        has_stand_in |= has_left and away.get(number, True)
        lost += [number] if has_left else []
        is_winner = number in result.winners and not has_left
        order.append((_still(ctx, who), (has_left, not is_winner, 0 if has_left else -result.points[number])))
    places = sorted({place for _, place in order})
    ranks = tuple((who, places.index(place) + 1) for who, place in order)
    speed = speed_of(opened.clock)
    time, gone = game.line.time_of(game.table.ended), tuple(lost) if has_stand_in else ()
    return Outcome(game.id, time, game.ruleset.name, speed, ranks, gone)


def _still(ctx: Context, who: str) -> str:
    """Return who played; a pseudonym for a player who was forgotten meanwhile."""
    return who if not is_player(who) or find_player(ctx, who) is not None else new_pseudonym()
