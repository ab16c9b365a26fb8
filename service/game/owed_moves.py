"""Records an accepted undo or redo, so that it is carried out even if the queue loses its job.

The record is a deadline whose name describes the move. The job that carries the move out removes it; if the job is late
or lost, the deadline falls due and the sweep carries the move out.
"""

from dataclasses import dataclass
from typing import Final

from eventstore.store import Tip
from service.game.context import Context
from service.game.deadlines import MOVE_DEADLINE
from service.table.vote_events import OWNER

GRACE_MS: Final = 10_000
"""Sets how long the job has before the sweep carries out the move."""


@dataclass(frozen=True, slots=True)
class OwedMove:
    """Represents an accepted move of the head from `base` to the version `to` by a seat, or by the owner (None).

    The `request` is a random word, so that each of two requests for the same move has a note of its own.
    """

    to: int
    by: int | None
    base: Tip
    request: str = ""

    @property
    def deadline(self) -> str:
        """Return the name of the deadline that notes it."""
        by = OWNER if self.by is None else self.by
        words = (self.to, by, *self.base, *([self.request] if self.request else []))
        return MOVE_DEADLINE + ":".join(map(str, words))

    def note(self, ctx: Context, game: str) -> None:
        """Have the sweep carry it out after a while, also after a failover."""
        ctx.store.set_deadlines(game, {self.deadline: ctx.clock() + GRACE_MS}, promised=True)

    def settle(self, ctx: Context, game: str) -> None:
        """Remove the note, because the move was made or refused."""
        ctx.store.set_deadlines(game, {self.deadline: 0})


def parse_owed(deadline: str) -> OwedMove | None:
    """Return the move that a deadline notes, None for another deadline."""
    if not deadline.startswith(MOVE_DEADLINE):
        return None
    to, by, version, chain, *request = deadline.removeprefix(MOVE_DEADLINE).split(":")
    return OwedMove(int(to), None if int(by) == OWNER else int(by), Tip(int(version), chain), *request)
