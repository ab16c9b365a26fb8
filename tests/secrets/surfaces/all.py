"""Provides everything that an observer can get; a new surface is a function of a visit and a line here.

The order counts: first what is only read, then what is tried and refused, then what changes the game.
"""

from collections.abc import Callable
from typing import Final

from tests.secrets.surfaces import across, changing, copies, following, reading, trying
from tests.secrets.visiting import Visit

SURFACES: Final[dict[str, Callable[[Visit], None]]] = {
    "views": reading.views,
    "positions": reading.positions,
    "board": reading.board,
    "pictures": reading.pictures,
    "legal actions": reading.legal_actions,
    "events": reading.events,
    "fairness and votes": reading.table,
    "streams": following.streams,
    "pending, feeds and lobby": across.mine,
    "webhooks": across.webhooks,
    "dry runs": trying.dry_runs,
    "refusals": trying.refusals,
    "replays": copies.replays,
    "analyses": copies.analyses,
    "reviews": copies.reviews,
    "positions sent back": copies.positions,
    "branches": copies.branches,
    "undo and redo": changing.undo,
    "commands": changing.commands,
    "seats": changing.seats,
    "time": changing.time,
    "orders": changing.orders,
    "phrases": changing.phrases,
    "endings": changing.endings,
    "the end": changing.the_end,
}
"""The surfaces, by the name under which a difference is reported."""
