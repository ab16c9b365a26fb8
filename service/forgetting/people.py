"""Forgets people, by API key, player or seat, in steps that can be repeated if they are cut short.

First the person is put into the list in the store; all processes read it, and drop their copies of the data key. Then
the data key is deleted, so that nothing can be decrypted any more, and last what was encrypted: of a seat its name, its
tokens and its webhooks, and the seat resigns if the game goes on. `longroad forget`, a start on an old copy of the
store, and the sweep call this.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from types import NoneType
from typing import Final

from redis.exceptions import RedisError

from eventstore.archive.archiver import list_archived
from eventstore.log.chain import ChainBroken
from eventstore.records import Beside
from service.clients import fact_names
from service.clients.api_keys import ApiKey, is_key, list_ids
from service.clients.authentication import revoking_facts
from service.clients.key_endings import descendants, ending_with, stop
from service.clients.limits import forget_limits
from service.clients.names import GONE
from service.clients.own_games import list_all
from service.clients.phrases import forget_said
from service.clients.players import drop_player, is_player, list_players
from service.clients.rated_bots import forget_bots
from service.clients.ratings import anonymize
from service.clients.seeks import erase_seeks
from service.clients.usage import erase_usage
from service.forgetting.entries import Entry, note_in_file, read_entry
from service.game.context import Context
from service.game.data_keys import OWN, place_of
from service.game.games import Act, Game
from service.game.ids import is_imported
from service.game.quarantine import Quarantined
from service.handlers.accept import Accepted, Request, accept
from service.handlers.resignation import resigning
from service.problems import Problem
from service.queue.stream_leases import forget_leases
from service.table.seat_events import SeatHandedOver, SeatLeft, SeatTaken
from service.table.terms import PEOPLE, RESIGNED
from service.views.client_games import look_again

PLAYERS_AT_ONCE: Final = 100
"""Sets how many players of an API key are forgotten together."""
SITTING_DOWN = (SeatTaken.__name__, SeatHandedOver.__name__, SeatLeft.__name__)
"""Lists the events after which a seat has another player, or none."""


def since(ctx: Context, game_id: str, seat: int) -> int:
    """Return the version in which the player of a seat sat down; 1 for one who was there from the start."""
    codec = ctx.games.load(game_id).codec
    changes = [event for event in ctx.store.read(game_id) if codec.name(event.type) in SITTING_DOWN]
    return max((event.version for event in changes if codec.decode(event).seat == seat), default=1)


def is_someone(ctx: Context, game_id: str, seat: int) -> bool:
    """Return whether anything personal is kept of a seat: a name, a token, a webhook."""
    own = fact_names.of_seat(ctx.store.facts(game_id).items(), seat)
    return bool(own) or ctx.store.names(game_id).get(seat, GONE) != GONE


def hooks_of(facts: Mapping[str, bytes], seat: int) -> list[str]:
    """List the webhooks of a seat, from its game's facts."""
    return [hook for number, _, hook in fact_names.seat_hooks(facts) if number == seat]


def erase_seat(ctx: Context, game_id: str, seat: int) -> None:
    """Erase the player of a seat; this is idempotent."""
    for hook_id in hooks_of(ctx.store.facts(game_id), seat):
        ctx.store.delete(hook_id)
    try:
        accept(ctx, Request(game_id, NoneType), _forget, seat=seat)
    except (Problem, Quarantined, ChainBroken):  # the game cannot be read: it cannot resign, but name and token must go
        erase_beside(ctx, game_id, seat)
    ctx.jobs.drop_replays(game_id)


def _forget(ctx: Context, game: Game, seat: int) -> Accepted[None]:
    """Open the seat again before the start, let it resign after it, and erase what is kept beside the log."""
    place = game.table.seats[seat]
    is_over = game.table.finished or is_imported(game.id) or place.left == RESIGNED
    if is_over or place.belongs_to not in PEOPLE:
        erase_beside(ctx, game.id, seat)
        return Accepted(game, None)
    act = Act(None, [SeatLeft(seat)], ctx.clock(), game.play) if not game.table.started else resigning(ctx, game, seat)
    beside = Beside(facts=facts_without(ctx.store.facts(game.id), seat), names={seat: GONE})
    return Accepted(game, None, [act], beside)


def facts_without(facts: Mapping[str, bytes], seat: int) -> dict[str, bytes]:
    """Return the facts to set so that those of a seat's player are deleted."""
    kept = fact_names.seat_keeping(seat)
    return revoking_facts(facts, seat) | ({kept: b""} if kept in facts else {}) | forget_said(facts, seat)


def erase_beside(ctx: Context, game_id: str, seat: int) -> None:
    """Erase what is kept of a seat beside the log: name, data key, tokens."""
    ctx.store.set_facts(game_id, facts_without(ctx.store.facts(game_id), seat))
    if seat in ctx.store.names(game_id):
        ctx.store.set_name(game_id, seat, GONE)
    ctx.store.drop_data_keys(game_id, [str(seat)])


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
        return [own.game for own in list_all(ctx, key_id)]
    return chain(chain.from_iterable(ctx.store.all_games()), list_archived(ctx.store))


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


def begin_forgetting_player(ctx: Context, player: str) -> None:
    """Begin to forget a player; the sweep finishes it."""
    begin(ctx, [Entry(key=player)])


def begin(ctx: Context, entries: Sequence[Entry]) -> None:
    """Put entries into the list, and delete API keys with their data keys and webhooks: nothing is shown any more."""
    ctx.store.note_forgotten({str(entry): 0 for entry in entries})
    keys = [entry.key for entry in entries if entry.key]
    for key_id in keys:
        ctx.data_keys.drop_client(key_id)
        for hook_id in list_ids(ctx, key_id, fact_names.HOOKS):
            ctx.store.delete(hook_id)
    forget_bots(ctx, keys)
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
    for own in list_all(ctx, key_id):
        if own.is_made:
            _take_ownership(ctx, own.game, key_id)
    if is_player(key_id):
        for queues in ctx.jobs.all:  # all: the person may be noted where an earlier list of stores put it
            with suppress(RedisError):  # what is noted there may be lost, and expires
                forget_leases(queues.redis, key_id)
        erase_seeks(ctx, key_id)
        anonymize(ctx, key_id)
        drop_player(ctx, key_id)
        return
    _forget_players(ctx, key_id)
    forget_limits(ctx, key_id)
    erase_usage(ctx, key_id)
    ctx.store.delete(key_id)


def _forget_players(ctx: Context, app: str) -> None:
    """Forget the players of an API key."""
    while players := [Entry(key=player) for player in list_players(ctx, app, PLAYERS_AT_ONCE)]:
        begin(ctx, players)
        note_in_file(ctx.settings.data_dir, players)
        for entry in players:
            finish(ctx, entry)


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


def forget_again(ctx: Context, entries: Sequence[Entry]) -> int:
    """Forget everyone in a list who is not forgotten in this store yet; return how many that were.

    A seat is erased only if its player sat down in the version of the entry; otherwise it is somebody else's.
    """
    known = ctx.store.list_forgotten()
    new = [entry for entry in entries if str(entry) not in known]
    begin(ctx, [entry for entry in new if entry.key])
    for entry in new:
        if entry.key or _sits(ctx, entry):
            finish(ctx, entry)
        else:
            ctx.store.note_forgotten({str(entry): ctx.clock()})
    return len(new)


def _sits(ctx: Context, entry: Entry) -> bool:
    try:
        return since(ctx, entry.game, entry.seat) == entry.since
    except Problem:  # there is no such game, or it cannot be read now
        return bool(ctx.store.names(entry.game))
