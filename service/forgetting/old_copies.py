"""Forgets everyone again who was forgotten after the copy of the store was made that is in use now."""

from collections.abc import Sequence

from service.forgetting.entries import Entry
from service.forgetting.people import begin, finish
from service.forgetting.seats import since
from service.game.context import Context
from service.problems import Problem


def forget_again(ctx: Context, entries: Sequence[Entry]) -> int:
    """Forget everyone in a list who is not forgotten in this store yet; return how many that were.

    A seat is erased only if its player sat down in the version of the entry; otherwise it is somebody else's.
    """
    known = ctx.store.list_forgotten()
    new = [entry for entry in entries if str(entry) not in known]
    begin(ctx, [entry for entry in new if entry.key])
    for entry in new:
        if entry.key or _sits(ctx, entry):
            finish(ctx, entry)
        else:
            ctx.store.note_forgotten({str(entry): ctx.clock()})
    return len(new)


def _sits(ctx: Context, entry: Entry) -> bool:
    try:
        return since(ctx, entry.game, entry.seat) == entry.since
    except Problem:  # there is no such game, or it cannot be read now
        return bool(ctx.store.names(entry.game))
