"""Reads the facts of a position of Catan: hands, cards, pieces, points, what is owed, and what each module keeps."""

from typing import Any

from tests.golden.facts.masks import numbers, rows
from tests.modules import part_of


def facts(state: Any) -> dict[str, Any]:
    """Return everything that players could check by looking; cards and resources are given by their numbers."""
    seats = state.seats
    return {
        "turn": [state.turn, state.active, state.dice, state.card_played],
        "owed": [[frame.kind, numbers(frame.seats), frame.data] for frame in state.agenda],
        "bank": list(state.bank),
        "hands": rows(state.hands, seats),
        "aside": rows(state.aside, seats),
        "deck": list(state.deck),
        "cards": rows(state.cards, seats),
        "fresh": rows(state.fresh, seats),
        "offers": [_offer(offer) for offer in state.offers],
        "next_offer": state.next_offer,
        "roads": [numbers(mask) for mask in state.roads],
        "settlements": [numbers(mask) for mask in state.settlements],
        "cities": [numbers(mask) for mask in state.cities],
        "robber": state.robber,
        "points": list(state.points),
        "knights": list(state.knights),
        "routes": list(state.routes),
        "longest_road": state.longest_road,
        "largest_army": state.largest_army,
        "winner": state.winner,
        "draws": list(state.draws),
        "modules": {name: dict(part_of(name).facts(part)) for name, part in sorted(state.slices.items())},
    }


def board(state: Any) -> dict[str, Any]:
    """Return what was laid at the start, and the points to win."""
    laid = state.setting.board
    return {
        "terrain": list(laid.terrain),
        "tokens": list(laid.tokens),
        "harbors": [list(pair) for pair in zip(laid.harbor_edges, laid.harbor_kinds, strict=True)],
        "first": state.setting.first,
        "target": state.setting.target,
        "hand_limit": state.setting.hand_limit,
    }


def _offer(offer: Any) -> list[Any]:
    to, accepted, declined = numbers(offer.to), numbers(offer.accepted), numbers(offer.declined)
    return [offer.id, offer.seat, list(offer.give), list(offer.take), to, accepted, declined]
