"""Fairness: what was promised about chance at the beginning, and after the end all that is needed to check it."""

from hashlib import sha256
from typing import Any

from eventstore.records import StoredEvent
from service.game.causes import draw_document, read_cause
from service.game.context import Context
from service.game.games import Game
from service.table.events import SeedRevealed, TableOpened
from service.texts.words import say

_PAGE = 500


def commitment_to(seed: bytes, salt: bytes) -> str:
    """What is shown of a seed before the end; without a salt one that can be guessed could be told from it."""
    return sha256(salt + seed).hexdigest()


def revealed(opened: TableOpened) -> SeedRevealed:
    """The event that shows the seed of a game that is over, and the salt with which it was promised."""
    return SeedRevealed(opened.seed, opened.salt)


def proof_of(opened: TableOpened) -> dict[str, str]:
    """The seed of a game that is over; and its salt, where it has one."""
    return {"seed": opened.seed} | ({"salt": opened.salt} if opened.salt else {})


def fairness_document(ctx: Context, game: Game, language: str) -> dict[str, Any]:
    """The commitment and the recipe; the seed and every draw, abandoned lines included, once the game is over."""
    opened = game.table.opened
    document: dict[str, Any] = {
        "id": game.id,
        "version": game.version,
        "algorithm": opened.chance,
        "commitment": opened.commitment,
        "unfair": opened.unfair,
        "entropies": list(game.table.entropies),
        "recipe": say("recipe", None, language),
    }
    if not game.table.finished:
        return document
    return document | proof_of(opened) | {"draws": _draws(ctx, game)}


def _draws(ctx: Context, game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = 0
    while after < game.version:
        with ctx.games.reading(game.id):
            page = ctx.store.read(game.id, after, game.version, _PAGE)
        after = page[-1].version
        for stored in page:
            found += _draws_of(stored)
    return found


def _draws_of(stored: StoredEvent) -> list[dict[str, Any]]:
    if stored.index:  # the events of a version share its header
        return []
    return [{"version": stored.version, **draw_document(draw)} for draw in read_cause(stored.header.cause).draws]
