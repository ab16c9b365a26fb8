"""Stores seeks: who wants to play what, until enough of them are together.

Seeks that may be filled together lie in one *pool*: the facts of one owner, so that taking several out of it and noting
their game is one step of the store. A pool holds its open seeks, and the matches whose games are being made. Beside it
there are a list of open seeks (rows, which may lag behind) and, under each player, which seeks are open and how the
latest ones ended.
"""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any, Final

import orjson

from service.clients.seek_terms import Terms
from service.game.context import Context
from service.game.data_keys import PLAYER_PREFIX
from service.problems import Problem, too_many

MOST_OF_PLAYER: Final = 5
"""Limits the open seeks of a player."""
MOST_IN_POOL: Final = 500
"""Limits the open seeks that may be filled together."""
KEPT: Final = 20
"""Limits the seeks of a player that have ended and are still shown."""
LIFE_MS: Final = 60_000
"""Sets for how long a seek counts after its seeker was last heard of."""
RENEWED: Final = 0.25
"""Sets which part of its life a seek must have lost before a renewal is written."""
SEEKS: Final = "seeks"
"""Names the rows by which open seeks are listed."""
OPEN: Final = "open"
"""Names a player's fact with the ids of open seeks; and their status."""
FILLED, EXPIRED, WITHDRAWN, REFUSED = "filled", "expired", "withdrawn", "refused"
CLOSED: Final = "closed"
"""Says of another player's seek that it is no longer open."""
STATUSES: Final = (OPEN, FILLED, EXPIRED, WITHDRAWN, REFUSED)
_POOL: Final = "pool-"
_SEEK: Final = "seek-"
_MATCH: Final = "match:"
_ENDED: Final = "ended:"
_PART: Final = 18
_DIGITS: Final = 2 * _PART + 6


@dataclass(frozen=True, slots=True)
class Seek:
    """Describes an open seek. Times are in ms: it counts until `expires`, and can be renewed until `ends`.

    `share` is what a game counts to that this seek completes; with `within` only seeks of the same key count. From
    `fills` on (0: never) the `agent` takes the seats that are left. A `rated` game counts in the list of that name; the
    player has so many `points` there, and `wants` others whose points lie within these bounds.
    """

    id: str
    player: str
    app: str
    share: str
    created: int
    expires: int
    ends: int
    ruleset: str
    seats: int
    terms: Terms
    modules: tuple[str, ...] = ()
    clock: dict[str, Any] | None = None
    within: str = ""
    fills: int = 0
    agent: str = ""
    rated: str = ""
    points: int = 0
    wants: tuple[int, int] | None = None

    @property
    def due(self) -> int:
        """Return when (ms) the sweep is to look at it."""
        return min(self.expires, self.fills or self.expires)


@dataclass(frozen=True, slots=True)
class Match:
    """Describes seeks that were taken out of a pool together, and the id of the game that is made for them."""

    game: str
    seeks: tuple[Seek, ...]
    map: str
    options: dict[str, Any]
    agent: str = ""


@dataclass
class Pool:
    """Holds what a pool holds, as it was read: each value with the bytes that it was stored as."""

    id: str
    seeks: dict[str, tuple[Seek, bytes]] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)


def pool_of(
    ruleset: str, seats: int, modules: tuple[str, ...], clock: Mapping[str, Any] | None, within: str, rated: str = ""
) -> str:
    """Return the pool of all seeks that agree in what must be the same."""
    alike = orjson.dumps(
        [ruleset, seats, modules, clock, within, *([rated] if rated else ())], option=orjson.OPT_SORT_KEYS
    )
    return f"{_POOL}{blake2b(alike, digest_size=_PART // 2).hexdigest()}"


def new_seek_id(player: str, pool: str) -> str:
    """Return a new id of a seek, which names its player and its pool."""
    return f"{_SEEK}{player.removeprefix(PLAYER_PREFIX)}{pool.removeprefix(_POOL)}{secrets.token_hex(3)}"


def is_seek(id: str) -> bool:
    """Return whether this has the form of a seek's id."""
    digits = id.removeprefix(_SEEK)
    return id.startswith(_SEEK) and len(digits) == _DIGITS and not digits.strip("0123456789abcdef")


def player_with(seek_id: str) -> str:
    """Return the player whom the id of a seek names."""
    return f"{PLAYER_PREFIX}{seek_id.removeprefix(_SEEK)[:_PART]}"


def pool_with(seek_id: str) -> str:
    """Return the pool that the id of a seek names."""
    return f"{_POOL}{seek_id.removeprefix(_SEEK)[_PART : 2 * _PART]}"


def match_name(game: str) -> str:
    """Name the fact of a pool, and the deadline, of the match for a game."""
    return f"{_MATCH}{game}"


def is_pool_deadline(name: str) -> bool:
    """Return whether a deadline is one of a pool."""
    return name.startswith((_SEEK, _MATCH))


def read_pool(ctx: Context, pool: str) -> Pool:
    """Return all open seeks and unfinished matches of a pool."""
    found = Pool(pool)
    for name, value in ctx.store.facts(pool).items():
        if name.startswith(_SEEK):
            found.seeks[name] = (read_seek(value), value)
        elif name.startswith(_MATCH):
            found.matches[name] = read_match(value)
    return found


