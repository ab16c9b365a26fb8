"""Names every key of the store.

The hash tag is the shard, so all keys of one call lie in one slot of a cluster: a game's log, its shard's feed and
deadlines, and the claims.

A store is recognized by the identities of its shards, each made once and stored beside the games. An identity is a data
key, so it is copied together with the games: to replicas, other primaries and backups.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import count
from typing import Final

SHARDS = 64
LOGS = "{s[0-9][0-9]}:g:*:ev"
"""Matches the logs of all games, and no other key."""
IDENTITY: Final = "store"
"""The name of the data key that is a shard's identity; its owner is `owner_in` the shard."""
Known = Callable[[int], bytes]
"""Returns the identity that a shard must have before anything is written there; empty if any is accepted."""
SWEEPS: Final = "sweeps-alive"
"""Names the owner of facts with a number for each sweep that is alive."""
SCRUBBED: Final = "scrubbed-shards"
"""Names the owner of facts that say how far each shard was scrubbed."""
ARCHIVE: Final = "archive"
"""Names the owner of facts about the archive."""
_NO_LOGS: Final = frozenset(
    (
        *(SWEEPS, SCRUBBED, "quarantine", ARCHIVE, "ladder-of-bots"),
        *("limits-of-clients", "ended-apps", "acts-of-administrators"),
    )
)
_BEGIN_NO_LOGS: Final = (
    *("key-", "of-key-", "player-", "of-player-", "players-of-", "hook-", "bot-", "usage-", "identity-"),
    *("ratings-", "results-", "rated-", "pool-", "seeks-of-"),
)
SECRET = "{s00}:secret"
"""Names a string: random bytes that all processes of a store share."""
FORGOTTEN = "{s00}:forgotten"
"""Names a hash: the ids of those who were forgotten, and when (ms; 0 while they are being erased)."""


def has_no_log(owner: str) -> bool:
    """Return whether an owner of facts or data keys never has a log, so that no archive need be searched for it."""
    return owner.startswith(_BEGIN_NO_LOGS) or owner in _NO_LOGS


@lru_cache(maxsize=4_096)
def shard_of(game: str) -> int:
    """Return the shard (0..63) of a game, which is the same in every process and never changes."""
    return blake2b(game.encode(), digest_size=1).digest()[0] % SHARDS


def log(game: str) -> str:
    """Name a stream: the game's versions, with entry ids `version-0`; in older logs its events, `version-index`."""
    return _log(_game(game))


def _log(own: str) -> str:
    return f"{own}:ev"


def snapshots(game: str) -> str:
    """Name a hash: `tag:version` to packed states."""
    return f"{_game(game)}:snap"


def packed_log(game: str) -> str:
    """Name a string: the packed versions of a log, or where the archive has them."""
    return f"{_game(game)}:old"


def marks(game: str) -> str:
    """Name a string of older releases: the position of each version in its shard's feed, ten bytes per version."""
    return f"{_game(game)}:at"


def names(game: str) -> str:
    """Name a hash: seat to name."""
    return f"{_game(game)}:names"


def facts(game: str) -> str:
    """Name a hash: small values beside the log."""
    return f"{_game(game)}:facts"


def data_keys(owner: str) -> str:
    """Name a hash: the data keys of a game's seats by seat, or the one of an API key or a webhook."""
    return f"{_game(owner)}:keys"


def matching(kind: str, prefix: str = "") -> str:
    """Return the pattern of a kind of hash (`names`, `facts`) of all games, keys or webhooks with this prefix."""
    return f"{{s[0-9][0-9]}}:g:{prefix}*:{kind}"


def owner_of(key: bytes) -> str:
    """Return the game, API key or webhook that a key belongs to."""
    return key.decode().split(":")[2]


def feed(shard: int) -> str:
    """Name a stream: every version of the shard's games."""
    return f"{_tag(shard)}:feed"


def due(shard: int) -> str:
    """Name a sorted set: `game:name` by due time."""
    return f"{_tag(shard)}:due"


def claim(game: str, scope_key: str) -> str:
    """Name a string that expires: an idempotency key in the game's shard."""
    return f"{_tag(shard_of(game))}:claim:{scope_key}"


def barrier(shard: int) -> str:
    """Name a counter: a write whose replication proves that of everything before it."""
    return f"{_tag(shard)}:barrier"


TRIMMED = "trimmed"
"""The field beside a feed's checkpoints with the cursor from which on the feed is complete."""


def checkpoints(shard: int) -> str:
    """Name a hash: projection to its cursor in the shard's feed."""
    return f"{_tag(shard)}:read"


def away(shard: int) -> str:
    """Name a hash: game to its place in the archive, until a run of the archive's index has it."""
    return f"{_tag(shard)}:away"


def dead(shard: int) -> str:
    """Name a hash: places in the archive whose bytes are to be overwritten."""
    return f"{_tag(shard)}:dead"


def list_entries(shard: int) -> str:
    """Name a sorted set of `OWNER/TIME.GAME NOTE`: games that left lists, until a list in the archive has them."""
    return f"{_tag(shard)}:filed"


def list_removals(shard: int) -> str:
    """Name a set of `HASH` or `HASH GAME` (of an owner): entries that are to be removed from the archive's lists."""
    return f"{_tag(shard)}:unfiled"


def shelf(shard: int) -> str:
    """Name a hash: which runs the archive's index of a shard has, and which segments are being written."""
    return f"{_tag(shard)}:shelf"


def of_rows(projection: str) -> list[str]:
    """Name a projection's hash of rows by game, the sorted set of its lists, and its packed rows, in one slot."""
    return [f"{{p:{projection}}}:{kind}" for kind in ("rows", "lists", "packed")]


def of_append(game: str, scope_key: str | None) -> list[str]:
    """Return the keys that every append touches, and that of its claim, in the order of `append.lua`."""
    shard, own = shard_of(game), _game(game)
    needed = [_log(own), feed(shard), due(shard)]
    return needed if scope_key is None else [*needed, claim(game, scope_key)]


def of_game(game: str) -> list[str]:
    """Return the keys that a game's deletion touches, in the order of `delete.lua`."""
    shard = shard_of(game)
    return [
        log(game),
        feed(shard),
        due(shard),
        snapshots(game),
        names(game),
        facts(game),
        marks(game),
        packed_log(game),
        data_keys(game),
    ]


def _game(game: str) -> str:
    return f"{_tag(shard_of(game))}:g:{game}"


def _tag(shard: int) -> str:
    return f"{{s{shard:02d}}}"


def any_store(shard: int) -> bytes:
    """Return no identity: any store is accepted."""
    return b""


@cache
def owner_in(shard: int) -> str:
    """Return the owner of a shard's identity, the same in every release."""
    names = (f"identity-{number}" for number in count())
    return next(name for name in names if shard_of(name) == shard)


@cache
def place_in(shard: int) -> str:
    """Return the key of the hash that holds a shard's identity."""
    return data_keys(owner_in(shard))


@cache
def owners() -> tuple[str, ...]:
    """Return the owners of the identities of all shards, in order."""
    return tuple(map(owner_in, range(SHARDS)))
