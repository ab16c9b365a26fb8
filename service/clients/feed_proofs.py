"""Remembers what a feed over several games has sent, so that its cursors prove it.

A failover loses the newest versions of some shards. So the newest version that was sent of a shard stands for all
before it, and a cursor carries those of the shards of the newest events.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.records import OtherPast, StoredEvent, Tip
from service.game.context import Context
from service.game.cursors import PROOF, Cursor, proof_of, prove
from service.game.quarantine import Quarantined

MOST: Final = 8
"""Limits the shards of which a cursor carries a version."""
FORM: Final = rf"(~[\w-]{{1,64}}\.[0-9]{{1,16}}\.{PROOF}){{0,{MOST}}}"
"""Describes what a cursor carries, for the contract."""
_ONE: Final = re.compile(rf"~([\w-]{{1,64}})\.([0-9]{{1,16}})\.({PROOF})", re.ASCII)


class Trail:
    """Holds the newest version that was sent of each shard, in the order in which they were sent."""

    def __init__(self, sent: Iterable[tuple[str, Tip]] = ()) -> None:
        self._sent: dict[int, tuple[str, Tip]] = {shard_of(game): (game, tip) for game, tip in sent}
        self._texts: dict[int, str] = {}
        self._checked = set(self._sent)

    def add(self, ctx: Context, game: str, stored: Sequence[StoredEvent]) -> None:
        """Take in a version that is about to be sent; raises OtherPast if what was sent of its shard is lost."""
        shard, tip = shard_of(game), Tip(stored[-1].version, stored[-1].chain)
        known = self._sent.pop(shard, None)
        if known not in (None, (game, tip)) and shard not in self._checked and not _follows(stored, game, *known):
            _require(ctx, *known)
        self._checked.add(shard)
        self._sent[shard] = (game, tip)
        self._texts[shard] = f"~{game}.{tip.version}.{proof_of(ctx, game, tip)}"

    def rest(self) -> None:
        """Note that a page ends: before the next one, what was sent is checked again, for it may be lost by then."""
        self._checked.clear()

    def check(self, ctx: Context) -> None:
        """Raise OtherPast if something that was sent is lost."""
        for game, tip in self._sent.values():
            _require(ctx, game, tip)

    def text(self, ctx: Context) -> str:
        """Return what the next cursor carries."""
        newest = list(self._sent)[-MOST:]
        for shard in newest:
            if shard not in self._texts:
                game, tip = self._sent[shard]
                self._texts[shard] = f"~{game}.{tip.version}.{proof_of(ctx, game, tip)}"
        return "".join(self._texts[shard] for shard in newest)


def read_trail(ctx: Context, text: str) -> Trail:
    """Return the trail that a cursor carries; raises OtherPast if the log does not have all of it."""
    sent = []
    for game, version, proof in _ONE.findall(text):
        try:
            tip = prove(ctx, game, Cursor(int(version), None, proof))
        except OtherPast:
            if ctx.store.head(game):
                raise
        except Quarantined:  # the feed leaves the game out
            continue
        else:
            sent += [(game, tip)] if tip else []
    return Trail(sent)


def _follows(stored: Sequence[StoredEvent], game: str, known: str, tip: Tip) -> bool:
    """Return whether a version is the next one after the known one, on the same history."""
    if known != game or stored[-1].version != tip.version + 1:
        return False
    try:
        verify_chain(stored, *tip)
    except ChainBroken:
        return False
    return True


def _require(ctx: Context, game: str, tip: Tip) -> None:
    """Raise OtherPast if the log has another history at a version; not if the game was deleted or cannot be read."""
    with suppress(ChainBroken):
        if ctx.store.tip(game, tip.version).chain != tip.chain and ctx.store.head(game):
            raise OtherPast(tip.version)