def read_seek(value: bytes) -> Seek:
    """Return a seek as it is stored."""
    return _seek(orjson.loads(value))


def _seek(known: dict[str, Any]) -> Seek:
    fields = {name: known[name] for name in Seek.__dataclass_fields__ if name in known}
    wants = known.get("wants")
    return Seek(**fields | {"modules": tuple(known["modules"]), "wants": tuple(wants) if wants else None})


def read_match(value: bytes) -> Match:
    """Return a match as it is stored."""
    known = orjson.loads(value)
    return Match(**known | {"seeks": tuple(_seek(one) for one in known["seeks"])})


def pack(one: Seek | Match) -> bytes:
    """Return a seek or a match as it is stored."""
    return orjson.dumps(asdict(one))


def find_seek(ctx: Context, seek_id: str) -> tuple[Seek, bytes] | None:
    """Return an open seek with the bytes that it is stored as; None if it is not open."""
    found = ctx.store.fact(pool_with(seek_id), seek_id) if is_seek(seek_id) else None
    return None if found is None else (read_seek(found), found)


def _home(player: str) -> str:
    """Return the owner of what is noted of a player's seeks."""
    return f"seeks-of-{player}"


def open_seeks_of(ctx: Context, player: str) -> list[str]:
    """List the ids of a player's open seeks."""
    return (ctx.store.fact(_home(player), OPEN) or b"").decode().split()


def list_ended_of(ctx: Context, player: str) -> dict[str, dict[str, Any]]:
    """Return how the latest seeks of a player ended, by id."""
    facts = ctx.store.facts(_home(player)).items()
    return {name.removeprefix(_ENDED): orjson.loads(value) for name, value in facts if name.startswith(_ENDED)}


def enter(ctx: Context, seek: Seek) -> None:
    """Note one more open seek of a player; raises Problem (403) if there are too many."""
    while True:
        was = ctx.store.fact(_home(seek.player), OPEN) or b""
        ids = was.decode().split()
        if len(ids) >= MOST_OF_PLAYER:
            ids = [one for one in ids if find_seek(ctx, one) is not None]
        if len(ids) >= MOST_OF_PLAYER:
            raise too_many(MOST_OF_PLAYER)
        if ctx.store.swap_fact(_home(seek.player), OPEN, was, " ".join([*ids, seek.id]).encode()):
            return


def leave(ctx: Context, seek_id: str, status: str, **how: Any) -> None:
    """Note how a seek ended, that it is open no more, and drop it from the list of open seeks."""
    player = player_with(seek_id)
    ended = list_ended_of(ctx, player)
    if seek_id not in ended:
        oldest = sorted(ended, key=lambda id: ended[id]["ended"])[: max(0, len(ended) + 1 - KEPT)]
        note = {"status": status, "ended": ctx.clock(), **how}
        dropped = {f"{_ENDED}{id}": b"" for id in oldest}
        ctx.store.set_facts(_home(player), {f"{_ENDED}{seek_id}": orjson.dumps(note)} | dropped)
    while seek_id.encode() in (was := ctx.store.fact(_home(player), OPEN) or b""):
        now = " ".join(one for one in was.decode().split() if one != seek_id)
        if ctx.store.swap_fact(_home(player), OPEN, was, now.encode()):
            break
    ctx.store.rows.drop(SEEKS, [seek_id])
    ctx.store.set_deadlines(pool_with(seek_id), {seek_id: 0})


def renew_seek(ctx: Context, seek_id: str) -> Seek | None:
    """Let a seek count for longer, because its seeker is there; return it, None if it is not open."""
    while (found := find_seek(ctx, seek_id)) is not None:
        seek, was = found
        now = ctx.clock()
        renewed = replace(seek, expires=min(now + LIFE_MS, seek.ends))
        if seek.expires <= now:
            return None
        if renewed.expires - seek.expires < RENEWED * LIFE_MS:
            return seek
        if ctx.store.swap_facts(pool_with(seek_id), {seek_id: (was, pack(renewed))}):
            return renewed
    return None


def take_out(ctx: Context, seek_id: str, status: str) -> bool:
    """End an open seek, one that is to be `EXPIRED` only if its time is over; return whether it did."""
    while (found := find_seek(ctx, seek_id)) is not None:
        seek, was = found
        if status == EXPIRED and seek.expires > ctx.clock():
            return False
        if ctx.store.swap_facts(pool_with(seek_id), {seek_id: (was, b"")}):
            leave(ctx, seek_id, status)
            return True
    return False


def erase_seeks(ctx: Context, player: str) -> None:
    """Erase what is noted of the seeks of a player who is forgotten; open ones are withdrawn before."""
    for seek_id in open_seeks_of(ctx, player):
        ctx.store.set_facts(pool_with(seek_id), {seek_id: b""})
        leave(ctx, seek_id, WITHDRAWN)
    ctx.store.delete(_home(player))


def require_room(pool: Pool) -> None:
    """Raise Problem (429) if a pool holds as many seeks as it may."""
    if len(pool.seeks) >= MOST_IN_POOL:
        raise Problem("too_many_requests", retry_after=LIFE_MS // 1000)
