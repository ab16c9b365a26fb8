"""Reads and writes cursors: places in a game's log that prove on which history the client has read it.

A cursor is `VERSION` (after all of that version) or `VERSION-INDEX` (after that event), followed by `.PROOF`: a short
keyed hash of the chain at the version. After a failover a version may be written again; then the proof no longer fits.
A cursor without one proves nothing and is accepted as it is. The hash is keyed because hidden cards could be found by
search if the chain were visible.
"""

import hmac
import re
from hashlib import blake2b
from typing import Final, NamedTuple

from eventstore.log.chain import ROOT
from eventstore.records import OtherPast, Tip
from service.game.context import Context

PROOF: Final = "[0-9a-f]{10}"
FORM: Final = rf"^[0-9]{{1,16}}(-[0-9]{{1,3}})?(\.{PROOF})?$"
"""Describes cursors for the contract."""
EVENT_FORM: Final = rf"^[1-9][0-9]{{0,15}}-[0-9]{{1,3}}(\.{PROOF})?$"
"""Describes the ids of a stream's events."""
_CURSOR: Final = re.compile(rf"([0-9]{{1,16}})(?:-([0-9]{{1,3}}))?(?:\.({PROOF}))?", re.ASCII)


class Place(NamedTuple):
    """Marks a position in the log: right after this event."""

    version: int
    event: int


class Cursor(NamedTuple):
    """Represents a client's cursor; `event` is None after a whole version, `proof` is empty if it proves nothing."""

    version: int
    event: int | None = None
    proof: str = ""

    @property
    def place(self) -> Place:
        """Return the position that it marks."""
        return Place(self.version + 1, -1) if self.event is None else Place(self.version, self.event)


def read_cursor(text: str) -> Cursor:
    """Parse a cursor; raises ValueError."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return Cursor(int(found[1]), None if found[2] is None else int(found[2]), found[3] or "")


def cursor_at(ctx: Context, game: str, tip: Tip) -> str:
    """Return the cursor after all of a version."""
    return f"{tip.version}.{proof_of(ctx, game, tip)}"


def proof_of(ctx: Context, game: str, tip: Tip) -> str:
    """Return the proof that a client has read a game up to a version with this chain."""
    told = f"{game} {tip.version} {tip.chain}"
    return blake2b(told.encode(), digest_size=5, key=ctx.store.secret(), person=b"cursor").hexdigest()


def prove(ctx: Context, game: str, cursor: Cursor) -> Tip | None:
    """Return the version that a cursor proves, with its chain; None if it proves nothing.

    Raises OtherPast if the log has another history there, or none.
    """
    if not cursor.proof:
        return None
    with ctx.games.reading(game):
        tip = ctx.store.tip(game, cursor.version)
    if tip.chain == ROOT:
        raise OtherPast(cursor.version)
    if not hmac.compare_digest(cursor.proof, proof_of(ctx, game, tip)):
        ctx.store.renew_secret()  # a failover may have lost the one in use, and another host made another
        if not hmac.compare_digest(cursor.proof, proof_of(ctx, game, tip)):
            raise OtherPast(cursor.version)
    return tip
