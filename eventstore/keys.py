"""Every key of the store, made here and nowhere else.

The hash tag is the shard, so all the keys of one call lie in one slot of a cluster: the log of a game, its shard's
feed and deadlines, and the claims.
"""

from hashlib import blake2b

SHARDS = 64
LOGS = "{s[0-9][0-9]}:g:*:ev"
"""A pattern that the logs of all games match, and no other key."""


SECRET = "{s00}:secret"
"""String: random bytes that all processes of a store share."""


def shard_of(game: str) -> int:
    """The shard (0..63) of a game; the same in every process and for ever."""
    return blake2b(game.encode(), digest_size=1).digest()[0] % SHARDS


def log(game: str) -> str:
    """Stream: the game's events, entry ids `version-index`."""
    return _log(_game(game))


def _log(own: str) -> str:
    return f"{own}:ev"


def snapshots(game: str) -> str:
    """Hash: `tag:version` to packed states."""
    return f"{_game(game)}:snap"


def marks(game: str) -> str:
    """String: where in its shard's feed each version of the game stands, ten bytes a version."""
    return _marks(_game(game))


def _marks(own: str) -> str:
    return f"{own}:at"


def names(game: str) -> str:
    """Hash: seat to name."""
    return f"{_game(game)}:names"


def facts(game: str) -> str:
    """Hash: small values beside the log."""
    return f"{_game(game)}:facts"


def feed(shard: int) -> str:
    """Stream: every version of the shard's games."""
    return f"{_tag(shard)}:feed"


def due(shard: int) -> str:
    """Sorted set: `game:name` by the time it is due."""
    return f"{_tag(shard)}:due"


def claim(game: str, scope_key: str) -> str:
    """String with a time to live: an idempotency key in the game's shard."""
    return f"{_tag(shard_of(game))}:claim:{scope_key}"


def checkpoints(shard: int) -> str:
    """Hash: projection to its cursor in the shard's feed."""
    return f"{_tag(shard)}:read"


def of_rows(projection: str) -> list[str]:
    """Hash: games to what a projection keeps of each. Sorted set: their places in its lists. Both of one slot."""
    return [f"{{p:{projection}}}:rows", f"{{p:{projection}}}:lists"]


def of_append(game: str, scope_key: str | None) -> list[str]:
    """The keys that every append touches, and that of its claim, in the order of `append.lua`."""
    shard, own = shard_of(game), _game(game)
    needed = [_log(own), feed(shard), due(shard), _marks(own)]
    return needed if scope_key is None else [*needed, claim(game, scope_key)]


def of_game(game: str) -> list[str]:
    """The keys that a game's deletion touches, in the order of `delete.lua`."""
    shard = shard_of(game)
    return [log(game), feed(shard), due(shard), snapshots(game), names(game), facts(game), marks(game)]


def _game(game: str) -> str:
    return f"{_tag(shard_of(game))}:g:{game}"


def _tag(shard: int) -> str:
    return f"{{s{shard:02d}}}"
