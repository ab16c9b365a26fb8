"""What a seat's own stream says of its turn: what its legal actions and `me/pending` tell at a version, no more."""

from hashlib import blake2b
from typing import Any, Final

import orjson

from service.game.debts import debts_of
from service.game.games import Game
from service.views.legal_actions import actions_document, must_act, outline

SIGN_BYTES: Final = 16


def turn_document(game: Game, seat: int, legal_in: str | None = None) -> dict[str, Any]:
    """Whether a game waits for a seat; with all that the seat may do where `legal_in` names a language."""
    told: dict[str, Any] = {"version": game.version, "must_act": must_act(game, seat)}
    return told if legal_in is None else told | {"legal": actions_document(game, seat, legal_in)}


def sign_of(game: Game, seat: int) -> bytes:
    """Stands for what a seat owes and may do: it is another one where that has changed.

    A seat that acted and owes the same again was asked anew, and so were all by a move of the head and after a pause.
    """
    owed = [(debt.frame, debt.must, debt.asked) for debt in debts_of(game, [seat])]
    return blake2b(orjson.dumps([owed, outline(game, seat)]), digest_size=SIGN_BYTES).digest()
