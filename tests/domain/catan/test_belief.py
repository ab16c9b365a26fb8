"""Tests beliefs against every way in which the hidden moves of small games could have gone, with its probability."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catan import CATAN
from domain.catan.belief import Belief
from domain.catan.chapters.building.messages import RoadBuilt
from domain.catan.chapters.development.messages import MonopolyPlayed
from domain.catan.chapters.production import ResourcesProduced
from domain.catan.chapters.robber.messages import CardStolen, DiscardMade, DiscardsRevealed
from domain.catan.chapters.trading.messages import OfferAccepted, TradeMade, TradeOffered
from domain.catan.dealing import KEPT, HiddenCards
from domain.catan.joint_hands import JointHands, Spread, certain
from domain.catan.modules.helpers.moving import HandSeen, LeaderCardTaken
from domain.catan.modules.helpers.trading import ForcedTradeMade
from domain.catan.terms import CARDS, KINDS, ONE, VICTORY_POINT
from domain.core.messages import HIDDEN
from tests.domain.catan.hand_weights import weights_of
from tests.domain.catan.table import Table

SEATS = 3
OBSERVERS = (-1, 0, 1, 2)
Hands = tuple[int, ...]
SETTING = Table(SEATS, modules=("helpers",)).state.setting


class History(NamedTuple):
    """Represents one way in which a game could have gone: its events, the hands at the end, and how likely it is."""

    events: tuple[Any, ...]
    hands: Hands
    probability: float


def moved(hands: Hands, *changes: tuple[int, int, int]) -> Hands:
    """Return hands with cards added: seat, kind and count of each change."""
    found = list(hands)
    for seat, kind, count in changes:
        found[seat * KINDS + kind] += count
    return tuple(found)


def hand(hands: Hands, seat: int) -> Hands:
    """Return the hand of a seat."""
    return hands[seat * KINDS : seat * KINDS + KINDS]


def steal(hands: Hands, thief: int, victim: int, kind: int) -> Iterator[History]:
    """A thief takes any card of a hand."""
    for stolen, count in enumerate(hand(hands, victim)):
        if count:
            after = moved(hands, (victim, stolen, -1), (thief, stolen, 1))
            yield History((CardStolen(thief, victim, stolen),), after, count / sum(hand(hands, victim)))


def take(hands: Hands, looker: int, victim: int, kind: int) -> Iterator[History]:
    """A seat looks at a hand and takes any kind of card."""
    held = hand(hands, victim)
    for taken in range(KINDS):
        if held[taken]:
            events = (HandSeen(looker, victim, held), LeaderCardTaken(looker, victim, taken))
            after = moved(hands, (victim, taken, -1), (looker, taken, 1))
            yield History(events, after, 1 / sum(map(bool, held)))


def pay(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """A seat pays a card openly, if it has one."""
    if hand(hands, seat)[kind]:
        yield History((RoadBuilt(seat, 0, ONE[kind]),), moved(hands, (seat, kind, -1)), 1.0)


def gain(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """The bank pays a card."""
    after = moved(hands, (seat, kind, 1))
    yield History((ResourcesProduced(tuple(map(int.__sub__, after, hands))),), after, 1.0)


def monopolize(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """A seat takes all cards of a kind."""
    taken = tuple(0 if giver == seat else hand(hands, giver)[kind] for giver in range(SEATS))
    changes = [(giver, kind, -count) for giver, count in enumerate(taken)]
    yield History((MonopolyPlayed(seat, kind, taken),), moved(hands, *changes, (seat, kind, sum(taken))), 1.0)


def demand(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """A seat demands a card of another, who may have none."""
    gave = int(hand(hands, other)[kind] > 0)
    after = moved(hands, (other, kind, -gave), (seat, kind, gave))
    yield History((ForcedTradeMade(seat, kind, 1 << other, gave << other),), after, 1.0)


def offer(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """A seat offers a card for the next kind, and the other agrees; nothing is exchanged."""
    asked = (kind + 1) % KINDS
    if hand(hands, seat)[kind] and hand(hands, other)[asked]:
        yield History((TradeOffered(1, seat, ONE[kind], ONE[asked], 7), OfferAccepted(1, other)), hands, 1.0)


def trade(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """Two seats exchange cards."""
    asked = (kind + 1) % KINDS
    if hand(hands, seat)[kind] and hand(hands, other)[asked]:
        changes = [(seat, kind, -1), (other, asked, -1), (seat, asked, 1), (other, kind, 1)]
        yield History((TradeMade(1, seat, other, ONE[kind], ONE[asked]),), moved(hands, *changes), 1.0)


def discard(hands: Hands, seat: int, other: int, kind: int) -> Iterator[History]:
    """A seat lays a card aside, which shows afterwards."""
    if hand(hands, seat)[kind]:
        shown = tuple(int(at == seat * KINDS + kind) for at in range(SEATS * KINDS))
        yield History((DiscardMade(seat, 1, ONE[kind]), DiscardsRevealed(shown)), moved(hands, (seat, kind, -1)), 1.0)


DEEDS = (steal, steal, steal, take, pay, gain, monopolize, demand, offer, trade, discard)


@st.composite
def courses(draw: st.DrawFn) -> tuple[Hands, list[Any]]:
    """Return small hands, and deeds of two different seats with a kind each."""
    hands = draw(st.tuples(*[st.integers(0, 2)] * (SEATS * KINDS)))
    pairs = st.sampled_from([(one, two) for one in range(SEATS) for two in range(SEATS) if one != two])
    deeds = draw(st.lists(st.tuples(st.sampled_from(DEEDS), pairs, st.integers(0, KINDS - 1)), min_size=1, max_size=5))
    return hands, deeds


def histories(hands: Hands, deeds: list[Any]) -> list[History]:
    """Return every way in which the deeds could have gone; one that no way allows is left out."""
    found = [History((), hands, 1.0)]
    for deed, (seat, other), kind in deeds:
        later = [
            History((*before.events, *after.events), after.hands, before.probability * after.probability)
            for before in found
            for after in deed(before.hands, seat, other, kind)
        ]
        found = later or found
    return found


@settings(max_examples=60, deadline=None)
@given(courses())
def test_beliefs_weigh_as_all_ways_together(course: tuple[Hands, list[Any]]) -> None:
    for observer in OBSERVERS:
        weights: dict[str, Counter[Hands]] = {}
        feeds = {}
        for history in histories(*course):
            feed = CATAN.events.seen(history.events, observer)
            feeds[str(feed)] = feed
            weights.setdefault(str(feed), Counter())[history.hands] += history.probability
        for name, feed in feeds.items():
            whole = sum(weights[name].values())
            expected = {hands: weight / whole for hands, weight in weights[name].items()}
            belief = Belief(SETTING, observer, certain(course[0])).after(feed)
            assert dict(belief.hands.worlds()) == pytest.approx(expected)


def test_a_seen_theft_tells_of_the_hand_it_came_from() -> None:
    hands = JointHands((0,) * 10, Spread({row(2, 1): 0.5, row(1, 2): 0.5}))
    hands.pass_seen(0, 1, 0, lambda held: held)
    assert {world[:2]: weight for world, weight in hands.worlds()} == pytest.approx({(1, 1): 2 / 3, (0, 2): 1 / 3})


def row(*counts: int) -> Hands:
    """Return two hands of which the first holds these."""
    return (*counts, *[0] * (10 - len(counts)))


def test_the_lightest_are_dropped_where_there_are_too_many() -> None:
    hands = JointHands((3, 2, 1, 0, 0) + (0,) * 5, certain((0,) * 10).spread, most=2)
    hands.pass_unseen(0, 1, lambda held: held)
    assert hands.cuts == 1
    assert {world[5:8]: weight for world, weight in hands.worlds()} == pytest.approx({(1, 0, 0): 0.6, (0, 1, 0): 0.4})
    hands.lose(1, (0, 0, 1, 0, 0))
    assert (hands.spread, dict(hands.worlds())) == (None, {})


def test_hands_are_drawn_as_they_weigh() -> None:
    hands = JointHands((0,) * 10, Spread({row(1): 0.7, row(0, 1): 0.2, row(0, 0, 1): 0.1}))
    rng = Random(1)
    drawn = Counter(hands.draw(rng)[:3] for _ in range(2000))
    assert [drawn[one] / 2000 for one in ((1, 0, 0), (0, 1, 0), (0, 0, 1))] == pytest.approx([0.7, 0.2, 0.1], abs=0.05)
    assert weights_of(hands, 0)[0, 1, 0, 0, 0] == pytest.approx(0.2)
    assert hands.expect()[:3] == pytest.approx([0.7, 0.2, 0.1])


@pytest.mark.parametrize(
    ("kept", "unseen", "most"),
    [
        (((0, 0), (0,)), (2, 0, 1, 0, 2), (1, 0)),
        (((0, 0), (0, 0)), (3, 1, 0, 0, 2), (9, 1)),
        (((0,), (), (0, 0)), (1, 0, 0, 0, 3), (1, 0, 2)),
        (((3, 1, 0), (2,)), (3, 0, 1, 0, 2), (9, 9)),
    ],
)
def test_hidden_cards_lie_as_all_ways_together(kept: Any, unseen: Hands, most: Hands) -> None:
    """A way weighs less for every turn in which a card was kept that could have been played."""
    pool = [card for card, count in enumerate(unseen) for _ in range(count)]
    ways: Counter[tuple[Hands, ...]] = Counter()
    for order in permutations(range(len(pool))):
        cards = iter([pool[at] for at in order])
        dealt = [[next(cards) for _ in turns] for turns in kept]
        if all(one.count(VICTORY_POINT) <= limit for one, limit in zip(dealt, most, strict=True)):
            pairs = [pair for one, turns in zip(dealt, kept, strict=True) for pair in zip(one, turns, strict=True)]
            playable = sum(turns for card, turns in pairs if card != VICTORY_POINT)
            ways[counted(dealt)] += KEPT**playable  # type: ignore[assignment]
    hidden, rng, whole = HiddenCards(kept, unseen, most), Random(1), sum(ways.values())
    for seat in range(len(kept)):
        for points, chance in enumerate(hidden.likely_points(seat)):
            fit = sum(way for dealt, way in ways.items() if dealt[seat][VICTORY_POINT] == points)
            assert chance == pytest.approx(fit / whole)
    drawn = Counter(counted(hidden.deal(rng)) for _ in range(4000))
    expected = {one: weight / whole for one, weight in ways.items()}
    assert {one: count / 4000 for one, count in drawn.items()} == pytest.approx(expected, abs=0.04)


def counted(dealt: list[list[int]]) -> tuple[Hands, ...]:
    """Return how many cards of each kind lie in each hand."""
    return tuple(tuple(one.count(card) for card in range(len(CARDS))) for one in dealt)


def test_what_a_seat_may_not_see_is_blank() -> None:
    stolen, seen = CardStolen(0, 1, 3), HandSeen(0, 1, (1, 2, 0, 0, 0))
    assert CATAN.events.seen([stolen, seen], 2) == [replace(stolen, resource=HIDDEN), replace(seen, hand=())]
    for seat in (0, 1):
        assert all(map(lambda one, other: one is other, CATAN.events.seen([stolen, seen], seat), [stolen, seen]))
