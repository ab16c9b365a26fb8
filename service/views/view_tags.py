"""Makes the tags of views, which HTTP sends as their ETags.

The tag of a view is `VERSION.TAG`, and `VERSION.TAG.SEATS` where players of those seats were forgotten. TAG depends on
the caller, as the body does, and on the chain of the game's log, so two histories never share a tag. It is a keyed
hash: if the chain itself were visible, hidden cards could be found by search.
"""

from collections.abc import Mapping
from hashlib import blake2b

from service.clients.authentication import Caller
from service.clients.names import GONE
from service.game.context import Context
from service.game.games import Game


def tag_of_view(ctx: Context, game: Game, caller: Caller, names: Mapping[int, str]) -> str:
    """Return the tag of a view with stored names; it also reflects which names were deleted, since no version does."""
    tag = tag_of(ctx, game, caller)
    if GONE not in names.values():
        return tag
    return f"{tag}.{sum(1 << seat for seat, name in names.items() if name == GONE):x}"


def tag_of(ctx: Context, game: Game, caller: Caller) -> str:
    """Return the tag of what a caller sees of a game right after a version."""
    seen, key = f"{game.id} {sight_of(caller)} {game.chain}", ctx.store.secret()
    return f"{game.version}.{blake2b(seen.encode(), digest_size=6, key=key, person=b'view').hexdigest()}"


def sight_of(caller: Caller) -> str:
    """Return a text that is the same for all callers with the same view: spectators, and players who resigned."""
    return "owner" if caller.is_owner else str(caller.seat)
