"""Keeps rows of the lobby, to update them without loading the game if only their version changes.

The types of the new events show whether only moves were made. A row is made from the loaded game after any event of the
table, and always if a row depends on more than the newest version: clocks, pauses, delays.
"""

from collections.abc import Container
from typing import Final, NamedTuple

import orjson

from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.recent import Recent
from eventstore.records import StoredEvent, Tip
from eventstore.rows import Row
from service.game.context import Context
from service.game.deadlines import idle_end_ms
from service.game.games import Game
from service.process.wall_clock import write_time

REMEMBERED: Final = 512


class _Known(NamedTuple):
    """Represents a row with the tip that it was made at; `moves` holds the types of the events of the game's rules."""

    tip: Tip
    row: Row
    moves: Container[str]


class RememberedRows:
    """Keeps the latest rows of running games that this process made."""

    def __init__(self) -> None:
        self._known: Recent[str, _Known] = Recent(REMEMBERED)

    def note(self, game: Game, row: Row) -> None:
        """Keep the row of a game at its head, if it may be updated in this way."""
        table = game.table
        if table.status == "running" and not (table.opened.clock or table.opened.spectator_delay or table.paused):
            self._known.put(game.id, _Known(game.tip, row, game.ruleset.events.by_name))
        else:
            self._known.drop(game.id)

    def carry_on(self, ctx: Context, game: str) -> Row | None:
        """Return the row of a game in which only moves were made since the last one; None if it must be made."""
        known = self._known.get(game)
        tail = _read(ctx, game, known.tip) if known else None
        if known is None or not tail or any(event.type not in known.moves for event in tail):
            return None
        newest = tail[-1]
        since = {"version": newest.version, "expires": write_time(idle_end_ms(newest.header.time_ms))}
        row = known.row._replace(version=newest.version, tail=orjson.dumps(since))
        self._known.put(game, _Known(Tip(newest.version, newest.chain), row, known.moves))
        return row


def _read(ctx: Context, game: str, after: Tip) -> list[StoredEvent] | None:
    """Return the events after a tip; None if they do not follow from it."""
    try:
        tail = ctx.store.read(game, after.version)
        verify_chain(tail, *after)
    except ChainBroken:
        return None
    return tail
