"""Forgets people, by API key or by seat, in steps that can be repeated if they are cut short.

First the person is put into the list in the store; all processes read it, and drop their copies of the data key. Then
the data key is deleted, so that nothing can be decrypted any more, and last what was encrypted. `longroad forget`, a
start on an old copy of the store, and the sweep call this.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from service.clients import fact_names
from service.clients.api_keys import ApiKey, descendants, ending_with, is_key, list_ids, stop
from service.clients.limits import forget_limits
from service.clients.ownership import MAKING
from service.forgetting.entries import Entry, note_in_file, read_entry
from service.forgetting.seats import erase_beside, erase_seat, hooks_of, is_someone, since
from service.game.context import Context
from service.game.data_keys import OWN, place_of
from service.problems import Problem
from service.views.client_games import look_again


class Unknown(Exception):
    """Reports that there is no such person; the message is one line."""


@dataclass(frozen=True, slots=True)
class Found:
    """Holds what is kept of a person; `was_forgotten` if they are in the list already."""

    entries: tuple[Entry, ...]
    seats: tuple[tuple[str, int], ...]
    hooks: tuple[str, ...]
    was_forgotten: bool


def find_key(ctx: Context, key_id: str) -> Found:
    """Find the person of an API key, with the keys that it made; raises Unknown."""
    entry = Entry(key=key_id)
    was_forgotten = str(entry) in ctx.store.list_forgotten()
    if not (was_forgotten or is_key(ctx, key_id) or ctx.store.data_key(place_of(key_id), OWN)):
        raise Unknown(f"there is no API key {key_id}")
    keys = descendants(ctx, key_id)
    seats = tuple(dict.fromkeys(seat for one in keys for seat in seats_of(ctx, one)))
    hooks = tuple(hook for one in keys for hook in list_ids(ctx, one, fact_names.HOOKS))
    return Found(tuple(Entry(key=one) for one in keys), seats, hooks, was_forgotten)


def find_seat(ctx: Context, game_id: str, seat: int) -> Found:
    """Find the player of a seat; raises Unknown, and Problem or Quarantined if the game cannot be read."""
    if not ctx.store.find_existing([game_id]):
        raise Unknown(f"there is no game {game_id}")
    if seat >= len(ctx.games.load(game_id).table.seats):
        raise Unknown(f"game {game_id} has no seat {seat}")
    entry = Entry("", game_id, seat, since(ctx, game_id, seat))
    was_forgotten = any(one.startswith(f"seat {game_id} {seat} ") for one in ctx.store.list_forgotten())
    if not is_someone(ctx, game_id, seat):
        if was_forgotten:
            return Found((), (), (), True)
        raise Unknown(f"nobody sits on seat {seat} of game {game_id}")
    hooks = tuple(hooks_of(ctx.store.facts(game_id), seat))
    return Found((entry,), ((game_id, seat),), hooks, str(entry) in ctx.store.list_forgotten())


def seats_of(ctx: Context, key_id: str) -> Iterator[tuple[str, int]]:
    """Yield the seats that belong to an API key: game and number."""
    for game in _games_of(ctx, key_id):
        for name, value in ctx.store.facts(game).items():
            if name.startswith(fact_names.CLIENTS) and fact_names.owner_and_holder(value)[0] == key_id:
                yield game, int(name.removeprefix(fact_names.CLIENTS))


def _games_of(ctx: Context, key_id: str) -> Iterable[str]:
    """Return the games of an API key; if the key's list is deleted already, all games, for any may be one of them."""
    if ctx.store.facts(key_id):
        return list_ids(ctx, key_id, fact_names.GAMES)
    return (game for page in ctx.store.all_games() for game in page)


def forget(ctx: Context, found: Found) -> None:
    """Forget the person who was found; raises OSError if the file of the list cannot be written, with nothing done."""
    note_in_file(ctx.settings.data_dir, found.entries)
    begin(ctx, found.entries)
    for entry in found.entries:
        finish(ctx, entry)


def begin_forgetting(ctx: Context, by: ApiKey, key_id: str) -> None:
    """Begin to forget a person at the request of a key; the sweep finishes it.

    Raises Problem (404) for another caller's key.
    """
    begin(ctx, [Entry(key=ending) for ending in ending_with(ctx, by, key_id)])


def begin(ctx: Context, entries: Sequence[Entry]) -> None:
    """Put entries into the list, and delete API keys with their data keys and webhooks: nothing is shown any more."""
    ctx.store.note_forgotten({str(entry): 0 for entry in entries})
    keys = [entry.key for entry in entries if entry.key]
    for key_id in keys:
        ctx.data_keys.drop_client(key_id)
        for hook_id in list_ids(ctx, key_id, fact_names.HOOKS):
            ctx.store.delete(hook_id)
    stop(ctx, keys)


def finish(ctx: Context, entry: Entry) -> None:
    """Erase what is kept of the person of an entry, and note in the list that it was done."""
    if entry.key:
        _erase_key(ctx, entry.key)
    else:
        erase_seat(ctx, entry.game, entry.seat)
    ctx.store.note_forgotten({str(entry): ctx.clock()})


def finish_all(ctx: Context) -> int:
    """Finish all entries of the list that are not done; return how many that were."""
    left = [read_entry(text) for text, time_ms in ctx.store.list_forgotten().items() if not time_ms]
    note_in_file(ctx.settings.data_dir, left)
    for entry in left:
        finish(ctx, entry)
    return len(left)


def _erase_key(ctx: Context, key_id: str) -> None:
    for game, seat in seats_of(ctx, key_id):
        erase_seat(ctx, game, seat)
    for game in list_ids(ctx, key_id, fact_names.GAMES):
        if (ctx.store.fact(key_id, fact_names.game(game)) or b"").endswith(MAKING):
            _take_ownership(ctx, game, key_id)
    forget_limits(ctx, key_id)
    ctx.store.delete(key_id)


def _take_ownership(ctx: Context, game: str, key_id: str) -> None:
    """Erase the owner's tokens of a game that an API key made, and the names that its maker gave to agents."""
    facts = ctx.store.facts(game)
    with suppress(Problem):
        seats = ctx.games.load(game).table.seats
        for seat in [seat for seat in ctx.store.names(game) if seats[seat].belongs_to == "ai"]:
            erase_beside(ctx, game, seat)
    owned = dict.fromkeys((name for name, value in facts.items() if value == fact_names.OWNER), b"")
    address, _, key = facts.get(fact_names.MAKER, b"").decode().rpartition("/")
    made = {fact_names.MAKER: address.encode()} if key == key_id else {}
    ctx.store.set_facts(game, owned | made)
    look_again(ctx, [game])
