"""Reads what the deliveries of a page of a feed are made from, each thing once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eventstore.records import FeedItem, OtherPast, StoredEvent, in_versions
from service.clients import fact_names
from service.clients.ownership import in_step, people
from service.game.context import Context
from service.game.cursors import Cursor, prove, read_cursor
from service.game.debts import Debt, debts_of, votes_due
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.problems import Problem
from service.webhooks.listening import Listener, holders, is_heard, losers
from service.webhooks.registry import Hook, find_hook


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


def _due(game: Game) -> list[Debt]:
    """List what seats owe, and the votes that wait for them."""
    seats = people(game)
    return [*debts_of(game, seats), *votes_due(game, seats)]


class Hearing:
    """Serves one page of a feed; all of it is forgotten with the page, since games go on."""

    def __init__(self, ctx: Context, items: Iterable[FeedItem] = ()) -> None:
        self._ctx = ctx
        self._games: dict[str, Heard | None] = {}
        self._hooks: dict[str, Hook | None] = {}
        self._seen: dict[tuple[str, str], Cursor] = {}
        self._versions: dict[str, list[int]] = {}
        for item in items:
            self._versions.setdefault(item.game, []).append(item.version)

    def game(self, game: str, version: int) -> Heard | None:
        """Return a game in which a version of the page was made; None if no webhook hears of it. Raises Quarantined."""
        if game not in self._games:
            self._games[game] = self._hear(game, self._versions.get(game, [version]))
        return self._games[game]

    def _hear(self, game_id: str, versions: Sequence[int]) -> Heard | None:
        facts: Mapping[str, bytes] = self._ctx.store.facts(game_id)
        if not is_heard(self._ctx, facts):
            return None
        try:
            game, facts = in_step(self._ctx, self._ctx.games.load(game_id), facts)
        except Quarantined:
            raise
        except Problem:
            return None
        listeners = list(holders(self._ctx, game, facts)) if people(game) else []
        stored = self._read(game_id, min(versions), max(versions))
        return Heard(game, listeners, losers(self._ctx, facts), _due(game), stored)

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
