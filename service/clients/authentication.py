"""Authenticates callers by tokens of 256 random bits, of which only hashes are stored, beside the log.

A token names its game, so that one of another game can be distinguished from an unknown one. The fact under its hash
says what it opens; a seat's token is valid only while the holder that it names sits there.

Since a browser's EventSource cannot send headers, a ticket opens a stream, once. It lives for a minute in the cache,
not in the log, and opens what the token behind it opens at the moment of use.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import orjson

from eventstore import budget
from eventstore.records import check_game
from service.clients import fact_names
from service.clients.api_keys import is_token
from service.clients.tokens import fact_key, hash_of, new_token
from service.game.context import Context
from service.game.games import Game
from service.problems import Problem, forbidden, missing_credential, not_found, refusal, unknown
from service.queue import keys
from service.table.state import Table
from service.table.terms import OWNER, RESIGNED

TICKET_S: Final = 60


@dataclass(frozen=True, slots=True)
class Caller:
    """Says who makes a request: a seat, the owner, or a spectator (neither); `credential` is the token's hash.

    `holder` identifies the player who sits there now. A player who has resigned is a spectator, and `resigned` is their
    seat. With `by_key` an API key acts for the seat, which ends when the key is deleted; the log does not record that.
    `acting` names the player whose token does so, and the hash of that token.
    """

    game: str
    seat: int | None = None
    is_owner: bool = False
    credential: str | None = None
    holder: str = ""
    resigned: int | None = None
    by_key: bool = False
    acting: tuple[str, str] | None = None

    @property
    def sat(self) -> int | None:
        """Return the caller's seat, or the one from which they resigned."""
        return self.seat if self.resigned is None else self.resigned


def authenticate(ctx: Context, game: Game, token: str | None) -> Caller:
    """Authenticate a caller by their token, if there is one; raises Problem as `recognize` does."""
    opened = None if token is None else ctx.store.fact(game.id, fact_key(token))
    return recognize(ctx, game, token, opened)


def recognize(ctx: Context, game: Game, token: str | None, opened: bytes | None) -> Caller:
    """Return the caller with a token, given the fact that says what it opens.

    Raises Problem: 404 for strangers to a private game, 401 for an unknown token, 403 for another game's.
    """
    caller = Caller(game.id) if token is None else _find_caller(game, hash_of(token), opened)
    if token is not None and " " in token:  # a key without this seat sees what it would see alone
        caller = Caller(game.id) if caller is None else replace(caller, by_key=True)
    if caller is None and not game.table.opened.private:
        raise _stranger(ctx, game.id, token or "")
    if caller is None or (game.table.opened.private and caller.credential is None):
        raise not_found()
    if opened and caller.credential and caller.seat is not None:
        ctx.tokens.put((game.id, caller.credential), opened)
    return caller


def is_open(ctx: Context, caller: Caller) -> bool:
    """Return whether a caller's credential still opens something in the game; no earlier token of a player does."""
    if caller.acting is not None and not is_token(ctx, *caller.acting):
        return False
    return caller.credential is not None and bool(ctx.store.fact(caller.game, fact_names.token(caller.credential)))


def _find_caller(game: Game, credential: str, opened: bytes | None) -> Caller | None:
    if not opened:
        return None
    if opened == fact_names.OWNER:
        return Caller(game.id, is_owner=True, credential=credential)
    return _sitting(game, credential, opened)


def recall_seat(ctx: Context, game: Game, token: str | None) -> tuple[Caller, dict[str, bytes]] | None:
    """Return the caller whose token opened a seat when it was used last, and the fact that said so.

    The fact may have changed since: it must be `given` to the append of whatever the caller decides.
    """
    credential = hash_of(token or "")
    opened = ctx.tokens.get((game.id, credential))
    caller = _sitting(game, credential, opened) if opened else None
    return None if caller is None or opened is None else (caller, {fact_names.token(credential): opened})


def _sitting(game: Game, credential: str, opened: bytes) -> Caller | None:
    seat, holder = fact_names.parse_seat(opened) or (0, "")
    if not holder or not sits(game.table, seat, holder):
        return None
    if game.table.seats[seat].left == RESIGNED:
        return Caller(game.id, credential=credential, holder=holder, resigned=seat)
    return Caller(game.id, seat=seat, credential=credential, holder=holder)


def _meaning(ctx: Context, game: str, token: str) -> bytes:
    return ctx.store.fact(game, fact_key(token)) or b""


