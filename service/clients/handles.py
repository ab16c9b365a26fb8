"""Issues handles: what a language model holds in place of a seat's token.

A handle works at `/mcp` alone, and can be revoked without touching the token. The token is kept beside the game,
encrypted (AES-256-GCM) under a key derived from the handle, of which only the hash is stored. Whatever ends the token
ends the handle.
"""

import secrets
from dataclasses import dataclass
from hashlib import blake2b

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from eventstore.records import check_game
from service.clients import fact_names
from service.clients.tokens import hash_of
from service.game.context import Context

_SECRET_BYTES = 16
_NONCE = 12


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """Says which seat a handle opens, and with which token."""

    handle: str
    game: str
    seat: int
    token: str


def issue_handle(ctx: Context, game: str, seat: int, token: str) -> HeldSeat:
    """Issue a handle for a seat, valid until it is revoked, the token stops working or the game is removed."""
    handle = f"{game}-{seat}-{secrets.token_hex(_SECRET_BYTES)}"
    nonce, name = secrets.token_bytes(_NONCE), fact_names.handle(seat, hash_of(handle))
    kept = nonce + AESGCM(_key(handle)).encrypt(nonce, token.encode(), name.encode())
    ctx.store.set_facts(game, {name: kept})
    return HeldSeat(handle, game, seat, token)


def seat_behind(ctx: Context, handle: str) -> HeldSeat | None:
    """Return the seat that a handle opens; None if it is unknown or was revoked."""
    game, _, rest = handle.partition("-")
    seat, _, _ = rest.partition("-")
    if not (seat.isdecimal() and seat.isascii() and len(seat) == 1):
        return None
    try:
        check_game(game)
    except ValueError:
        return None
    name = fact_names.handle(int(seat), hash_of(handle))
    kept = ctx.store.fact(game, name)
    if not kept:
        return None
    try:
        token = AESGCM(_key(handle)).decrypt(kept[:_NONCE], kept[_NONCE:], name.encode()).decode()
    except InvalidTag:
        return None
    return HeldSeat(handle, game, int(seat), token)


def revoke_handle(ctx: Context, held: HeldSeat) -> None:
    """Let a handle open nothing any more; the seat's token stays valid."""
    ctx.store.set_facts(held.game, {name_of(held): b"", fact_names.last_view(name_of(held)): b""})


def name_of(held: HeldSeat) -> str:
    """Return the name of the fact that keeps a seat's token under its handle."""
    return fact_names.handle(held.seat, hash_of(held.handle))


def _key(handle: str) -> bytes:
    return blake2b(handle.encode(), digest_size=32, person=b"handle").digest()
