"""Reads the facts of a position of Goofspiel: cards, bids, points and prizes."""

from typing import Any

from tests.golden.facts.masks import numbers


def facts(state: Any) -> dict[str, Any]:
    """Return everything in the hands and on the table."""
    return {
        "turn": state.turn,
        "owed": [[frame.kind, numbers(frame.seats), frame.data] for frame in state.agenda],
        "prize": state.prize,
        "prizes": numbers(state.prizes),
        "cards": [numbers(mask) for mask in state.cards],
        "bids": list(state.bids),
        "points": list(state.points),
        "draws": list(state.draws),
    }
