"""Hides what a seat may not see: what it knows is built from a whitelist, and rendered as JSON."""

from collections.abc import Sequence

from domain.catan.belief import Belief
from domain.catan.hands import alone_knows, bounds_of
from domain.catan.state import Offer, Public, State
from domain.catan.terms import CARDS, KINDS, NOBODY, RESOURCES, VICTORY_POINT
from domain.catan.wares import name_goods
from domain.core.documents import JsonObject, by_name, show_seat
from domain.core.masks import bits
from domain.core.table_state import SPECTATOR


class Knowledge(Public):
    """Holds a position as one seat (or SPECTATOR) knows it: the public layout, the own cards, and counts of the rest.

    Bounds of the other hands are computed on first use, from what stands here alone. `belief` is what the seat can
    conclude from all that led here, if the host of the game has put it there.
    """

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state.setting, state)
        n = state.seats
        self.seat = seat
        self.extra = alone_knows(state, seat)
        self.finished = state.winner != NOBODY
        self.hand_sizes = [sum(state.hand(s)) for s in range(n)]
        self.aside_sizes = [sum(state.aside[s * KINDS : s * KINDS + KINDS]) for s in range(n)]
        self.card_counts = [sum(state.cards[s * len(CARDS) : (s + 1) * len(CARDS)]) for s in range(n)]
        self.fresh_counts = [sum(state.fresh[s * len(CARDS) : (s + 1) * len(CARDS)]) for s in range(n)]
        self.deck_size = sum(state.deck)
        held = [sum(state.cards[card :: len(CARDS)]) for card in range(len(CARDS))]
        # played are those that left the deck openly: knights and used progress cards
        self.played = [state.setting.deck[card] - state.deck[card] - held[card] for card in range(len(CARDS))]
        own = seat != SPECTATOR
        at = seat * len(CARDS)
        self.hand = state.hand(seat) if own else [0] * KINDS
        self.aside = state.aside[seat * KINDS : seat * KINDS + KINDS] if own else (0,) * KINDS
        self.cards = state.cards[at : at + len(CARDS)] if own else (0,) * len(CARDS)
        self.fresh = state.fresh[at : at + len(CARDS)] if own else (0,) * len(CARDS)
        self.shown = state.cards if self.finished else ()
        self.slices = {name: part.observed(seat) for name, part in state.slices.items()}
        self.belief: Belief | None = None
        self._lows: list[int] | None = None
        self._highs: list[int] | None = None

    @property
    def lows(self) -> list[int]:
        """Return how many cards at least lie in each hand, flat by seat and kind."""
        if self._lows is None:
            pledges = [cards for cards in (part.pledged(self) for part in self.slices.values()) if cards]
            self._lows = [low for seat in range(self.seats) for low in self._lows_of(seat, pledges)]
        return self._lows

    @property
    def highs(self) -> list[int]:
        """Return how many cards at most lie in each hand, flat by seat and kind."""
        if self._highs is None:
            in_all = [sum(self.lows[kind::KINDS]) for kind in range(KINDS)]
            self._highs = [high for seat in range(self.seats) for high in self._highs_of(seat, in_all)]
        return self._highs

    def _lows_of(self, seat: int, pledges: Sequence[Sequence[int]]) -> Sequence[int]:
        """Return how many cards of each kind a seat holds at least; `pledges` are those shown while something waits."""
        if seat == self.seat:
            return self.hand
        at, aside = seat * KINDS, self.aside_sizes[seat]
        lows = bounds_of(self, self.seat, seat)
        shown = [cards[at : at + KINDS] for cards in pledges]
        for offer in self.offers:
            if offer.seat == seat:
                shown.append(offer.give)
            elif offer.accepted >> seat & 1:
                shown.append(offer.agreed(seat))
        if not aside and not shown:
            return lows
        return [max(low - aside, 0, *[cards[kind] for cards in shown]) for kind, low in enumerate(lows)]

    def _highs_of(self, seat: int, in_all: Sequence[int]) -> Sequence[int]:
        """Return how many cards of each kind a seat holds at most, given the hand's size, the bank and all hands.

        `in_all` says how many cards of each kind all hands hold at least.
        """
        if seat == self.seat:
            return self.hand
        at = seat * KINDS
        lows, supply = self.lows[at : at + KINDS], self.setting.supply
        free = self.hand_sizes[seat] - sum(lows)
        return [
            low + min(free, supply - banked - least - aside)
            for low, banked, least, aside in zip(lows, self.bank, in_all, self.aside, strict=True)
        ]


