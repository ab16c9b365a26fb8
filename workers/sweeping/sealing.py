"""Encrypts what older versions stored in plain text, and finishes forgetting people where that was begun.

Version 1.0.0 kept names, and the targets and secrets of webhooks, in plain text. A sweep looks for these when it starts
and once an hour after that, because a walk may miss some while slots move or a primary fails over. It encrypts them in
place; then the store rewrites its file, so that no plain copy remains there.
"""

import itertools
import logging
import time
from collections.abc import Iterator
from typing import Any, Final

import orjson

from eventstore.store import EventStore
from service.clients import api_keys, fact_names, names
from service.forgetting.people import finish_all
from service.game.context import Context
from service.game.data_keys import new_data_key
from service.webhooks import sealing
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

AT_ONCE: Final = 50
BUDGET_S: Final = 0.2
PASS_MS: Final = 3_600_000
"""Sets how long after a walk the next one begins."""

log = logging.getLogger(__name__)


class _Files:
    """Has the store rewrite its files without erased data, after any rewrite under way, which may still keep it."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.are_due = False

    def step(self) -> None:
        """Request a rewrite of the files if one is due and none is under way; raises RedisError."""
        if self.are_due and not self._store.is_rewriting():
            self._store.rewrite()
            self.are_due = False


class Sealing(LongWork):
    """Walks along all names, API keys and webhooks, some of them at each step."""

    is_common = True

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self.is_done = False
        self.sealed = 0
        self._course: Iterator[int] | None = None
        self._files = _Files(ctx.store)

    def step(self, seconds: float = BUDGET_S) -> None:
        """Go on for about `seconds`; raises RedisError, after which the next step begins from the start."""
        self._files.step()
        if self.is_done and self.rests():
            return
        self.is_done = False
        ends = time.monotonic() + seconds
        course, self._course = self._course or self._walk(), None
        while not self.is_done and time.monotonic() < ends:
            self.is_done = next(course, None) is None
        self._course = None if self.is_done else course
        self.rest(PASS_MS)
        if self.is_done and self.sealed:
            log.info("encrypted %d names, keys and webhooks of an older version", self.sealed)
            self.sealed = 0
            self._files.are_due = True
            self._files.step()

    def _walk(self) -> Iterator[int]:
        """Encrypt what is plain; yield after each piece how many were encrypted so far."""
        store = self.ctx.store
        for games in _pages(store.with_names()):
            for game, found in store.names_of(games).items():
                self.sealed += sum(seal_name(self.ctx, game, seat, name) for seat, name in found.items())
            yield self.sealed
        for owner in itertools.chain(store.with_facts("key-"), store.with_facts("hook-")):
            self.sealed += seal_key(self.ctx, owner) or seal_hook(self.ctx, owner)
            yield self.sealed


def _pages(games: Iterator[str]) -> Iterator[list[str]]:
    while page := list(itertools.islice(games, AT_ONCE)):
        yield page


def seal_name(ctx: Context, game: str, seat: int, name: str) -> bool:
    """Encrypt a name if it is plain; return whether it was."""
    if not names.is_plain(name):
        return False
    client = names.client_of_seat(ctx, game, seat, is_new=False)
    under = client or ctx.store.keep_data_key(game, str(seat), new_data_key())
    return ctx.store.swap_name(game, seat, name, names.seal_name(ctx, game, seat, name, under))


def seal_key(ctx: Context, key_id: str) -> bool:
    """Encrypt the name of an API key if it is plain; return whether it was."""
    found = ctx.store.fact(key_id, fact_names.KEY)
    known: dict[str, Any] = orjson.loads(found) if found else {}
    if found is None or not api_keys.is_plain(known):
        return False
    known["name"] = api_keys.seal_name(ctx, key_id, known["name"])
    return ctx.store.swap_fact(key_id, fact_names.KEY, found, orjson.dumps(known))


def seal_hook(ctx: Context, hook_id: str) -> bool:
    """Encrypt the target and the secrets of a webhook if they are plain; return whether they were."""
    found = ctx.store.fact(hook_id, fact_names.HOOK)
    known: dict[str, Any] = orjson.loads(found) if found else {}
    if found is None or not sealing.is_plain(known):
        return False
    sealed = orjson.dumps(known | sealing.seal_parts(ctx, known))
    return ctx.store.swap_fact(hook_id, fact_names.HOOK, found, sealed)


class Forgetting(LongWork):
    """Finishes forgetting people where a request began it, or a command was cut short."""

    is_common = True

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._generation = -1
        self._files = _Files(ctx.store)

    def step(self) -> None:
        """Finish what the list names, if this is the first step or the list has grown; raises RedisError."""
        generation = self.ctx.data_keys.generation()
        if generation != self._generation:
            self._files.are_due |= finish_all(self.ctx) > 0
            self._generation = generation
        self._files.step()
