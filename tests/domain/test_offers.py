"""Tests open families of commands: what lies within their bounds, and what is drawn from them at random."""

from collections import Counter
from random import Random

import pytest

from domain.catan.chapters.trading.messages import OfferTrade
from domain.core.actions import Actions, CardsBound, SeatsBound, Template

TRADE = pytest.mark.rule("catan.trade.domestic.phase")
GIVE, TAKE = CardsBound((2, 0, 1), 1, 2), CardsBound((3, 3, 3), 1, 4)


def offers(*, is_open: bool = True) -> Template:
    """Return a template of offers to seats 1 and 3: some cards for others of different kinds."""
    example = OfferTrade((1, 0, 0), (0, 1, 0), 0b1010)
    bounds = {"give": GIVE, "take": TAKE, "to": SeatsBound(0b1010, is_open)}
    return Template(OfferTrade, bounds, example, ("give", "take"))


@TRADE
def test_an_offer_fits_within_all_of_its_bounds() -> None:
    for fitting in (
        OfferTrade((1, 0, 0), (0, 1, 0), 0b1010),
        OfferTrade((1, 0, 1), (0, 3), 0b10),
        OfferTrade((2,), (0, 1, 3), 0b1000),
        OfferTrade((1,), (0, 1), 0),
    ):
        assert offers().fits(fitting)
    for beyond in (
        OfferTrade((0, 0, 0), (0, 1, 0), 0b10),
        OfferTrade((2, 0, 1), (0, 1, 0), 0b10),
        OfferTrade((0, 1, 0), (0, 0, 1), 0b10),
        OfferTrade((1, 0, 0), (0, 4, 0), 0b10),
        OfferTrade((1, 0, 0), (0, 2, 3), 0b10),
        OfferTrade((1, 0, 0), (0, 0, 0), 0b10),
        OfferTrade((1, 0, 0), (1, 1, 0), 0b10),
        OfferTrade((1, 0, 0), (0, 1, 0), 0b11),
        OfferTrade((1, 0, 0, 1), (0, 1, 0), 0b10),
        OfferTrade((2, 0, -1), (0, 1, 0), 0b10),
    ):
        assert not offers().fits(beyond), beyond
    assert not offers().fits("an offer")
    assert not offers(is_open=False).fits(OfferTrade((1,), (0, 1), 0))


@TRADE
def test_what_is_drawn_fits_and_may_be_anything_small() -> None:
    rng = Random(5)
    drawn = [offers().sample(rng) for _ in range(600)]
    assert all(offers().fits(command) for command in drawn)
    assert Counter(command.to for command in drawn).keys() == {0b10, 0b1000, 0b1010}
    assert {command.give for command in drawn} == {(1, 0, 0), (2, 0, 0), (0, 0, 1), (1, 0, 1)}
    assert {sum(command.take) for command in drawn} == {1, 2, 3, 4}
    many = CardsBound((9, 9), 1, 18)
    assert {sum(many.sample(rng) or ()) for _ in range(400)} == {1, 2, 3, 4}
    exactly = CardsBound((1, 1), 2, 2)
    assert exactly.sample(rng) == (1, 1)
    assert exactly.sample(rng, (0, 1)) is None


@TRADE
def test_actions_answer_for_what_is_listed_and_for_what_fits() -> None:
    actions = Actions(True, ["roll"], [offers()])
    assert (list(actions), len(actions)) == (["roll"], 1)
    assert "roll" in actions
    assert offers().example in actions
    assert "pass" not in actions


@TRADE
def test_for_the_absent_the_tamest_is_done() -> None:
    rng = Random(1)
    assert Actions(True, [1, "pass", 2.0], (), (float, str)).idle_command(rng) == 2.0
    assert Actions(True, [1, "pass"], (), (float, str)).idle_command(rng) == "pass"
    assert Actions(True, [1], [offers()], (str,)).idle_command(rng) == 1
    assert offers().fits(Actions(True, [], [offers()]).idle_command(rng))
    assert Actions(False, []).idle_command(rng) is None


@TRADE
def test_the_tamest_is_found_by_its_class_wherever_it_stands() -> None:
    assert [Actions(True, listed, (), (float, str)).tamest for listed in ([1, "pass"], ["pass", 1])] == ["pass"] * 2
    assert Actions(True, ["pass", 2.0], (), (float, str)).tamest == 2.0
    assert Actions(True, [1], [offers()], (str,)).tamest is None
