"""Remembers what the holder of a handle was shown last, so that a language model need not: a small fact each.

It says nothing that the holder does not know, opens nothing, and goes with the handle.
"""

from typing import NamedTuple

from service.clients import fact_names
from service.clients.handles import HeldSeat, name_of
from service.game.context import Context


class Shown(NamedTuple):
    """Holds the newest version whose events were shown, and the cursor of the debts that were."""

    version: int
    cursor: str


def find_shown(ctx: Context, held: HeldSeat) -> Shown | None:
    """Return what the holder of a handle was shown last; None for nothing yet."""
    kept = ctx.store.fact(held.game, fact_names.last_view(name_of(held)))
    if not kept:
        return None
    version, _, cursor = kept.decode().partition(" ")
    return Shown(int(version), cursor)


def note_shown(ctx: Context, held: HeldSeat, shown: Shown) -> None:
    """Remember what the holder of a handle was shown."""
    value = f"{shown.version} {shown.cursor}".encode()
    ctx.store.set_facts(held.game, {fact_names.last_view(name_of(held)): value})
