"""Lets tests look at games as the routes do, for callers whose tokens are known already."""

from typing import Any

import orjson

from service.clients.authentication import Caller
from service.game.context import Context
from service.pictures.drawing import picture_of
from service.views.fairness import fairness_document
from service.views.game_view import is_settled, view_document
from service.views.newest_views import Body, Newest, Sight
from service.views.spectator_delay import standing, visible


def view(ctx: Context, caller: Caller, version: int | None = None) -> dict[str, Any]:
    """Return the game as the caller may see it, now or right after a version; raises Problem (404) for one to come."""
    if version is not None:
        return view_document(ctx, standing(ctx, caller, version), caller, is_newest=False)
    return _read(Newest(ctx).view(_sight(ctx, caller)))


def legal_actions(ctx: Context, caller: Caller, language: str) -> dict[str, Any]:
    """List everything that the caller's seat may do now; nothing without a seat or after the end."""
    return _read(Newest(ctx).legal_actions(_sight(ctx, caller), language))


def picture(ctx: Context, caller: Caller, language: str, version: int | None = None) -> bytes:
    """Draw the game as the caller may see it, as SVG; raises Problem: 404 as for a view, 409 before it is set up."""
    return picture_of(ctx, standing(ctx, caller, version), caller.seat, language)


def fairness(ctx: Context, caller: Caller, language: str) -> dict[str, Any]:
    """Return the commitment to a game's chance, and after its end the proof."""
    return fairness_document(ctx, visible(ctx, caller), language)


def _sight(ctx: Context, caller: Caller) -> Sight:
    game = visible(ctx, caller)
    return Sight(game, caller, ctx.store.names(game.id), is_settled(game), None)


def _read(body: Body) -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(body.json)
    return document
