"""Restores the cards of a position: those that a document shows, and hidden ones where they fit."""

from collections.abc import Sequence

from domain.catan.knowledge import inferred_bounds
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, NOBODY, RESOURCES
from domain.core.documents import Document
from domain.core.errors import Unsound


def place_hands(state: State, shown: Document, observer: int) -> None:
    """Place the resource cards: those shown, those that a hand holds at least, and the rest of the supply."""
    seats = shown["seats"]
    bounds = [_lasting_bounds(one) for one in seats]
    for seat, one in enumerate(seats):
        at, own = seat * KINDS, one.get("resources")
        least = [one["at_least"][name] for name in RESOURCES]
        held = [own[name] for name in RESOURCES] if own else least
        if own and sum(held) != one["resource_count"]:
            raise Unsound("count", f"/seats/{seat}/resource_count", found=sum(held), due=one["resource_count"])
        state.hands[at : at + KINDS] = held
        is_secret = own is not None and state.winner == NOBODY
        public = _named_counts(one, "public_at_least", [0] * KINDS if is_secret else bounds[seat])
        state.known[at : at + KINDS] = public
        if observer not in (NOBODY, seat):
            _note_beyond(state, observer, seat, bounds[seat])
    aside = [list(_shown_aside(one)) for one in seats]
    pool = _count_pool(state, aside)
    lacking = [_count_lacking(state, seat, one, aside[seat]) for seat, one in enumerate(seats)]
    for seat in range(len(seats)):
        lacking[seat] -= _place_known(state, seat, bounds[seat], lacking[seat], pool)
    for seat, one in enumerate(seats):
        _fill_hand(state, seat, lacking[seat], pool)
        _lay_aside(state, seat, one, aside[seat])
    if pool:
        raise Unsound("resources", "/bank", found=len(pool))
    state.aside = tuple([count for row in aside for count in row])


def _lasting_bounds(one: Document) -> list[int]:
    """Return how many cards of each kind a seat has at least, in its hand and laid aside, whatever it offers."""
    least = [one["at_least"][name] for name in RESOURCES]
    return _named_counts(one, "lasting_at_least", inferred_bounds(least, one["discarded"]))


def _named_counts(one: Document, name: str, usual: list[int]) -> list[int]:
    return [one[name][kind] for kind in RESOURCES] if name in one else usual


def _note_beyond(state: State, observer: int, seat: int, bounds: Sequence[int]) -> None:
    """Let an observer alone know what it knows of a hand beyond all others; raises Unsound if others know more."""
    at = seat * KINDS
    beyond = [count - public for count, public in zip(bounds, state.known[at : at + KINDS], strict=True)]
    if min(beyond) < 0:
        raise Unsound("known", f"/seats/{seat}/public_at_least", seat=seat)
    if any(beyond):
        first = (observer * state.seats + seat) * KINDS
        state.extra = (*state.extra[:first], *beyond, *state.extra[first + KINDS :])


def _shown_aside(one: Document) -> list[int]:
    aside = one.get("discarding")
    return [aside[name] for name in RESOURCES] if aside else [0] * KINDS


def _count_pool(state: State, aside: Sequence[Sequence[int]]) -> list[int]:
    """Return the kinds of the cards whose place is not shown; raises Unsound if more are shown than there are."""
    pool: list[int] = []
    for kind, name in enumerate(RESOURCES):
        placed = state.bank[kind] + sum(state.hands[kind::KINDS]) + sum([row[kind] for row in aside])
        if placed > state.setting.supply:
            raise Unsound("cards", f"/bank/{name}", card=name, found=placed, due=state.setting.supply)
        pool += [kind] * (state.setting.supply - placed)
    return pool


def _count_lacking(state: State, seat: int, one: Document, aside: Sequence[int]) -> int:
    """Return how many cards are not placed yet of a hand and of what it has laid aside; it may be too few, below 0."""
    at = seat * KINDS
    return int(one["resource_count"] + one["discarded"] - sum(state.hands[at : at + KINDS]) - sum(aside))


