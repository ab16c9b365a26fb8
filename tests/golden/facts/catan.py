"""Reads the facts of a position of Catan: hands, cards, pieces, points, what is owed, and what each module keeps."""

from collections.abc import Callable
from typing import Any, Final

from tests.golden.facts.masks import numbers, rows


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
        "modules": {name: _PARTS[name](part) for name, part in sorted(state.slices.items())},
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


def _favors(part: Any) -> dict[str, Any]:
    deeds = part.latest()
    return {
        "supply": list(part.supply),
        "held": rows(part.held, part.seats),
        "fresh": rows(deeds.fresh, part.seats),
        "used": list(part.used),
        "catan_tokens": list(part.catan_tokens),
        "turn": [deeds.turn, deeds.spent, deeds.swaps, deeds.given, numbers(deeds.asked)],
        "contacts": [_contact(contact) for contact in part.contacts],
    }


def _contact(contact: Any) -> list[Any]:
    own = [contact.seat, numbers(contact.roads), numbers(contact.buildings)]
    return [*own, contact.other, numbers(contact.other_roads), numbers(contact.other_buildings)]


def _helpers(part: Any) -> dict[str, Any]:
    return {
        "helpers": list(part.helpers),
        "sides": list(part.sides),
        "taken": list(part.taken),
        "used": list(part.used),
        "rate": [part.rate_seat, part.rate_kind],
        "looking": [part.looker, part.count, list(part.looked)],
    }


def _canal(part: Any) -> dict[str, Any]:
    links = [sorted(list(pair) for pair in pairs) for pairs in part.linked]
    return {"supply": part.supply, "held": list(part.held), "used": part.used, "links": links}


def _towns(part: Any) -> dict[str, Any]:
    return {"tokens": numbers(part.tokens), "taken": list(part.taken)}


def _dice_deck(part: Any) -> dict[str, Any]:
    return {"left": list(part.left)}


_PARTS: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {
    "favors": _favors,
    "helpers": _helpers,
    "erie-canal": _canal,
    "towns": _towns,
    "dice-deck": _dice_deck,
}
