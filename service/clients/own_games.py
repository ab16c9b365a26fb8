"""Lists the games of an API key or a player, from the store and from the archive.

A game is listed by a fact of its owner. After the game has moved to the archive, its entry moves from the facts to a
list there (`eventstore/archive/lists.py`). A game that comes back from the archive is named among the facts again until
it moves again, so that feeds hear of it; its entry stays in the archive. An owner without the fact FILED has no entries
there.
"""

import logging
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain
from typing import Final, NamedTuple, TypeVar

from eventstore.archive.reading_ahead import read_ahead
from eventstore.archive.threads import THREADS
from eventstore.archiving import FILED
from eventstore.budget import each
from eventstore.log.chain import ChainBroken
from service.clients import fact_names
from service.clients.api_keys import ADMIN_ID
from service.game.context import Context
from service.game.data_keys import CLIENT_ID, PLAYER_PREFIX

MAKING: Final = b"1"
SITTING: Final = b"seat"
"""Distinguish what an API key has to do with a game: it made the game, or tried to sit down in it."""
UNMADE_MS: Final = 3_600_000
"""Sets after how long a listed game that does not exist is no longer expected to be made."""
KEY_PREFIX: Final = "key-"
AT_ONCE: Final = 200
"""Sets how many games of an owner are looked at together, and how many entries are read from the archive."""
A = TypeVar("A")
Place = tuple[int, str]
"""Says where a game is in a list: since when (ms) it is there, and its id."""

log = logging.getLogger(__name__)


class Own(NamedTuple):
    """Names a game of an owner, with the time (ms) at which the owner got it, and whether the owner made it.

    `is_filed` says that a list in the archive names it; then the game itself is most likely archived, too.
    """

    time: int
    game: str
    is_made: bool
    is_filed: bool = False

    @property
    def place(self) -> Place:
        """Return its place in the list."""
        return self.time, self.game


class _Stored(NamedTuple):
    """Holds what the facts of an owner say: its games, those that came back from the archive, and FILED or 0."""

    games: list[Own]
    back: list[str]
    upto_ms: int


def _in_time(some: Iterable[A]) -> Iterable[A]:
    """Return the items of a list, whose reading ends with the time that the request has."""
    return each("games of a caller", some)


def _read(ctx: Context, owner: str) -> _Stored:
    begin, again = fact_names.GAMES, fact_names.AGAIN
    facts = ctx.store.facts(owner)
    noted = [(name, value) for name, value in _in_time(facts.items()) if name.startswith(begin)]
    games = [
        Own(int(value.partition(b" ")[0]), name.removeprefix(begin), value.endswith(MAKING)) for name, value in noted
    ]
    upto = int(facts.get(FILED, b"0"))
    back = [name.removeprefix(again) for name in facts if name.startswith(again)] if upto else []
    return _Stored(games, back, upto)


def list_current(ctx: Context, owner: str) -> list[str]:
    """List the games of an owner that are not in the archive; archived games are finished, and owe nothing."""
    stored = _read(ctx, owner)
    return [*(one.game for one in stored.games), *stored.back]


def list_since(ctx: Context, owner: str, ms: int) -> list[str]:
    """List the games of an owner in which anything may have happened since a time, also archived ones if need be."""
    stored = _read(ctx, owner)
    found = [*(one.game for one in stored.games), *stored.back]
    if stored.upto_ms and stored.upto_ms >= ms:
        found += (one.game for one in _list_filed(ctx, owner))
    return found


def has_filed(ctx: Context, owner: str) -> bool:
    """Return whether some games of an owner are listed in the archive."""
    return ctx.store.fact(owner, FILED) is not None


def list_latest(ctx: Context, owner: str, count: int, before: Place | None = None) -> list[Own]:
    """Return at most `count` games of an owner, the latest first, before a place; raises ArchiveAway."""
    stored = _read(ctx, owner)
    found = [one for one in stored.games if before is None or one.place < before]
    filed = ctx.store.entries(owner, count, None, before) if stored.upto_ms else []
    return sorted(_drop_doubles(found, map(_own, filed)), key=_place, reverse=True)[:count]


def list_earliest(ctx: Context, owner: str, count: int, after: Place | None = None) -> list[Own]:
    """Return at most `count` games of an owner, the earliest first, after a place; raises ArchiveAway."""
    stored = _read(ctx, owner)
    found = [one for one in stored.games if after is None or one.place > after]
    filed = ctx.store.entries(owner, count, after, None, is_up=True) if stored.upto_ms else []
    return sorted(_drop_doubles(found, map(_own, filed)), key=_place)[:count]


def list_all(ctx: Context, owner: str) -> list[Own]:
    """Return all games of an owner; raises ArchiveAway."""
    stored = _read(ctx, owner)
    return list(_drop_doubles(stored.games, _list_filed(ctx, owner) if stored.upto_ms else ()))


def _list_filed(ctx: Context, owner: str) -> Iterator[Own]:
    """Yield the games of an owner that are listed in the archive, the earliest first."""
    after: Place | None = None
    while found := ctx.store.entries(owner, AT_ONCE, after, None, is_up=True):
        yield from map(_own, _in_time(found))
        after = found[-1][:2]


def _own(entry: tuple[int, str, str]) -> Own:
    return Own(entry[0], entry[1], entry[2].encode() == MAKING, is_filed=True)


def _place(one: Own) -> Place:
    return one.place


def _drop_doubles(stored: Iterable[Own], filed: Iterable[Own]) -> Iterator[Own]:
    """Yield each game once: its entry may have moved while the two were read, and so be in both."""
    seen = set[str]()
    for one in chain(stored, filed):
        if one.game not in seen:
            seen.add(one.game)
            yield one


