"""Finds what the set-up of a hosted game laid out, for documents of its positions that do not tell it."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.http.access import caller_of, context
from service.problems import Problem
from service.records.positions import PLACE
from service.views.spectator_delay import standing


def missing_layout(document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the layout that a document leaves out, as far as the caller may see it; None if there is none."""
    return _layout_of(document["game"]["id"]) if "game" in document and "layout" not in document else None


def missing_layouts(wishes: Sequence[Any]) -> dict[str, Any]:
    """Return the layouts that unchecked documents leave out, by the games that they name."""
    found: dict[str, Any] = {}
    for wish in wishes:
        document = wish.get(PLACE) if isinstance(wish, dict) else None
        if not isinstance(document, dict) or "layout" in document:
            continue
        named = document.get("id") if "status" in document else document.get("game", {})
        game_id = named.get("id") if isinstance(named, dict) else named
        if isinstance(game_id, str) and game_id not in found:
            found[game_id] = _layout_of(game_id)
    return found


def _layout_of(game_id: str) -> Mapping[str, Any] | None:
    try:
        game = standing(context(), caller_of(game_id), None)
    except Problem:
        return None
    return None if game.position is None else game.ruleset.layout(game.position)
