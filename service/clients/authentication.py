"""Who is calling: tokens of 256 random bits, of which only hashes are kept, beside the log.

A token names its game, so that a token of another game is told apart from an unknown one. The fact under its hash says
what it opens; a seat's token counts only while the holder that it names sits there.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from eventstore.store import check_game
from service.clients import fact_names
from service.clients.hashes import hash_of
from service.game.context import Context
from service.game.games import Game
from service.problems import Problem, forbidden, not_found, refused, unauthorized, unknown
from service.table.events import OWNER
from service.table.seats import RESIGNED
from service.table.state import Table

_HOLDER_BYTES: Final = 6


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks about a game: a seat, its owner, or a spectator (neither); `credential` is the hash of the token.

    `holder` names the sitting of a seat. Whoever `resigned` from a seat is a spectator from then on.
    """

    game: str
    seat: int | None = None
    is_owner: bool = False
    credential: str | None = None
    holder: str = ""
    resigned: int | None = None

    @property
    def sat(self) -> int | None:
        """The seat that is the caller's or was until they resigned."""
        return self.seat if self.resigned is None else self.resigned


def new_token(game: str) -> str:
    """A token of a game, to be shown once."""
    return f"{game}.{secrets.token_urlsafe(32)}"


def new_holder() -> str:
    """The name of a new sitting."""
    return secrets.token_hex(_HOLDER_BYTES)


def fact_key(token: str) -> str:
    """Where beside the log stands what a token opens."""
    return fact_names.token(hash_of(token))


def authenticate(ctx: Context, game: Game, token: str | None) -> Caller:
    """Who is calling. A private game is 404 to strangers; else 401 for an unknown token, 403 for another game's."""
    caller = Caller(game.id) if token is None else caller_with(ctx, game, hash_of(token))
    if caller is None and not game.table.opened.private:
        raise _stranger(ctx, game.id, token or "")
    if caller is None or (game.table.opened.private and caller.credential is None):
        raise not_found()
    return caller


def caller_with(ctx: Context, game: Game, credential: str) -> Caller | None:
    """Who holds the token of this hash; None when it opens nothing in this game."""
    opened = ctx.store.fact(game.id, fact_names.token(credential)) or b""
    if opened == fact_names.OWNER:
        return Caller(game.id, is_owner=True, credential=credential)
    seat, holder = fact_names.opened_seat(opened) or (0, "")
    return _caller_on(game, seat, credential, holder) if holder and sits(game.table, seat, holder) else None


def _caller_on(game: Game, seat: int, credential: str, holder: str) -> Caller:
    if game.table.seats[seat].left == RESIGNED:
        return Caller(game.id, credential=credential, holder=holder, resigned=seat)
    return Caller(game.id, seat=seat, credential=credential, holder=holder)


def _meaning(ctx: Context, game: str, token: str) -> bytes:
    return ctx.store.fact(game, fact_key(token)) or b""


def sits(table: Table, number: int, holder: str) -> bool:
    """Whether a seat is still that of a holder, absent or not."""
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
    """Whether somebody who holds this invitation may take a seat."""
    if not asks_for_invitation(game):
        return True
    return invite is not None and _meaning(ctx, game.id, invite) == fact_names.INVITE


def asks_for_invitation(game: Game) -> bool:
    """Whether seats are for those who were invited: a public game's only where they are kept for a rematch."""
    return game.table.opened.private or bool(game.table.opened.rematch_of)


def invitation(game: Game) -> str | None:
    """A new invitation to a game that asks for one, good once its fact is set; those given before stay good."""
    return new_token(game.id) if asks_for_invitation(game) else None


def invite_fact(invite: str | None) -> dict[str, bytes]:
    """What stands beside the log of a game for an invitation to it."""
    return {} if invite is None else {fact_key(invite): fact_names.INVITE}


def require_seat(caller: Caller) -> int:
    """The caller's seat; 401 without a token, 403 for the owner, 409 for whoever resigned."""
    if caller.seat is None:
        require_part(caller)
        raise forbidden("owner_token", "seat_token")
    return caller.seat


def require_part(caller: Caller) -> None:
    """Raise Problem unless the caller has a seat or owns the game: 401 without a token, 409 for whoever resigned."""
    if caller.resigned is not None:
        raise refused("seat.resigned")
    if caller.credential is None:
        raise unauthorized("seat_token")


def require_player(game: Game, caller: Caller) -> int:
    """The caller's seat, for an act; 409 for somebody whose seat an agent plays."""
    seat = require_seat(caller)
    if game.table.seats[seat].left:
        raise refused("seat.absent")
    return seat


def require_owner(caller: Caller) -> None:
    """401 without a token, 403 for a seat's."""
    if not caller.is_owner:
        raise forbidden("seat_token", "owner_token") if caller.credential else unauthorized("owner_token")


def by_whom(caller: Caller) -> int:
    """Who a caller is in a move or a vote: its seat, or the OWNER."""
    return OWNER if caller.seat is None else caller.seat


def forgotten(facts: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    """The facts to set when every token of a seat dies, and it belongs to no API key and no webhook any more."""
    return dict.fromkeys(fact_names.of_seat(facts.items(), number), b"")
