"""Renders the turn on a seat's own stream, limited to what legal actions and `me/pending` show at a version."""

from hashlib import blake2b
from typing import Any, Final

import orjson

from service.game.debts import debts_of
from service.game.games import Game
from service.views.legal_actions import actions_document, must_act, outline

SIGN_BYTES: Final = 16


def turn_document(game: Game, seat: int, legal_in: str | None = None) -> dict[str, Any]:
    """Return whether the game waits for the seat, with all legal actions if `legal_in` names a language."""
    document: dict[str, Any] = {"version": game.version, "must_act": must_act(game, seat)}
    return document if legal_in is None else document | {"legal": actions_document(game, seat, legal_in)}


def sign_of(game: Game, seat: int) -> bytes:
    """Return a hash of a seat's debts and legal actions, which changes whenever these do.

    If a seat has acted and owes the same again, the debt is a new one; so is every debt after a move of the head or a
    pause.
    """
    owed = [(debt.frame, debt.must, debt.asked) for debt in debts_of(game, [seat])]
    return blake2b(orjson.dumps([owed, outline(game, seat)]), digest_size=SIGN_BYTES).digest()
