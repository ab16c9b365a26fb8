"""Turns what happens in games into deliveries: a projection that follows the feeds.

It is idempotent: if a version comes again, the webhook's fact `seen` is at least that version.
"""

from collections.abc import Callable
from typing import Final

import orjson

from eventstore.feed import Projection
from eventstore.store import StoredEvent
from service.clients import fact_names
from service.clients.ownership import people
from service.game.context import Context
from service.game.debts import debts_of
from service.game.games import Game
from service.game.quarantine import Quarantined, apart
from service.problems import Problem
from service.table.events import SeatsFilled, SeedRevealed
from service.table.seats import RESIGNED
from service.webhooks.listening import Listener, holders, is_heard, losers
from service.webhooks.registry import (
    DELIVERY,
    FIRST_TRY_MS,
    Delivery,
    Hook,
    find_hook,
    forgotten_with,
    new_numbers,
)
from service.webhooks.seat_changes import SEAT_CHANGED, changed_seats

BOT_TYPES: Final = ("turn", "started", "finished", "seat_changed")
"""Lists what a webhook hears of the seats that it plays, whatever its own types are."""
EVENT_TYPES: Final = {SeatsFilled.__name__: "started", SeedRevealed.__name__: "finished"}


class Notices(Projection):
    """Makes deliveries; `offer` (webhook, number) has them tried at once."""

    name = "webhooks"

    def __init__(self, ctx: Context, offer: Callable[[str, int], None]) -> None:
        self.ctx = ctx
        self.offer = offer
        self._facts: dict[str, dict[str, bytes]] = {}
        self._games: dict[str, Game | None] = {}
        self._listeners: dict[str, list[Listener]] = {}
        self._losers: dict[str, dict[int, list[Listener]]] = {}

    def apply(self, game: str, version: int) -> None:
        """Make the deliveries of a version; if the game cannot be read, that happens once it can."""
        with apart(game):
            try:
                self._apply(game, version)
            except Quarantined:
                self.ctx.games.quarantine.miss(self.name, game, version)

    def _apply(self, game: str, version: int) -> None:
        if not self._is_heard(game):
            return
        loaded = self._game(game)
        if loaded is None or version > loaded.version:
            return
        lost = self._losers[game].get(version, [])
        if not self._listeners[game] and not lost:
            return
        types = self._types(loaded, version)
        for hook_id in dict.fromkeys(one.hook for one in (*self._listeners[game], *lost)):
            self._tell(loaded, version, hook_id, types, lost)

    def forget(self, game: str) -> None:
        """Do nothing: deliveries of a deleted game find that out."""

    def clear(self) -> None:
        """Do nothing: what was sent cannot be taken back."""

    def settle(self) -> None:
        """Clear the caches at the end of a page, since games go on."""
        self._facts.clear()
        self._games.clear()
        self._listeners.clear()
        self._losers.clear()

    def _is_heard(self, game_id: str) -> bool:
        """Return whether any webhook may hear of a game; most games need not be loaded."""
        if game_id not in self._facts:
            facts = self.ctx.store.facts(game_id)
            self._facts[game_id] = facts if is_heard(self.ctx, facts) else {}
        return bool(self._facts[game_id])

    def _game(self, game_id: str) -> Game | None:
        if game_id not in self._games:
            try:
                game = self._games[game_id] = self.ctx.games.load(game_id)
            except Quarantined:
                raise
            except Problem:
                self._games[game_id] = None
                return None
            facts = self._facts[game_id]
            self._losers[game_id] = losers(self.ctx, facts)
            self._listeners[game_id] = list(holders(self.ctx, game, facts)) if people(game) else []
        return self._games[game_id]

    def _types(self, game: Game, version: int) -> dict[str, set[int] | None]:
        """Return what there is to report of a version, and to which seats (None: to all)."""
        asked = {debt.seat for debt in debts_of(game, people(game)) if debt.asked == version}
        with self.ctx.games.reading(game.id):
            stored: list[StoredEvent] = self.ctx.store.read(game.id, version - 1, version)
            changed = changed_seats(game, stored)
        kinds = {game.codec.name(event.type) for event in stored}
        told: dict[str, set[int] | None] = {EVENT_TYPES[kind]: None for kind in kinds if kind in EVENT_TYPES}
        return told | {"events": None, "turn": asked, SEAT_CHANGED: changed}

    def _tell(
        self, game: Game, version: int, hook_id: str, types: dict[str, set[int] | None], lost: list[Listener]
    ) -> None:
        hook = find_hook(self.ctx, hook_id)
        seen = self.ctx.store.fact(hook_id, fact_names.seen(game.id))
        if hook is None or not hook.active or version <= int(seen or 0):
            return
        if game.time_of(version) < hook.created:
            return
        wanted = [
            (kind, one.seat)
            for one in self._listeners[game.id]
            for kind, seats in types.items()
            if one.hook == hook_id and _is_wanted(game, one, hook, kind) and (seats is None or one.seat in seats)
        ]
        if SEAT_CHANGED in hook.types:
            wanted += [(SEAT_CHANGED, one.seat) for one in lost if one.hook == hook_id]
        self._make(hook, game, version, wanted)

    def _make(self, hook: Hook, game: Game, version: int, wanted: list[tuple[str, int]]) -> None:
        """Store deliveries, their deadlines first, so that none is lost."""
        if not wanted:
            return
        now, told = self.ctx.clock(), list(dict.fromkeys(wanted))
        made = [
            Delivery(n, kind, game.id, seat, version, now, due=now + FIRST_TRY_MS)
            for n, (kind, seat) in zip(new_numbers(self.ctx, hook.id, len(told)), told, strict=True)
        ]
        self.ctx.store.set_deadlines(hook.id, {f"{DELIVERY}{delivery.n}": delivery.due for delivery in made})
        facts = {fact_names.delivery(delivery.n): orjson.dumps(delivery) for delivery in made}
        for delivery in made:
            facts |= forgotten_with(delivery.n)
        over = b"" if game.table.finished and version == game.version else str(version).encode()
        facts[fact_names.seen(game.id)] = over
        self.ctx.store.set_facts(hook.id, facts)
        for delivery in made:
            self.offer(hook.id, delivery.n)


def _is_wanted(game: Game, listener: Listener, hook: Hook, kind: str) -> bool:
    """Return whether a webhook hears of this kind of news; of a resigned seat only that it changed."""
    if kind != SEAT_CHANGED and game.table.seats[listener.seat].left == RESIGNED:
        return False
    return kind in (BOT_TYPES if listener.plays else hook.types)