def _place_known(state: State, seat: int, bounds: Sequence[int], lacking: int, pool: list[int]) -> int:
    """Put from the pool what a seat must have; return how many cards these are."""
    placed = 0
    for kind, count in enumerate(bounds):
        while placed < lacking and state.hands[seat * KINDS + kind] < count and kind in pool:
            pool.remove(kind)
            state.hands[seat * KINDS + kind] += 1
            placed += 1
    return placed


def _fill_hand(state: State, seat: int, lacking: int, pool: list[int]) -> None:
    """Take what a hand, and what it has laid aside, still lack of their sizes from the pool; raises Unsound."""
    if not 0 <= lacking <= len(pool):
        raise Unsound("resources", f"/seats/{seat}/resource_count", found=len(pool))
    for _ in range(lacking):
        state.hands[seat * KINDS + pool.pop()] += 1


def _lay_aside(state: State, seat: int, one: Document, aside: list[int]) -> None:
    """Lay aside what a hand has more than it holds, where that is hidden."""
    at, size = seat * KINDS, one["resource_count"]
    least = [one["at_least"][name] for name in RESOURCES]
    while sum(state.hands[at : at + KINDS]) > size:
        kind = max(range(KINDS), key=lambda kind: state.hands[at + kind] - least[kind])
        state.hands[at + kind] -= 1
        aside[kind] += 1


def place_development_cards(state: State, shown: Document) -> None:
    """Place the development cards: those shown, then others, victory points last; the rest is the deck."""
    played = [shown["played_cards"][name] for name in CARDS]
    seen = [sum(column) for column in zip(*_seen_in_deck(state), strict=True)]
    left = [count - gone for count, gone in zip(state.setting.deck, played, strict=True)]
    hands = [_shown_cards(one, "development_cards") for one in shown["seats"]]
    for card, name in enumerate(CARDS):
        left[card] -= sum([hand[card] for hand in hands if hand])
        if left[card] < seen[card]:
            due = state.setting.deck[card]
            raise Unsound("cards", f"/played_cards/{name}", card=name, found=due - left[card], due=due)
    for seat, one in enumerate(shown["seats"]):
        count = one["development_card_count"]
        if hands[seat] is None:
            hands[seat] = _take_hidden(left, seen, count)
        if sum(hands[seat] or ()) != count:
            raise Unsound("count", f"/seats/{seat}/development_card_count", found=sum(hands[seat] or ()), due=count)
    if sum(left) != shown["deck"]:
        raise Unsound("count", "/deck", found=sum(left), due=shown["deck"])
    fresh = [
        _shown_cards(one, "bought_this_turn") or _first_of(hand or (), one.get("bought_count", 0))
        for one, hand in zip(shown["seats"], hands, strict=True)
    ]
    for seat, (hand, new) in enumerate(zip(hands, fresh, strict=True)):
        if any(count > held for count, held in zip(new, hand or (), strict=True)):
            raise Unsound("fresh", f"/seats/{seat}/bought_this_turn", seat=seat)
    state.cards = tuple([count for hand in hands for count in hand or ()])
    state.fresh = tuple([count for hand in fresh for count in hand])
    state.deck = tuple(left)


def _first_of(hand: Sequence[int], count: int) -> list[int]:
    """Return so many cards of a hand; all of them, and some more, if it has fewer."""
    taken = [0] * len(CARDS)
    for card, held in enumerate(hand):
        taken[card] = min(held, count - sum(taken))
    taken[-1] += count - sum(taken)
    return taken


def _seen_in_deck(state: State) -> list[Sequence[int]]:
    found = [part.seen_in_deck() for part in state.slices.values()]
    return [(0,) * len(CARDS), *[cards for cards in found if cards]]


def _shown_cards(one: Document, name: str) -> list[int] | None:
    return [one[name][card] for card in CARDS] if name in one else None


def _take_hidden(left: list[int], seen: Sequence[int], count: int) -> list[int]:
    """Take so many cards from those that are left and were not seen in the deck."""
    hand = [0] * len(CARDS)
    for card in range(len(CARDS)):
        taken = min(count - sum(hand), left[card] - seen[card])
        hand[card] = taken
        left[card] -= taken
    return hand
