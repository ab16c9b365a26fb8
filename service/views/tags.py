"""Makes the tags of views: `VERSION.TAG`.

TAG depends on the caller, as the body does, and on the chain of the game's log, so two histories never share a tag. It
is a keyed hash: if the chain itself were visible, hidden cards could be found by search.
"""

from hashlib import blake2b

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.games import Game


def tag_of(ctx: Context, game: Game, caller: Caller) -> str:
    """Return the tag of what a caller sees of a game right after a version."""
    seen, key = f"{game.id} {sight_of(caller)} {game.chain}", ctx.store.secret()
    return f"{game.version}.{blake2b(seen.encode(), digest_size=6, key=key, person=b'view').hexdigest()}"


def sight_of(caller: Caller) -> str:
    """Return the same text for all callers that see the same: spectators, and who has resigned."""
    return "owner" if caller.is_owner else str(caller.seat)
