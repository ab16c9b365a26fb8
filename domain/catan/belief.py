"""Holds what one seat believes about hidden cards, folded from the events that it sees.

What an event is evidence of stands beside it: each chapter and module has an `evidence.py` for its own events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.catan.joint_hands import JointHands
from domain.catan.setting import SettingOf
from domain.catan.terms import AWARD_POINTS, CARDS, KINDS, NOBODY
from domain.core import belief
from domain.core.messages import HIDDEN, AnyEvent, Keyed

ONE: Final = tuple(tuple(int(k == kind) for k in range(KINDS)) for kind in range(KINDS))
"""Lists one card of each kind."""


class Belief(belief.Belief):
    """Holds the joint hands, and what is known of hidden development cards beyond their numbers.

    `points`, `active` and the holders of awards follow what lies open: a seat that plays on has not won with the points
    that it hides, and so it hides at most `most_points` victory point cards. `fresh` counts the cards bought since a
    seat's turn began. At least `in_deck` cards of each kind lie in the deck, since this seat saw them there. `asked`
    has what open offers want, by their numbers.
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
        self.fresh = [0] * n
        self.in_deck = [0] * len(CARDS)
        self.asked: dict[int, tuple[int, ...]] = {}

    def copy(self) -> "Belief":
        """Return an independent copy; the setting is shared."""
        other = Belief(self.setting, self.seat, self.hands.copy())
        other.points = self.points[:]
        other.active = self.active
        other.longest_road = self.longest_road
        other.largest_army = self.largest_army
        other.most_points = self.most_points[:]
        other.fresh = self.fresh[:]
        other.in_deck = self.in_deck[:]
        other.asked = self.asked
        return other

    def after(self, events: Sequence[AnyEvent]) -> "Belief":
        """Return the belief after the events of a version, as the seat sees them."""
        later = self.copy()
        later.take(events)
        return later

    def take(self, events: Sequence[AnyEvent]) -> None:
        """Take in the events of a version, in place; no one else may hold this belief."""
        evidence = self.setting.rules.evidence
        for event in events:
            update = evidence.get(type(event))
            if update is not None:
                update(self, event)
        self._has_not_won()

    def award(self, holder: int, seat: int) -> int:
        """Move the points of an award from its holder to a seat, which is returned; either may be NOBODY."""
        if holder != NOBODY:
            self.points[holder] -= AWARD_POINTS
        if seat != NOBODY:
            self.points[seat] += AWARD_POINTS
        return seat

    def card_drawn(self, seat: int, card: int) -> None:
        """A seat got a card from the deck, of a kind that may be hidden (negative)."""
        self.fresh[seat] += 1
        self.most_points[seat] += 1
        for kind in range(len(CARDS)):
            if self.in_deck[kind] and card in (kind, HIDDEN):
                self.in_deck[kind] -= 1

    def _has_not_won(self) -> None:
        """The active seat plays on, so it has not reached the target with the points that it hides."""
        seat = self.active
        if seat != NOBODY:
            waiting = self.fresh[seat] if self.setting.victory_point_card_waits else 0
            most = self.setting.target - 1 - self.points[seat] + waiting
            self.most_points[seat] = max(0, min(most, self.most_points[seat]))


Evidence = Mapping[type, Callable[[Belief, Keyed], None]]
"""Maps the class of an event to the function that updates a belief by it, with blanks for what the seat may not see."""
