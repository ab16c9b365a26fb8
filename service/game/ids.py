"""Makes the ids of games, which tell sandbox games and imported ones from others."""

import secrets
from typing import Final

from eventstore.keys import shard_of
from service.game.idempotency import Key
from service.problems import refusal

SANDBOX: Final = "sbx_"
IMPORTED: Final = "imported-"
_ID_BYTES: Final = 9


def new_id(key: Key | None, prefix: str = "") -> str:
    """Return a new game's id; with a key, one in the key's shard, so that a repeated request finds its claim."""
    while True:
        game_id = prefix + secrets.token_hex(_ID_BYTES)
        if key is None or shard_of(game_id) == shard_of(key.scope_key):
            return game_id


def is_sandbox(game_id: str) -> bool:
    """Return whether a game was made as a sandbox."""
    return game_id.startswith(SANDBOX)


def is_imported(game_id: str) -> bool:
    """Return whether a game was imported from a record."""
    return game_id.startswith(IMPORTED)


def refuse_imported(game_id: str) -> None:
    """Raise Problem (409) for an operation that imported games do not allow."""
    if is_imported(game_id):
        raise refusal("record.imported")
