"""Tests what a seat keeps in mind of offers that others refused (`Belief.refusals`)."""

from typing import Any

from domain.catan import CATAN
from domain.catan.belief import Belief
from domain.catan.chapters.development.messages import PlayMonopoly
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade, WithdrawOffer
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import BRICK, GRAIN
from tests.domain.catan.table import Table, cards

BRICK_FOR_ORE = cards(brick=1), cards(ore=1)


class Course:
    """Plays commands at a table and follows what seat 0 believes."""

    def __init__(self) -> None:
        self.table = Table().hand(0, brick=6, grain=1).hand(1, ore=4, wool=4).hand(2, ore=4).cards(2, monopoly=1)
        self.belief: Any = CATAN.believe(CATAN.observe(self.table.state, 0))

    def when(self, seat: int, command: Any) -> "Course":
        """Play a command."""
        self.table.when(seat, command)
        self.belief = self.belief.after(CATAN.events.seen(self.table.events, 0))
        return self

    def refusers(self, give: tuple[int, ...], take: tuple[int, ...]) -> int:
        """Return the mask of those who refused."""
        assert isinstance(self.belief, Belief)
        return self.belief.refusals.of(give, take)


def ask(*or_take: tuple[int, ...]) -> Course:
    """Return a course in which seat 0 has offered a brick for an ore."""
    return Course().when(0, OfferTrade(*BRICK_FOR_ORE, 0, or_take))


def test_who_declines_has_refused_that_and_what_is_worse_for_them() -> None:
    course = ask().when(1, DeclineOffer(1))
    assert course.refusers(*BRICK_FOR_ORE) == 0b10
    assert course.refusers(cards(brick=1), cards(ore=2)) == 0b10
    assert course.refusers(cards(brick=2), cards(ore=1)) == 0
    assert course.refusers(cards(brick=1), cards(wool=1)) == 0


def test_each_thing_that_an_offer_wants_is_refused() -> None:
    course = ask(cards(wool=1)).when(1, DeclineOffer(1))
    assert course.refusers(cards(brick=1), cards(wool=1)) == 0b10


def test_who_agrees_or_is_not_asked_has_not_refused() -> None:
    course = Course().when(0, OfferTrade(*BRICK_FOR_ORE, 0b0110)).when(2, AcceptOffer(1)).when(1, DeclineOffer(1))
    assert course.when(0, EndTurn()).refusers(*BRICK_FOR_ORE) == 0b0010


def test_an_offer_that_nobody_answered_is_refused_at_the_end_of_the_turn() -> None:
    course = ask()
    assert course.refusers(*BRICK_FOR_ORE) == 0
    assert course.when(0, EndTurn()).refusers(*BRICK_FOR_ORE) == 0b1110


def test_one_that_was_taken_back_or_came_about_says_nothing_of_the_rest() -> None:
    assert ask().when(0, WithdrawOffer(1)).when(0, EndTurn()).refusers(*BRICK_FOR_ORE) == 0
    course = ask().when(2, AcceptOffer(1)).when(0, ConfirmTrade(1, 2)).when(0, EndTurn())
    assert course.refusers(*BRICK_FOR_ORE) == 0


def test_a_refusal_is_forgotten_when_the_hand_grows_and_not_before() -> None:
    course = ask().when(1, DeclineOffer(1)).when(2, DeclineOffer(1)).when(0, EndTurn())
    course.table.turn(1)
    course.when(1, MaritimeTrade(cards(wool=4), BRICK))
    assert course.refusers(*BRICK_FOR_ORE) == 0b1100


def test_cards_of_any_kind_may_change_a_mind() -> None:
    course = ask().when(2, DeclineOffer(1)).when(0, EndTurn())
    course.table.turn(2)
    assert course.refusers(*BRICK_FOR_ORE) == 0b1110
    assert course.when(2, PlayMonopoly(GRAIN)).refusers(*BRICK_FOR_ORE) == 0b1010


def test_offers_of_others_are_their_own_business() -> None:
    course = Course().when(1, OfferTrade(cards(ore=1), cards(brick=1), 0b0001)).when(0, DeclineOffer(1))
    assert course.belief.refusals.by == {} == course.belief.refusals.open


def test_who_sees_open_offers_alone_knows_who_declined_them() -> None:
    course = ask().when(1, DeclineOffer(1)).when(2, AcceptOffer(1))
    course.belief = CATAN.believe(CATAN.observe(course.table.state, 0))
    assert course.refusers(*BRICK_FOR_ORE) == 0b0010
    assert course.when(0, EndTurn()).refusers(*BRICK_FOR_ORE) == 0b1010


def test_answers_to_offers_that_want_more_than_they_give_are_counted_and_never_forgotten() -> None:
    course = Course().when(0, OfferTrade(cards(brick=1), cards(ore=2)))
    course.when(1, DeclineOffer(1)).when(2, AcceptOffer(1)).when(0, ConfirmTrade(1, 2))
    course.when(0, OfferTrade(cards(brick=1), cards(wool=2), 0b0010)).when(1, DeclineOffer(2)).when(0, EndTurn())
    course.table.turn(1)
    course.when(1, MaritimeTrade(cards(wool=4), BRICK))
    assert course.belief.refusals.dear == {1: (0, 2), 2: (1, 0)}


def test_offers_that_want_no_more_than_they_give_are_not_counted() -> None:
    course = ask(cards(ore=2)).when(1, DeclineOffer(1)).when(2, AcceptOffer(1)).when(0, EndTurn())
    assert course.belief.refusals.dear == {}


def test_only_the_first_answer_to_an_offer_is_counted() -> None:
    course = Course().when(0, OfferTrade(cards(brick=1), cards(ore=2), 0b0110))
    course.when(1, AcceptOffer(1)).when(1, DeclineOffer(1)).when(0, EndTurn())
    assert course.belief.refusals.dear == {1: (1, 0), 2: (0, 1)}, "silence until the end of the turn is an answer too"