def walk_ahead(ctx: Context, games: Sequence[Own], at_once: int = THREADS) -> Generator[Own, None, None]:
    """Yield games, and read archived ones that the process does not remember ahead: `at_once` or a few more together.

    What was read is held until the next ones are read or the generator is closed; the caller must close it.
    """
    step = max(at_once, THREADS)
    for some in [games[at : at + step] for at in range(0, len(games), step)]:
        new = [one.game for one in some if one.is_filed and not ctx.games.is_cached(one.game)]
        with read_ahead(ctx.store, new) if new else nullcontext():
            yield from some


def owners_in(facts: Mapping[str, bytes]) -> set[str]:
    """Return the API keys and players that the facts of a game name: its maker, and those of its seats."""
    holders = [value for name, value in facts.items() if name.startswith((fact_names.CLIENTS, fact_names.APPS))]
    named = {fact_names.owner_and_holder(value)[0] for value in holders}
    named.add(facts.get(fact_names.MAKER, b"").decode().rpartition("/")[2])
    return {owner for owner in named if owner == ADMIN_ID or CLIENT_ID.fullmatch(owner)}


def list_again(ctx: Context, game_id: str) -> None:
    """List a game among the facts of its owners again, because it goes on after it was in the archive."""
    for owner in owners_in(ctx.store.facts(game_id)):
        if has_filed(ctx, owner) and ctx.store.fact(owner, fact_names.game(game_id)) is None:
            ctx.store.set_facts(owner, {fact_names.again(game_id): fact_names.SET})


def unlist(ctx: Context, owner: str, game_id: str) -> None:
    """Remove a game that is gone from the list of an owner, unless it may be about to be made."""
    noted = ctx.store.fact(owner, fact_names.game(game_id))
    if noted is None or int(noted.partition(b" ")[0]) < ctx.clock() - UNMADE_MS:
        leave_list(ctx, owner, game_id)


def leave_list(ctx: Context, owner: str, game_id: str) -> None:
    """Remove a game from the list of an owner, wherever its entry is."""
    ctx.store.set_facts(owner, {fact_names.game(game_id): b"", fact_names.again(game_id): b""})
    if has_filed(ctx, owner):
        ctx.store.unfile(owner, [game_id])


def owners_of(ctx: Context, game_id: str) -> set[str]:
    """Return the API keys and players that a game names; none of one that cannot be read."""
    try:
        return owners_in(ctx.store.facts(game_id))
    except ChainBroken:
        return set()


def file_games(ctx: Context, moved: Mapping[str, tuple[Mapping[str, bytes], int]]) -> int:
    """Move the entries of archived games out of the facts of their owners; return how many.

    `moved` has the facts of each game, and the time (ms) of its newest version.
    """
    lists: dict[str, list[str]] = {}
    for game, (facts, _) in moved.items():
        for owner in owners_in(facts):
            lists.setdefault(owner, []).append(game)
    return sum(
        ctx.store.file(owner, fact_names.GAMES, games, max(moved[game][1] for game in games))
        for owner, games in lists.items()
    )


def list_owners(ctx: Context) -> Iterator[str]:
    """Yield all API keys and players."""
    return chain.from_iterable(ctx.store.with_facts(prefix) for prefix in (KEY_PREFIX, PLAYER_PREFIX))


def file_lists(ctx: Context, owners: Iterable[str]) -> Iterator[int]:
    """Call `file_list` for some owners and yield what it yields; yields once more after each of them.

    A list that names an archived game that is damaged or gone is logged, and the rest of it stays as it is. Raises
    ArchiveAway while the archive cannot be read.
    """
    for owner in owners:
        try:
            yield from file_list(ctx, owner)
        except ChainBroken as broken:
            if ctx.store.archive.is_away(broken):
                raise
            log.error("the list of %s names an archived game that is damaged or gone: %s", owner, broken)
        yield 0


def file_list(ctx: Context, owner: str) -> Iterator[int]:
    """Move the entries of all archived games out of the facts of an owner, and drop those of games that are gone.

    Yields after every few games how many of them moved. It may be stopped at any moment; the next call goes on. Raises
    ChainBroken, also ArchiveAway, if a game cannot be read.
    """
    stored = _read(ctx, owner)
    old = [one.game for one in stored.games if one.time < ctx.clock() - UNMADE_MS]
    for games in [old[at : at + AT_ONCE] for at in range(0, len(old), AT_ONCE)]:
        times, gone = _find_archived(ctx, games)
        moved = ctx.store.file(owner, fact_names.GAMES, list(times), max(times.values(), default=0))
        ctx.store.set_facts(owner, {fact_names.game(game): b"" for game in gone})
        yield moved
    times, _ = _find_archived(ctx, stored.back)
    if times:
        upto = max(stored.upto_ms, *times.values())
        ctx.store.set_facts(owner, {FILED: b"%d" % upto, **{fact_names.again(game): b"" for game in times}})


def _find_archived(ctx: Context, games: list[str]) -> tuple[dict[str, int], set[str]]:
    """Return which games are in the archive, with the time (ms) of the newest version of each, and which are gone.

    A game that leaves the store or comes back meanwhile counts as neither, for it may be between the two places.
    """
    here = ctx.store.find_here(games)
    others = [game for game in games if game not in here]
    times = {one.game: one.time_ms or 0 for one in ctx.store.describe_logs(others) if one.is_archived}
    return times, {*others} - times.keys() - ctx.store.find_here(others)
