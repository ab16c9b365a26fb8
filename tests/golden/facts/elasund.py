"""Reads the facts of a position of Elasund: hands, buildings, permits, walls, church, tracks, and what is owed."""

from typing import Any

from tests.golden.facts.masks import numbers, rows


def facts(state: Any) -> dict[str, Any]:
    """Return everything on the board and in the hands; cards, pieces and squares are given by their numbers."""
    seats = state.seats
    return {
        "turn": [state.turn, state.active, state.dice, state.builds],
        "owed": [[frame.kind, numbers(frame.seats), frame.data] for frame in state.agenda],
        "ship": state.ship,
        "bank": state.bank,
        "gold": list(state.gold),
        "influence": rows(state.influence, seats),
        "aside": rows(state.aside, seats),
        "deck": list(state.deck),
        "discards": list(state.discards),
        "pool": list(state.pool),
        "pieces": [
            [piece, state.holders[piece], anchor, state.cubes[piece]]
            for piece, anchor in enumerate(state.anchors)
            if anchor >= 0
        ],
        "permits": rows(state.permits, seats),
        "walls": [[wall.space, wall.seat, wall.tile, wall.cube] for wall in state.walls],
        "growth": list(state.growth),
        "towers": list(state.towers),
        "church": [numbers(state.church), state.church_corner, list(state.church_owners), state.church_cubes],
        "church_hidden": [state.church_first, list(state.pair), state.bottom],
        "trade": list(state.trade),
        "track": [numbers(mask) for mask in state.track],
        "points": list(state.points),
        "winners": list(state.winners),
        "draws": list(state.draws),
    }
