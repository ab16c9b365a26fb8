"""Projects what the seats of each API key and player owe, so that `me/pending` reads one list, however many games.

A row for each unfinished game whose seats belong to somebody holds the debts by owner, and is listed under each owner
who has any. The sweep makes it, each second; a reader loads beside that only the games that changed since. A party with
few games loads them all, which costs no more.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import astuple
from functools import partial
from itertools import islice
from typing import Any, Final

import orjson

from eventstore.budget import check
from eventstore.feed import Projection, put_ends
from eventstore.interfaces import START
from eventstore.keys import SHARDS, shard_of
from eventstore.rows import Row
from service.clients import fact_names
from service.clients.ownership import apps_of, clients_of, in_step
from service.clients.seat_duties import Watch
from service.game.context import Context
from service.game.debts import Debt, debts_of, votes_due
from service.game.games import Game
from service.game.quarantine import UNREAD, Unsettled, apart
from service.table.terms import RESIGNED
from service.views.client_games import find_game
from service.views.seen_games import SeenGames

OWED: Final = "owed"
"""Names the projection, and its rows."""
FEW: Final = 20
"""Limits the games of a party that are all loaded, without looking into the list."""
PAGE: Final = 500
MOST_BEHIND: Final = 1_000
"""Limits how many items of a shard the list may be behind; beyond that all games are loaded, as without it."""
BEGUN_AT_ONCE: Final = 50
"""Sets how many games a round takes in where the list is new and there are games already."""


class OwedGames(Projection):
    """Keeps the rows; where the list is new, the games that are there are taken in over many rounds."""

    name = OWED

    def __init__(self, ctx: Context, seen: SeenGames | None = None) -> None:
        """Take games as the lobby has `seen` them a moment ago, instead of reading them again."""
        self.ctx = ctx
        self.seen = seen or SeenGames(ctx)
        self._touched: dict[str, int] = {}
        self._begun: set[int] = set()
        self._left: Iterator[str] | None = None
        self._ends: dict[int, str] = {}

    def apply(self, game: str, version: int) -> None:
        """Note that a game changed; how it was seen before this version does not count."""
        self._touched[game] = version

    def forget(self, game: str) -> None:
        """Note that a game was deleted."""
        self._touched[game] = 0

    def settle(self) -> bool:
        """Make the rows of all games that changed; games that are over, or whose seats have no owner, have none.

        The row of a game that is unsettled stays as it is until the game can be read.
        """
        touched, self._touched = self._touched, {}
        rows, unsettled = list[Row](), set[str]()
        facts = self.ctx.store.facts_here([*touched])
        for game, version in touched.items():
            with apart(game):
                try:
                    load = partial(self.seen.load, game, version)
                    rows += _rows_of(self.ctx, facts.get(game) or self.ctx.store.facts(game), load)
                except UNREAD as unread:
                    self.ctx.games.quarantine.miss(OWED, game, 1, unread)
                    unsettled |= {game} if isinstance(unread, Unsettled) else set()
        self.ctx.store.rows.put(OWED, rows)
        self.ctx.store.rows.drop(OWED, touched.keys() - {row.game for row in rows} - unsettled)
        return False

    def begin_with_games(self, shards: Collection[int] = range(SHARDS)) -> bool:
        """Add some of the games of these shards that are older than the list; return whether more are left.

        After an error it begins again, so that it leaves no game out.
        """
        self.seen.forget()
        if self._left is None:
            new = [shard for shard in shards if shard not in self._begun]
            self._ends = self.ctx.store.feed_ends(new) if new else {}
            behind = _behind(self.ctx, self._ends)
            if behind is None:
                return True
            if not _lacks_games(self.ctx, behind):
                self._begun.update(new)
                return False
            own = frozenset(new)
            self._left = (game for page in self.ctx.store.all_games() for game in page if shard_of(game) in own)
        left, self._left = self._left, None
        some = list(islice(left, BEGUN_AT_ONCE))
        self._touched.update(dict.fromkeys(some, 0))
        self.settle()
        if len(some) == BEGUN_AT_ONCE:
            self._left = left
            return True
        put_ends(self.ctx.store, OWED, self._ends)
        self._begun.update(self._ends)
        return False


def watch_party(ctx: Context, watch: Watch, games: Collection[str]) -> None:
    """Let a watch know what its party owes now in these games, which are all that the party has."""
    owner, changed = watch.party.key, None
    if owner is not None and len(games) > FEW:
        changed = _list_changed(ctx)
    if owner is None or changed is None:
        watch.look(games)
        return
    listed = _read_list(ctx, owner.id)  # read after the feeds, so that no game is missed that is listed meanwhile
    watch.take(listed)
    watch.look(changed & {*games, *listed})  # a deleted game stays listed until the list has caught up


def _read_list(ctx: Context, owner: str) -> dict[str, list[Debt]]:
    """Return what an owner owes by the list, by game."""
    found: dict[str, list[Debt]] = {}
    before = None
    while page := ctx.store.rows.list_rows(OWED, _list_of(owner), PAGE, before):
        check("listed debts")
        found |= {row.game: [Debt(*debt) for debt in orjson.loads(row.body).get(owner, ())] for row in page}
        before = (page[-1].place, page[-1].game)
    return found


def _list_changed(ctx: Context) -> set[str] | None:
    """Return which games have changed since the list was made; None if it is too far behind, or begins."""
    behind = _behind(ctx, ctx.store.feed_ends())
    if behind is None or _lacks_games(ctx, behind):
        return None
    changed: set[str] = set()
    for shard, cursor in behind.items():
        items = ctx.store.feed(shard, cursor, MOST_BEHIND)
        if len(items) == MOST_BEHIND:
            return None
        changed |= {item.game for item in items}
    return changed


def _behind(ctx: Context, ends: Mapping[int, str]) -> dict[int, str] | None:
    """Return how far the list has read the feeds that go on after that, by shard; None if a server does not answer."""
    read = ctx.store.checkpoints(OWED, ends) if ends else {}
    if read.keys() != ends.keys():
        return None
    return {shard: cursor for shard, cursor in read.items() if cursor != ends[shard]}


def _lacks_games(ctx: Context, behind: Mapping[int, str] | None) -> bool:
    """Return whether the list lacks games that were there before it, of which the feeds tell no more."""
    return any(cursor == START and ctx.store.trim_cursor(shard) != START for shard, cursor in (behind or {}).items())


def _rows_of(ctx: Context, facts: Mapping[str, bytes], load: Callable[[], Game]) -> list[Row]:
    """Return the row of a game with these facts; none if it is over or gone, or if its seats belong to nobody."""
    if not any(name.startswith(fact_names.CLIENTS) for name in facts):
        return []
    game = find_game(load)
    if game is None or game.table.finished:
        return []
    owed = _debts_by_owner(*in_step(ctx, game, facts))
    places = {_list_of(owner): f"{min(debt.since_ms for debt in debts):015d}" for owner, debts in owed.items()}
    body: dict[str, list[Any]] = {owner: [astuple(debt) for debt in debts] for owner, debts in owed.items()}
    return [Row(game.id, game.version, places, orjson.dumps(body))]


def _debts_by_owner(game: Game, facts: Mapping[str, bytes]) -> dict[str, list[Debt]]:
    """Return the debts of the API keys and players of a game that have any."""
    held: dict[str, set[int]] = {}
    for owners in (apps_of(game, facts), clients_of(game, facts)):
        for seat, owner in owners.items():
            if game.table.seats[seat].left != RESIGNED:
                held.setdefault(owner, set()).add(seat)
    owed = {owner: [*debts_of(game, seats), *votes_due(game, seats)] for owner, seats in held.items()}
    return {owner: debts for owner, debts in owed.items() if debts}


def _list_of(owner: str) -> str:
    return f"owner={owner}"