def sits(table: Table, number: int, holder: str) -> bool:
    """Return whether a seat still belongs to a holder, absent or not."""
    seat = table.seats[number]
    return seat.belongs_to in ("human", "bot") and seat.holder == holder


def _stranger(ctx: Context, game: str, token: str) -> Problem:
    other = token.partition(".")[0]
    try:
        check_game(other)
    except ValueError:
        return unknown("unknown_token")
    if other != game and _meaning(ctx, other, token):
        return forbidden("token_of_another_game", "token_of_this_game")
    return unknown("unknown_token")


def is_invited(ctx: Context, game: Game, invite: str | None) -> bool:
    """Return whether a player with this invitation may take a seat."""
    if not asks_for_invitation(game):
        return True
    return invite is not None and _meaning(ctx, game.id, invite) == fact_names.INVITE


def asks_for_invitation(game: Game) -> bool:
    """Return whether seats need an invitation: in private games, and in rematches, whose seats are kept."""
    return game.table.opened.private or bool(game.table.opened.rematch_of)


def invitation(game: Game) -> str | None:
    """Return a new invitation if the game needs one, valid once its fact is set; earlier ones stay valid."""
    return new_token(game.id) if asks_for_invitation(game) else None


def invite_fact(invite: str | None) -> dict[str, bytes]:
    """Return the fact that makes an invitation valid."""
    return {} if invite is None else {fact_key(invite): fact_names.INVITE}


def require_seat(caller: Caller) -> int:
    """Return the caller's seat; raises Problem: 401 without a token, 403 for the owner, 409 after resigning."""
    if caller.seat is None:
        require_part(caller)
        raise forbidden("owner_token", "seat_token")
    return caller.seat


def require_part(caller: Caller) -> None:
    """Raise Problem unless the caller has a seat or owns the game: 401 without a token, 409 after resigning."""
    if caller.resigned is not None:
        raise refusal("seat.resigned")
    if caller.credential is None:
        raise missing_credential("seat_token")


def require_player(game: Game, caller: Caller) -> int:
    """Return the caller's seat if they may act; raises Problem (409) if an agent plays it."""
    seat = require_seat(caller)
    if game.table.seats[seat].left:
        raise refusal("seat.absent")
    return seat


def require_owner(caller: Caller) -> None:
    """Raise Problem unless the caller owns the game: 401 without a token, 403 for a seat's."""
    if not caller.is_owner:
        raise forbidden("seat_token", "owner_token") if caller.credential else missing_credential("owner_token")


def by_whom(caller: Caller) -> int:
    """Return who a caller is in a move or a vote: their seat, or the OWNER."""
    return OWNER if caller.seat is None else caller.seat


def revoking_facts(facts: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    """Return the facts that revoke every token of a seat, and detach it from API keys and webhooks."""
    return dict.fromkeys(fact_names.of_seat(facts.items(), number), b"")


def issue_ticket(ctx: Context, caller: Caller) -> str:
    """Issue a ticket for the events of a game as this caller sees them."""
    ticket = secrets.token_urlsafe(32)
    acting = () if caller.acting is None else (caller.acting,)
    kept = orjson.dumps([caller.game, caller.credential, *([True, *acting] if caller.by_key else ())])
    hashed = hash_of(ticket)
    ctx.jobs.of(hashed).redis.set(keys.ticket(hashed), kept, ex=TICKET_S)
    return ticket


def redeem(ctx: Context, game: Game, ticket: str) -> Caller:
    """Use up a ticket and return the caller it was issued to.

    Raises Problem: 401 for one that is unknown, used or for another game; 404 if a private game must stay hidden.
    """
    budget.seal(is_upkeep=False)
    hashed = hash_of(ticket)
    kept = ctx.jobs.of(hashed).redis.getdel(keys.ticket(hashed))
    of_game, credential, *more = orjson.loads(kept) if isinstance(kept, bytes) else (None, None)
    if of_game == game.id and credential is None and not game.table.opened.private:
        return Caller(game.id)
    caller = None
    if of_game == game.id and credential:
        caller = _find_caller(game, credential, ctx.store.fact(game.id, fact_names.token(credential)))
    if caller is None:
        raise not_found() if game.table.opened.private else unknown("unknown_ticket")
    found = replace(caller, by_key=bool(more), acting=(more[1][0], more[1][1]) if more[1:] else None)
    if found.acting and not is_open(ctx, found):
        raise unknown("unknown_ticket")
    return found
