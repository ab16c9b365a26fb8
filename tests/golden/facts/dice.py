"""Reads the facts of a position of the dice game: the sheets, the dice, the boxes, and what is owed."""

from typing import Any

from tests.golden.facts.masks import numbers


def facts(state: Any) -> dict[str, Any]:
    """Return everything on the sheets and on the table; dice are counted by face."""
    return {
        "turn": [state.turn, state.active, state.rolls],
        "owed": [[frame.kind, numbers(frame.seats), frame.data] for frame in state.agenda],
        "dice": list(state.dice),
        "this_turn": [state.converted, state.built, state.fresh, state.gained],
        "roads": [numbers(mask) for mask in state.roads],
        "settlements": list(state.settlements),
        "cities": list(state.cities),
        "knights": list(state.knights),
        "jokers_used": [numbers(mask) for mask in state.used],
        "boxes": [list(boxes) for boxes in state.boxes],
        "points": [sum(boxes) for boxes in state.boxes],
        "winners": numbers(state.winners),
        "draws": list(state.draws),
    }


def board(state: Any) -> dict[str, Any]:
    """Return which seat began, and how the rules of jokers are read."""
    setting = state.setting
    return {"first": setting.first, "readings": [setting.one_joker_die, setting.joker_same_turn]}
