"""Holds what one seat believes about hidden cards, folded from the events that it sees.

What an event is evidence of stands beside it: a chapter or module names it in `evidence` of its `MODULE`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.catan.joint_hands import JointHands
from domain.catan.refusals import NO_REFUSALS, Refusals
from domain.catan.setting import SettingOf
from domain.catan.terms import CARDS, KINDS, NOBODY, ONE
from domain.core import knowledge
from domain.core.messages import HIDDEN, AnyEvent, Keyed
from domain.core.number_rows import Row


class Belief(knowledge.Belief):
    """Holds the joint hands, and what is known of hidden development cards beyond their numbers.

    `points`, `active` and the holders of awards follow what lies open: a seat that plays on has not won with the points
    that it hides, and so it hides at most `most_points` victory point cards. `kept` has the unplayed cards of each
    seat, the newest last: each is the number of turns in which it could have been played and no card was. `fresh`
    counts the cards bought since a seat's turn began. At least `in_deck` cards of each kind lie in the deck, since this
    seat saw them there. `asked` has what open offers want, by their numbers. `notes` are what modules note for their
    slices, by the names of these.
    """

    def __init__(self, setting: SettingOf[Any, Any], seat: int, hands: JointHands) -> None:
        n = setting.seats
        self.setting = setting
        self.seat = seat
        self.hands = hands
        self.points = [0] * n
        self.active = NOBODY
        self.longest_road = NOBODY
        self.largest_army = NOBODY
        self.most_points = [sum(setting.deck)] * n
        self.kept: list[Row] = [()] * n
        self.card_played = False
        self.fresh = [0] * n
        self.in_deck = [0] * len(CARDS)
        self.asked: dict[int, tuple[int, ...]] = {}
        self.refusals: Refusals = NO_REFUSALS
        self.notes: dict[str, Row] = {}

    def copy(self) -> "Belief":
        """Return an independent copy; the setting is shared."""
        other = Belief(self.setting, self.seat, self.hands.copy())
        other.points = self.points[:]
        other.active = self.active
        other.longest_road = self.longest_road
        other.largest_army = self.largest_army
        other.most_points = self.most_points[:]
        other.kept = self.kept[:]
        other.card_played = self.card_played
        other.fresh = self.fresh[:]
        other.in_deck = self.in_deck[:]
        other.asked = self.asked
        other.refusals = self.refusals
        other.notes = self.notes
        return other

    def after(self, events: Sequence[AnyEvent]) -> "Belief":
        """Return the belief after the events of a version, as the seat sees them."""
        later = self.copy()
        later.take(events)
        return later

    def take(self, events: Sequence[AnyEvent]) -> None:
        """Take in the events of a version, in place; no one else may hold this belief."""
        evidence = self.setting.rules.evidence
        before = self._most_held() if self.refusals.by else []
        for event in events:
            update = evidence.get(type(event))
            if update is not None:
                update(self, event)
        if before:
            self._forget_refusals(before)
        seat = self.active
        if seat != NOBODY:  # it plays on, so it has not reached the target with the points that it hides
            waiting = self.fresh[seat] if self.setting.victory_point_card_waits else 0
            most = self.setting.target - 1 - self.points[seat] + waiting
            self.most_points[seat] = max(0, min(most, self.most_points[seat]))

    def _most_held(self) -> list[int]:
        """Return how many cards at most lie in each hand, flat by seat and kind."""
        spread, base = self.hands.spread, self.hands.base
        return base[:] if spread is None else [held + more for held, more in zip(base, spread.highest, strict=True)]

    def _forget_refusals(self, before: Sequence[int]) -> None:
        """Forget what those refused whose hand may hold more of a kind than it did before."""
        grown = 0
        for at, (held, now) in enumerate(zip(before, self._most_held(), strict=True)):
            if now > held:
                grown |= 1 << at // KINDS
        if grown:
            self.refusals = self.refusals.forget(grown)

    def card_drawn(self, seat: int, card: int) -> None:
        """A seat got a card from the deck, of a kind that may be hidden (negative)."""
        self.fresh[seat] += 1
        self.kept[seat] = (*self.kept[seat], 0)
        self.most_points[seat] += 1
        for kind in range(len(CARDS)):
            if self.in_deck[kind] and card in (kind, HIDDEN):
                self.in_deck[kind] -= 1

    def play_card(self, seat: int) -> None:
        """Assume that a seat played its newest playable card; old unplayed cards are probably victory points."""
        cards = self.kept[seat]
        newest = len(cards) - self.fresh[seat] - 1
        self.kept[seat] = (*cards[:newest], *cards[newest + 1 :])
        self.card_played = True

    def end_turn(self) -> None:
        """The turn is over; if no card was played, the active seat kept all that it could have played."""
        if self.active != NOBODY and not self.card_played:
            cards = self.kept[self.active]
            playable = len(cards) - self.fresh[self.active]
            self.kept[self.active] = tuple([turns + (at < playable) for at, turns in enumerate(cards)])
        self.active = NOBODY
        self.card_played = False


def learn_point(b: Belief, event: Keyed) -> None:
    """All players see that the `seat` of the event has one more point."""
    b.points[event.seat] += 1


def learn_payment(b: Belief, event: Keyed) -> None:
    """All players see what the seat pays, the `cost` of the event."""
    b.hands.lose(event.seat, event.cost)


def learn_card_from_bank(b: Belief, event: Keyed) -> None:
    """All players see which card the bank gives, the `resource` of the event."""
    b.hands.gain(event.seat, ONE[event.resource])


Evidence = Mapping[type, Callable[[Belief, Keyed], None]]
"""Maps the class of an event to the function that updates a belief by it, with blanks for what the seat may not see."""
