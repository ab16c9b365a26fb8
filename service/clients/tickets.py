"""Issues stream tickets, because a browser's EventSource cannot send headers: each opens one stream, once.

A ticket lives for a minute in the cache, not in the log. It opens what the token behind it opens at the moment of use.
"""

import secrets
from dataclasses import replace
from typing import Final

import orjson

from eventstore import budget
from service.clients.authentication import Caller, caller_with
from service.clients.hashes import hash_of
from service.game.context import Context
from service.game.games import Game
from service.problems import not_found, unknown
from service.queue import keys

TICKET_S: Final = 60


def issue_ticket(ctx: Context, caller: Caller) -> str:
    """Issue a ticket for the events of a game as this caller sees them."""
    ticket = secrets.token_urlsafe(32)
    kept = orjson.dumps([caller.game, caller.credential, *([True] if caller.by_key else ())])
    ctx.cache.set(keys.ticket(hash_of(ticket)), kept, ex=TICKET_S)
    return ticket


def redeem(ctx: Context, game: Game, ticket: str) -> Caller:
    """Use up a ticket and return the caller it was issued to.

    Raises Problem: 401 for one that is unknown, used or for another game; 404 if a private game must stay hidden.
    """
    budget.seal(is_upkeep=False)
    kept = ctx.cache.getdel(keys.ticket(hash_of(ticket)))
    of_game, credential, *more = orjson.loads(kept) if isinstance(kept, bytes) else (None, None)
    if of_game == game.id and credential is None and not game.table.opened.private:
        return Caller(game.id)
    caller = caller_with(ctx, game, credential) if of_game == game.id and credential else None
    if caller is None:
        raise not_found() if game.table.opened.private else unknown("unknown_ticket")
    return replace(caller, by_key=more == [True])
