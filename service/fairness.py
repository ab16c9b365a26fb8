"""Fairness: what was promised about chance at the beginning, and after the end all that is needed to check it."""

from typing import Any

from eventstore.records import StoredEvent
from service.causes import draw_document, read_cause
from service.context import Context
from service.games import Game
from service.words import say

_PAGE = 500


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
    return document | {"seed": opened.seed, "draws": _draws(ctx, game)}


def _draws(ctx: Context, game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = 0
    while after < game.version:
        page = ctx.store.read(game.id, after, game.version, _PAGE)
        after = page[-1].version
        for stored in page:
            found += _draws_of(stored)
    return found


def _draws_of(stored: StoredEvent) -> list[dict[str, Any]]:
    if stored.index:  # the events of a version share its header
        return []
    return [{"version": stored.version, **draw_document(draw)} for draw in read_cause(stored.header.cause).draws]
