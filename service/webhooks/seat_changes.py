"""Renders a webhook's notice of a change of its seat."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from eventstore.records import StoredEvent
from service.game.context import Context
from service.game.documents import agent_members
from service.game.games import Game
from service.webhooks.listening import listeners
from service.webhooks.registry import Delivery

SEAT_CHANGED: Final = "seat_changed"
CHANGES: Final = {
    "TokenRenewed": "renewed",
    "SeatRenamed": "renamed",
    "SeatLent": "lent",
    "SeatReturned": "returned",
    "SeatStoodIn": "stood_in",
    "SeatResigned": "resigned",
    "SeatHandedOver": "handed_over",
    "SeatLeft": "left",
}
"""Maps event types to the names of changes."""
LOSING: Final = ("SeatHandedOver", "SeatLeft")
"""Lists the events after which the old player has lost the seat, recorded in their append."""


def list_changed(game: Game, stored: Iterable[StoredEvent]) -> set[int]:
    """Return the seats that a version changed for players who still have them."""
    return {
        game.codec.decode(event).seat
        for event in stored
        if (kind := game.codec.name(event.type)) in CHANGES and kind not in LOSING
    }


def seat_changed(
    ctx: Context, game: Game, facts: Mapping[str, bytes], delivery: Delivery, hook_id: str
) -> dict[str, Any] | None:
    """Return how the seat changed at the delivery's version, and whether it is still the webhook's."""
    stored = ctx.store.read(game.id, delivery.version - 1, delivery.version)
    events = [game.codec.decode(event) for event in stored if game.codec.name(event.type) in CHANGES]
    mine = [event for event in events if event.seat == delivery.seat]
    if not mine:
        return None
    table = ctx.games.load(game.id, delivery.version).table
    seat = table.seats[delivery.seat]
    content = {"version": delivery.version, "change": CHANGES[type(mine[-1]).__name__], "kind": seat.kind}
    keeps = any((one.hook, one.seat) == (hook_id, delivery.seat) for one in listeners(ctx, game, facts))
    return content | {"yours": keeps} | agent_members(seat.agent)
