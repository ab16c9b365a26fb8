"""Makes position documents of the standard island of Catan from what other programs' files tell of it.

Such a file shows every hand, so the documents are whole. What follows from the rest, such as the bank and the lengths
of routes, is reckoned here. docs/positions.md specifies the document.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain.catan import maps
from domain.catan.board import Board
from domain.catan.chapters.longest_road import route_length
from domain.catan.terms import AWARD_POINTS, CARDS, CITIES, DECK, RESOURCES, ROADS, SETTLEMENTS, SUPPLY
from domain.catan.topology import Hex, Topology
from domain.core.masks import mask_of
from service.records.positions import EDITION

RULESET: Final = "catan"
MAP: Final = maps.DEFAULT
SEATS: Final = (3, 4)
"""The least and the most seats of a game on the standard island."""
COLORS: Final = ("white", "red", "blue", "orange")
AS_ELSEWHERE: Final = {"combined_trade_build": True, "steal_compulsory": True}
"""The options by which both programs play: trading and building alternate, and who can rob must."""


@dataclass(slots=True)
class Seated:
    """Holds what a seat has: the numbers of its edges and nodes, and its cards by name.

    `fresh` are the development cards that were bought in this turn, `played` those that lie open.
    """

    roads: list[int] = field(default_factory=list)
    settlements: list[int] = field(default_factory=list)
    cities: list[int] = field(default_factory=list)
    hand: Mapping[str, int] = field(default_factory=dict)
    cards: Mapping[str, int] = field(default_factory=dict)
    fresh: Mapping[str, int] = field(default_factory=dict)
    played: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Standing:
    """Holds a position on the standard island, as `PositionDocument` names its members."""

    seats: list[Seated]
    tiles: Sequence[Mapping[str, Any]]
    harbors: Sequence[Mapping[str, Any]]
    robber: Hex
    agenda: list[dict[str, Any]]
    turn: int = 0
    active: int | None = None
    dice: list[int] | None = None
    card_played: bool = False
    longest_road: int | None = None
    largest_army: int | None = None
    first: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    played_by_some: Mapping[str, int] = field(default_factory=dict)
    """The development cards that lie open, but the file does not say whose they were."""

    def document(self) -> dict[str, Any]:
        """Return the document; bank and deck have negative counts if the file has too many cards."""
        return {
            "edition": EDITION,
            "ruleset": RULESET,
            "map": MAP,
            "modules": [],
            "options": AS_ELSEWHERE | dict(self.options),
            "first": self.first,
            "layout": {"tiles": list(self.tiles), "harbors": list(self.harbors)},
            "state": self._state(),
        }

    def bank(self) -> dict[str, int]:
        """Return the resource cards that no hand holds."""
        return {name: SUPPLY - sum(seat.hand.get(name, 0) for seat in self.seats) for name in RESOURCES}

    def deck(self) -> dict[str, int]:
        """Return the development cards that no seat holds or has played."""
        due = dict(zip(CARDS, DECK, strict=True))
        known = {name: sum(_owned(seat, name) for seat in self.seats) for name in CARDS}
        return {name: due[name] - known[name] - self.played_by_some.get(name, 0) for name in CARDS}

    def _state(self) -> dict[str, Any]:
        played = {
            name: sum(seat.played.get(name, 0) for seat in self.seats) + self.played_by_some.get(name, 0)
            for name in CARDS
        }
        return {
            "turn": self.turn,
            "active": self.active,
            "dice": self.dice,
            "card_played": self.card_played,
            "robber": maps.places(MAP, len(self.seats)).index(self.robber),
            "longest_road": self.longest_road,
            "largest_army": self.largest_army,
            "bank": self.bank(),
            "deck": sum(self.deck().values()),
            "played_cards": played,
            "agenda": self.agenda,
            "offers": [],
            "seats": [self._seat(number) for number in range(len(self.seats))],
        }

    def _seat(self, number: int) -> dict[str, Any]:
        own = self.seats[number]
        nothing, hand = dict.fromkeys(RESOURCES, 0), {name: own.hand.get(name, 0) for name in RESOURCES}
        cards = {name: own.cards.get(name, 0) for name in CARDS}
        awards = AWARD_POINTS * [self.longest_road, self.largest_army].count(number)
        points = len(own.settlements) + 2 * len(own.cities) + awards
        hidden = cards["victory_point"]
        return {
            "seat": number,
            "color": COLORS[number],
            "points": points if self.agenda else points + hidden,
            "resource_count": sum(hand.values()),
            "development_card_count": sum(cards.values()),
            "knights": own.played.get("knight", 0),
            "route_length": self._route(number),
            "roads": sorted(own.roads),
            "settlements": sorted(own.settlements),
            "cities": sorted(own.cities),
            "supply": {
                "roads": ROADS - len(own.roads),
                "settlements": SETTLEMENTS - len(own.settlements),
                "cities": CITIES - len(own.cities),
            },
            "discarded": 0,
            "at_least": nothing if self.agenda else hand,
            "at_most": hand,
            "resources": hand,
            "development_cards": cards,
            "bought_this_turn": {name: own.fresh.get(name, 0) for name in CARDS},
            "discarding": nothing,
            "own_points": points + hidden,
        }

    def _route(self, number: int) -> int:
        own = self.seats[number]
        walls = mask_of([node for seat in self.seats if seat is not own for node in (*seat.settlements, *seat.cities)])
        return route_length(Board(topology(len(self.seats)), (), (), (), ()), mask_of(own.roads), walls)


def _owned(seat: Seated, card: str) -> int:
    return seat.cards.get(card, 0) + seat.played.get(card, 0)


def topology(seats: int) -> Topology:
    """Return the graph of the standard island."""
    return maps.topology_of(MAP, seats)


def places(seats: int) -> tuple[Hex, ...]:
    """Return the hexes of the standard island in the order of their numbers."""
    return maps.places(MAP, seats)


def found_settlement(seat: int, step: int) -> dict[str, Any]:
    """Return the frame of a seat that founds a settlement; steps count from 0 over all seats and back."""
    return {"frame": "found_settlement", "seats": [seat], "step": step}