def render(k: Knowledge) -> JsonObject:
    """Return knowledge as the JSON of a view."""
    return {
        "turn": k.turn,
        "active": show_seat(k.active),
        "dice": list(divmod(k.dice, 10)) if k.dice else None,
        "card_played": k.card_played,
        "robber": k.robber,
        "longest_road": show_seat(k.longest_road),
        "largest_army": show_seat(k.largest_army),
        "bank": by_name(RESOURCES, k.bank),
        "deck": k.deck_size,
        "played_cards": by_name(CARDS, k.played),
        "agenda": k.setting.rules.frame_table.documents(k.agenda),
        "offers": [
            {
                "offer": offer.id,
                "seat": offer.seat,
                "give": name_goods(k.setting.rules.wares, offer.give),
                "take": name_goods(k.setting.rules.wares, offer.take),
                "to": bits(offer.to),
                "accepted": bits(offer.accepted),
                "declined": bits(offer.declined),
                **_render_more(k, offer),
            }
            for offer in k.offers
        ],
        "seats": [_render_seat(k, seat) for seat in range(k.seats)],
        **{name.replace("-", "_"): part.render(k, k.seat) for name, part in k.slices.items()},
    }


def _render_more(k: Knowledge, offer: Offer) -> JsonObject:
    """Return the members of an offer that plain ones do not have."""
    if offer.is_plain():
        return {}
    wares = k.setting.rules.wares
    shown: JsonObject = {}
    if offer.or_take:
        shown["or_take"] = [name_goods(wares, goods) for goods in offer.or_take]
    if offer.chosen:
        shown["chosen"] = [
            {"seat": seat, "give": name_goods(wares, offer.or_take[place - 1])} for seat, place in offer.chosen
        ]
    if offer.answers:
        shown["answers"] = offer.answers
    if offer.expires_at:
        shown["expires_at"] = offer.expires_at
    return shown


def _render_seat(k: Knowledge, seat: int) -> JsonObject:
    """Return one seat: what lies open, and the cards where the caller may see them."""
    at = seat * KINDS
    shown: JsonObject = {
        "seat": seat,
        "color": k.setting.colors[seat],
        "points": k.points[seat],
        "resource_count": k.hand_sizes[seat],
        "development_card_count": k.card_counts[seat],
        "knights": k.knights[seat],
        "route_length": k.routes[seat],
        "roads": bits(k.roads[seat]),
        "settlements": bits(k.settlements[seat]),
        "cities": bits(k.cities[seat]),
        "supply": {
            "roads": k.roads_left(seat),
            "settlements": k.settlements_left(seat),
            "cities": k.cities_left(seat),
        },
        "discarded": k.aside_sizes[seat],
        "at_least": by_name(RESOURCES, k.lows[at : at + KINDS]),
        "at_most": by_name(RESOURCES, k.highs[at : at + KINDS]),
    }
    if k.finished:  # then the secrets of all are shown
        cards = k.shown[seat * len(CARDS) : (seat + 1) * len(CARDS)]
        shown["resources"] = by_name(RESOURCES, k.lows[at : at + KINDS])
        shown["development_cards"] = by_name(CARDS, cards)
    elif seat == k.seat:
        shown["resources"] = by_name(RESOURCES, k.hand)
        shown["development_cards"] = by_name(CARDS, k.cards)
        shown["bought_this_turn"] = by_name(CARDS, k.fresh)
        shown["discarding"] = by_name(RESOURCES, k.aside)
        shown["own_points"] = k.points[seat] + k.cards[VICTORY_POINT]
    elif k.fresh_counts[seat]:
        shown["bought_count"] = k.fresh_counts[seat]
    if not k.finished:
        _add_untold_bounds(k, seat, shown)
    return shown


def inferred_bounds(least: Sequence[int], aside: int) -> list[int]:
    """Return what stays known of a hand once its offers and discards are over, as far as `at_least` shows it."""
    return [count + aside if count else 0 for count in least]


def _add_untold_bounds(k: Knowledge, seat: int, shown: JsonObject) -> None:
    """Show what stays known of a hand, to the observer and to everybody, where `at_least` does not show it."""
    at = seat * KINDS
    public = list(k.known[at : at + KINDS])
    if seat == k.seat:
        if any(public):
            shown["public_at_least"] = by_name(RESOURCES, public)
        return
    least = k.lows[at : at + KINDS]
    lasting = bounds_of(k, k.seat, seat)
    if lasting != (inferred_bounds(least, k.aside_sizes[seat]) if k.aside_sizes[seat] else least):
        shown["lasting_at_least"] = by_name(RESOURCES, lasting)
    if public != lasting:
        shown["public_at_least"] = by_name(RESOURCES, public)
