"""Turns what happens in games into deliveries: a projection that follows the feeds.

It reads the facts of every game with a new version, and so also has the sweep look at standing orders.

It is idempotent: if a version comes again, the webhook's fact `seen` is a cursor at that version or a later one. If a
failover lost that version, the cursor does not fit the log, and whatever was written in its place is reported.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from eventstore.feed import Projection
from eventstore.records import FeedItem, OtherPast, StoredEvent, Tip, in_versions
from service.clients import fact_names
from service.clients.api_keys import list_ids
from service.clients.ownership import in_step, people
from service.clients.standing_orders import wake_orders
from service.game.context import Context
from service.game.cursors import Cursor, cursor_at, prove, read_cursor
from service.game.debts import Debt, debts_of, votes_due
from service.game.games import Game
from service.game.quarantine import UNREAD, apart
from service.problems import Problem
from service.queue.traces import DELIVERY_S
from service.table.events import SeatsFilled, SeedRevealed
from service.table.terms import RESIGNED
from service.tracing import spans
from service.webhooks import deliveries
from service.webhooks.deliveries import Delivery
from service.webhooks.listening import Listener, holders, is_heard, losers
from service.webhooks.messages import SEAT_CHANGED, list_changed
from service.webhooks.registry import Hook, find_hook

BOT_TYPES: Final = ("turn", "started", "finished", "seat_changed", "vote")
"""Lists what a webhook hears of the seats that it plays, whatever its own types are."""
MARKED_MS: Final = 24 * 3_600_000
"""Keeps the mark of a finished game: a checkpoint that a failover lost may be from before its end."""
EVENT_TYPES: Final = {SeatsFilled.__name__: "started", SeedRevealed.__name__: "finished"}


@dataclass(frozen=True, slots=True)
class Heard:
    """Represents a game that webhooks hear of: who they are, what seats owe, and events by version."""

    game: Game
    listeners: Sequence[Listener]
    losers: dict[int, list[Listener]]
    debts: Sequence[Debt]
    stored: dict[int, list[StoredEvent]]

    def hearers(self, version: int) -> list[Listener]:
        """List the webhooks that hear of a version: of those who have a seat, and of those who just lost one."""
        return [*self.listeners, *self.losers.get(version, ())]


class Hearing:
    """Serves one page of news; all of it is forgotten with the page, since games go on."""

    def __init__(self, ctx: Context, items: Iterable[FeedItem] = ()) -> None:
        self._ctx = ctx
        self._games: dict[str, Heard | None] = {}
        self._hooks: dict[str, Hook | None] = {}
        self._seen: dict[tuple[str, str], Cursor] = {}
        self._versions: dict[str, list[int]] = {}
        for item in items:
            self._versions.setdefault(item.game, []).append(item.version)
        self._facts = ctx.store.facts_here([*self._versions])
        self._having_hooks: dict[str, bool] = {}

    def game(self, game: str, version: int) -> Heard | None:
        """Return a game in which a version of the page was made; None if no webhook hears of it. Raises `UNREAD`."""
        if game not in self._games:
            self._games[game] = self._hear(game, self._versions.get(game, [version]))
        return self._games[game]

    def _hear(self, game_id: str, versions: Sequence[int]) -> Heard | None:
        facts: Mapping[str, bytes] = self._facts.get(game_id) or self._ctx.store.facts(game_id)
        wake_orders(self._ctx, game_id, facts)
        if not is_heard(facts, self._has_hooks):
            return None
        try:
            game, facts = in_step(self._ctx, self._ctx.games.load(game_id), facts)
        except UNREAD:
            raise
        except Problem:
            return None
        listeners = list(holders(self._ctx, game, facts)) if people(game) else []
        stored, seats = self._read(game_id, min(versions), max(versions)), people(game)
        debts = [*debts_of(game, seats), *votes_due(game, seats)]
        return Heard(game, listeners, losers(self._ctx, facts), debts, stored)

    def _has_hooks(self, key: str) -> bool:
        """Return whether an API key has webhooks; its facts name all of its games, so a page reads them once."""
        if key not in self._having_hooks:
            self._having_hooks[key] = bool(list_ids(self._ctx, key, fact_names.HOOKS))
        return self._having_hooks[key]

    def events(self, heard: Heard, version: int) -> list[StoredEvent]:
        """Return the events of a version of a game."""
        if version not in heard.stored:
            heard.stored.update(self._read(heard.game.id, version, version))
        return heard.stored[version]

    def _read(self, game: str, first: int, last: int) -> dict[int, list[StoredEvent]]:
        with self._ctx.games.reading(game):
            return {group[0].version: group for group in in_versions(self._ctx.store.read(game, first - 1, last))}

    def hook(self, hook_id: str) -> Hook | None:
        """Return a webhook; None if there is none."""
        if hook_id not in self._hooks:
            self._hooks[hook_id] = find_hook(self._ctx, hook_id)
        return self._hooks[hook_id]

    def newest_delivered(self, hook_id: str, game: str) -> int:
        """Return the newest version of a game for which a webhook has deliveries."""
        if (hook_id, game) not in self._seen:
            noted = self._ctx.store.fact(hook_id, fact_names.cursor(game)) or b"0"
            self._seen[hook_id, game] = read_cursor(noted.decode())
        return self._seen[hook_id, game].version

    def is_told(self, hook_id: str, game: str, version: int) -> bool:
        """Return whether a webhook has deliveries for a version; not if a failover lost what they were made for."""
        if version > self.newest_delivered(hook_id, game):
            return False
        cursor = self._seen.get((hook_id, game), Cursor(version))
        try:
            prove(self._ctx, game, cursor)
        except OtherPast:
            self._seen[hook_id, game] = Cursor(0)
            return False
        self._seen[hook_id, game] = cursor._replace(proof="")
        return True

    def note_seen(self, hook_id: str, game: str, version: int) -> None:
        """Note that a webhook has deliveries for a version."""
        self._seen[hook_id, game] = Cursor(version)


class Notices(Projection):
    """Makes deliveries; `offer` (webhook, number) has them tried at once."""

    name = "webhooks"

    def __init__(self, ctx: Context, offer: Callable[[str, int], None]) -> None:
        self.ctx = ctx
        self.offer = offer
        self._hearing = Hearing(ctx)
        self._has_made = False

    def begin(self, items: Sequence[FeedItem]) -> None:
        """Read what a page needs once for all of its versions."""
        self._hearing = Hearing(self.ctx, [item for item in items if item.version])

    def apply(self, game: str, version: int) -> None:
        """Make the deliveries of a version; if the game cannot be read, that happens once it can."""
        with apart(game):
            try:
                self._apply(game, version)
            except UNREAD as unread:
                self.ctx.games.quarantine.miss(self.name, game, version, unread)

    def _apply(self, game: str, version: int) -> None:
        heard = self._hearing.game(game, version)
        if heard is None or version > heard.game.version or not heard.hearers(version):
            return
        with self.ctx.games.reading(game):
            types = _types(heard, version, self._hearing.events(heard, version))
        for hook_id in dict.fromkeys(one.hook for one in heard.hearers(version)):
            self._tell(heard, version, hook_id, types)

    def forget(self, game: str) -> None:
        """Do nothing: deliveries of a deleted game find that out."""

    def settle(self) -> bool:
        """Return whether the page made deliveries: then its cursor is saved at once, so that none is made again."""
        self._hearing = Hearing(self.ctx)
        has_made, self._has_made = self._has_made, False
        return has_made

    def _tell(self, heard: Heard, version: int, hook_id: str, types: dict[str, set[int] | None]) -> None:
        hook, game = self._hearing.hook(hook_id), heard.game
        if hook is None or not hook.active or self._hearing.is_told(hook_id, game.id, version):
            return
        if game.time_of(version) < hook.created:
            return
        wanted = [
            (kind, one.seat)
            for one in heard.listeners
            for kind, seats in types.items()
            if one.hook == hook_id and _is_wanted(game, one, hook, kind) and (seats is None or one.seat in seats)
        ]
        if SEAT_CHANGED in hook.types:
            wanted += [(SEAT_CHANGED, one.seat) for one in heard.losers.get(version, ()) if one.hook == hook_id]
        self._make(hook, heard, version, wanted)

    def _make(self, hook: Hook, heard: Heard, version: int, wanted: list[tuple[str, int]]) -> None:
        """Store deliveries, their deadlines first, so that none is lost."""
        if not wanted:
            return
        game, began = heard.game, spans.now()
        now, unique = self.ctx.clock(), list(dict.fromkeys(wanted))
        made = [
            Delivery(n, kind, game.id, seat, version, now, due=now + deliveries.FIRST_TRY_MS)
            for n, (kind, seat) in zip(deliveries.new_numbers(self.ctx, hook.id, len(unique)), unique, strict=True)
        ]
        self.ctx.store.set_deadlines(hook.id, {f"{deliveries.DELIVERY}{delivery.n}": delivery.due for delivery in made})
        facts = {fact_names.delivery(delivery.n): deliveries.pack_delivery(delivery) for delivery in made}
        for delivery in made:
            facts |= deliveries.overflow_fact(delivery.n)
        tip = Tip(version, self._hearing.events(heard, version)[-1].chain)
        facts[fact_names.cursor(game.id)] = cursor_at(self.ctx, game.id, tip).encode()
        if game.table.finished and version == game.version:
            facts |= self._marks_of_ended(hook.id, now) | {fact_names.over(game.id): str(now).encode()}
        self.ctx.store.set_facts(hook.id, facts)
        self._hearing.note_seen(hook.id, game.id, version)
        self._has_made = True
        about: dict[str, Any] = {"game": game.id, "version": version, "projection": self.name}
        jobs = self.ctx.jobs
        with jobs.of(game.id).traces.follow(game.id, version, "project", began=began, **about):
            jobs.of(hook.id).traces.leave(hook.id, [delivery.n for delivery in made], DELIVERY_S)
            for delivery in made:
                self.offer(hook.id, delivery.n)

    def _marks_of_ended(self, hook_id: str, now: int) -> dict[str, bytes]:
        """Return the facts to drop about games that ended so long ago that no checkpoint is before their end."""
        ended = {
            name.removeprefix(fact_names.OVER): int(at)
            for name, at in self.ctx.store.facts(hook_id).items()
            if name.startswith(fact_names.OVER)
        }
        old = [game for game, at in ended.items() if at < now - MARKED_MS]
        return {name: b"" for game in old for name in (fact_names.cursor(game), fact_names.over(game))}


def _types(heard: Heard, version: int, stored: Sequence[StoredEvent]) -> dict[str, set[int] | None]:
    """Return what there is to report of a version, and to which seats (None: to all)."""
    game = heard.game
    due = [debt for debt in heard.debts if debt.asked == version]
    asked, voting = {debt.seat for debt in due if not debt.vote}, {debt.seat for debt in due if debt.vote}
    kinds = {game.codec.name(event.type) for event in stored}
    types: dict[str, set[int] | None] = {EVENT_TYPES[kind]: None for kind in kinds if kind in EVENT_TYPES}
    return types | {"events": None, "turn": asked, "vote": voting, SEAT_CHANGED: list_changed(game, stored)}


def _is_wanted(game: Game, listener: Listener, hook: Hook, kind: str) -> bool:
    """Return whether a webhook hears of this kind of news; of a resigned seat only that it changed."""
    if kind != SEAT_CHANGED and game.table.seats[listener.seat].left == RESIGNED:
        return False
    return kind in (BOT_TYPES if listener.plays else hook.types)
