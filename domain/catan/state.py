"""Holds the position of a game of Catan: flat lists by seat, masks over nodes and edges.

`Public` is what everyone at the table sees; `State` adds what is hidden, `knowledge.Knowledge` what one seat knows.
What changes in most turns is a list, written in place; what changes seldom is a tuple, replaced whole and shared by
copies.
"""

from typing import Final, NamedTuple, TypeAlias

from domain.catan.module_slices import Slice
from domain.catan.setting import SettingOf
from domain.catan.terms import CARDS, KINDS, NOBODY
from domain.core.agenda import Agenda
from domain.core.number_rows import Row, add
from domain.core.table_state import TableState

Setting: TypeAlias = SettingOf["Public", "State"]
"""What stays the same throughout a game."""


class Offer(NamedTuple):
    """Represents an open domestic offer: `seat` would give `give` for `take` to one seat of the mask `to`.

    It would take any one of `or_take` as well; `chosen` has the seats that agreed to one of these, each with its place
    there, from 1. The offer `answers` another one (0: none), and ends by itself at `expires_at`, in ms (0: it stands).
    """

    id: int
    seat: int
    give: tuple[int, ...]
    take: tuple[int, ...]
    to: int
    accepted: int = 0
    declined: int = 0
    or_take: tuple[tuple[int, ...], ...] = ()
    chosen: tuple[tuple[int, int], ...] = ()
    answers: int = 0
    expires_at: int = 0

    def agreed(self, seat: int) -> tuple[int, ...]:
        """Return what a seat that agreed to the offer would give."""
        for other, place in self.chosen:
            if other == seat:
                return self.or_take[place - 1]
        return self.take

    def is_plain(self) -> bool:
        """Return whether the offer wants one thing, answers no other, and does not end by itself."""
        return self[-len(PLAIN) :] == PLAIN


PLAIN: Final = ((), (), 0, 0)
"""The members of a plain offer after `declined`, which offers did not have at first."""


class Public(TableState):
    """Holds the public part of a position."""

    def __init__(self, setting: Setting, source: "Public | None" = None) -> None:
        if source is not None:
            self.copy_public(source)
        else:
            n = setting.seats
            self.setting = setting
            self.seats = n
            self.agenda: Agenda = ()
            self.active = NOBODY
            self.turn = 0
            self.dice = 0
            self.card_played = False
            self.robber = setting.robber
            self.longest_road = NOBODY
            self.largest_army = NOBODY
            self.winner = NOBODY
            self.next_offer = 1
            self.offers: tuple[Offer, ...] = ()
            self.bank: list[int] = []
            self.knights: Row = (0,) * n
            self.routes: Row = (0,) * n
            self.points = [0] * n
            self.roads = [0] * n
            self.settlements = [0] * n
            self.cities = [0] * n
            self.touched = [0] * n
            self.slices: dict[str, Slice] = {}
            self.road_total = 0
            self.blocked = 0
            self.known = [0] * (n * KINDS)  # what everyone can deduce of each hand: at least so many cards
            self.extra: Row = (0,) * (n * n * KINDS)  # what an observer (first index) knows beyond that

    def buildings(self, seat: int) -> int:
        """Return the nodes where a seat has a settlement or a city."""
        return self.settlements[seat] | self.cities[seat]

    def foreign(self, seat: int) -> int:
        """Return the nodes where others have a settlement or a city."""
        mask = 0
        for other in range(self.seats):
            if other != seat:
                mask |= self.settlements[other] | self.cities[other]
        return mask

    def roads_left(self, seat: int) -> int:
        """Return the road pieces in a seat's supply."""
        return self.setting.roads - self.roads[seat].bit_count()

    def settlements_left(self, seat: int) -> int:
        """Return the settlement pieces in a seat's supply."""
        return self.setting.settlements - self.settlements[seat].bit_count()

    def cities_left(self, seat: int) -> int:
        """Return the city pieces in a seat's supply."""
        return self.setting.cities - self.cities[seat].bit_count()

    def put_road(self, seat: int, edge: int) -> None:
        """Put a road of a seat on an edge."""
        self.roads[seat] |= 1 << edge
        self.road_total |= 1 << edge
        self.touched[seat] |= self.setting.board.topology.edge_mask[edge]

    def put_settlement(self, seat: int, node: int) -> None:
        """Put a settlement of a seat on a node; nothing can then be built on the nodes next to it."""
        self.settlements[seat] |= 1 << node
        self.blocked |= self.setting.board.topology.near[node]
        self.points[seat] += 1

    def lift_road(self, seat: int, edge: int) -> None:
        """Take a road of a seat from an edge."""
        self.roads[seat] &= ~(1 << edge)
        self.road_total &= ~(1 << edge)
        self.touched[seat] = self.setting.board.topology.ends(self.roads[seat])

    def copy_public(self, other: "Public") -> None:
        """Take over everything public from another position, as independent lists."""
        self.setting = other.setting
        self.seats = other.seats
        self.agenda = other.agenda
        self.active = other.active
        self.turn = other.turn
        self.dice = other.dice
        self.card_played = other.card_played
        self.robber = other.robber
        self.longest_road = other.longest_road
        self.largest_army = other.largest_army
        self.winner = other.winner
        self.next_offer = other.next_offer
        self.offers = other.offers
        self.bank = other.bank[:]
        self.knights = other.knights
        self.routes = other.routes
        self.points = other.points[:]
        self.roads = other.roads[:]
        self.settlements = other.settlements[:]
        self.cities = other.cities[:]
        self.touched = other.touched[:]
        self.slices = {name: part.copy() for name, part in other.slices.items()} if other.slices else other.slices
        self.road_total = other.road_total
        self.blocked = other.blocked
        self.known = other.known[:]
        self.extra = other.extra


class State(Public):
    """Represents the whole position, with every hand, the deck as a multiset, and the draw counters of chance."""

    def __init__(self, setting: Setting, source: "State | None" = None) -> None:
        super().__init__(setting, source)
        if source is None:
            n = setting.seats
            self.hands = [0] * (n * KINDS)
            self.cards: Row = (0,) * (n * len(CARDS))
            self.fresh: Row = (0,) * (n * len(CARDS))
            self.aside: Row = (0,) * (n * KINDS)
            self.deck: Row = ()
            self.draws = [0] * setting.rules.draws
        else:
            self.hands = source.hands[:]
            self.cards = source.cards
            self.fresh = source.fresh
            self.aside = source.aside
            self.deck = source.deck
            self.draws = source.draws[:]

    def copy(self) -> "State":
        """Return an independent copy; the setting is shared."""
        return State(self.setting, self)

    def add_card(self, seat: int, card: int, count: int) -> None:
        """Change how many unplayed development cards of a kind a seat holds."""
        self.cards = add(self.cards, seat * len(CARDS) + card, count)

    def draw_card(self, seat: int, card: int) -> None:
        """A development card of a kind goes from the deck to a seat, as one bought this turn."""
        self.deck = add(self.deck, card, -1)
        self.add_card(seat, card, 1)
        self.fresh = add(self.fresh, seat * len(CARDS) + card, 1)

    def hand(self, seat: int) -> list[int]:
        """Return a seat's resource cards by kind."""
        return self.hands[seat * KINDS : seat * KINDS + KINDS]

    def card(self, seat: int, card: int) -> int:
        """Return how many unplayed development cards of a kind a seat holds, bought this turn or before."""
        return self.cards[seat * len(CARDS) + card]
