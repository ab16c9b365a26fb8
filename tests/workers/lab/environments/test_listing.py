"""Tests the lists of actions: every command has one, both ways, and what they leave out is counted."""

from random import Random
from typing import Any

import numpy as np
import pytest

from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.terms import RESOURCES
from domain.core.actions import CardsBound, SeatsBound, Template
from tests.laws.cases import CASES, Case, fullest
from tests.workers.lab.environments.playing import described, moments
from workers.lab.environments.making import BadEnvironment
from workers.lab.environments.making import describe as made
from workers.lab.environments.open_lists import CardChoices, OpenList, Swaps

STEPS = 25


@pytest.mark.parametrize("case", fullest(), ids=[case.name for case in fullest()])
def test_every_listed_command_has_one_action_and_every_action_is_legal(case: Case, long_games: int) -> None:
    actions = described(case).actions
    assert len({*actions.names}) == len(actions)
    for moment in moments(case, 1, STEPS * (1 + 10 * long_games)):
        listed, choices = moment.look.actions, moment.choices
        assert choices
        unnamed = [command for command in listed.commands if command not in choices.values()]
        assert all(type(command) in actions.slotted for command in unnamed)
        assert all(command in listed for command in choices.values() if command is not None)
        assert (0 in choices) is not listed.must_act
        mask = actions.mask(choices)
        assert np.flatnonzero(mask).tolist() == sorted(choices)
        templates = sum(actions.open[type(template.example)][1].size(template) for template in listed.templates)
        distinct = {command for command in choices.values() if command is not None}
        assert actions.left_out(moment.look.state, listed) == len(listed.commands) + templates - len(distinct)


def test_an_offer_is_named_by_its_place_among_the_open_ones() -> None:
    case = next(case for case in CASES if case.name == "catan-4")
    actions = described(case).actions
    found = [
        (actions.names[action], command.offer, [offer["offer"] for offer in moment.look.state["offers"]])
        for moment in moments(case, 2, 300)
        for action, command in moment.choices.items()
        if type(command).__name__ == "WithdrawOffer"
    ]
    assert len(found) > 20
    assert all(numbers[int(name.rpartition("=")[2]) - 1] == offer for name, offer, numbers in found)


def fitting(one: OpenList, template: Template[Any]) -> dict[str, Any]:
    return {one.names[number]: command for number, command in one.commands(template)}


def discard(hand: tuple[int, ...], count: int) -> Template[Any]:
    return Template(Discard, {"cards": CardsBound(hand, count, count)}, Discard(hand))


def test_few_cards_are_chosen_exactly_and_many_in_an_order_of_kinds() -> None:
    choices = CardChoices(Discard, RESOURCES)
    few, many = discard((4, 0, 3, 1, 0), 4), discard((9, 0, 3, 0, 4), 8)
    assert fitting(choices, few) == {
        "cards=4 brick": Discard((4, 0, 0, 0, 0)),
        "cards=3 brick+1 wool": Discard((3, 0, 1, 0, 0)),
        "cards=3 brick+1 grain": Discard((3, 0, 0, 1, 0)),
        "cards=2 brick+2 wool": Discard((2, 0, 2, 0, 0)),
        "cards=2 brick+1 wool+1 grain": Discard((2, 0, 1, 1, 0)),
        "cards=1 brick+3 wool": Discard((1, 0, 3, 0, 0)),
        "cards=1 brick+2 wool+1 grain": Discard((1, 0, 2, 1, 0)),
        "cards=3 wool+1 grain": Discard((0, 0, 3, 1, 0)),
    }
    assert choices.left_out(few) == 0
    found = fitting(choices, many)
    assert len(found) == 120
    assert found["cards=in order ore>wool>brick>lumber>grain"] == Discard((1, 0, 3, 0, 4))
    assert choices.size(many) == 20
    assert choices.left_out(many) == 20 - len({*found.values()})


def test_offers_are_one_for_one_or_two_and_two_for_one_to_all_who_may_be_asked() -> None:
    swaps = Swaps(OfferTrade, RESOURCES)
    bounds: dict[str, CardsBound | SeatsBound] = {
        "give": CardsBound((1, 1, 0, 0, 0), 1, 2),
        "take": CardsBound((2, 2, 2, 0, 0), 1, 2),
        "to": SeatsBound(0b0110, True),
    }
    template = Template(OfferTrade, bounds, OfferTrade((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), 0), ("give", "take"))
    found = fitting(swaps, template)
    assert found["give=1 brick take=1 lumber+1 wool"] == OfferTrade((1, 0, 0, 0, 0), (0, 1, 1, 0, 0), 0b0110)
    assert found["give=1 brick+1 lumber take=1 wool"] == OfferTrade((1, 1, 0, 0, 0), (0, 0, 1, 0, 0), 0b0110)
    assert all(template.fits(command) for command in found.values())
    assert swaps.size(template) == 12 * 3
    assert swaps.left_out(template) == 12 * 3 - len(found)


def test_random_commands_of_a_template_are_among_those_that_are_counted() -> None:
    swaps, rng = Swaps(OfferTrade, RESOURCES), Random(1)
    bounds: dict[str, CardsBound | SeatsBound] = {
        "give": CardsBound((1, 0, 2, 0, 0), 1, 3),
        "take": CardsBound((1, 1, 1, 0, 0), 1, 2),
        "to": SeatsBound(0b10, True),
    }
    template = Template(OfferTrade, bounds, OfferTrade((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), 0), ("give", "take"))
    assert len({template.sample(rng) for _ in range(3000)}) == swaps.size(template)


def test_commands_can_be_left_out_by_name_and_one_that_there_is_not_is_refused() -> None:
    case = CASES[0]
    config = case.ruleset.configure(4, None, (), {})
    without = made(case.ruleset, config, ["OfferTrade"]).actions
    assert "OfferTrade" not in {name.partition(" ")[0] for name in without.names}
    assert sum(name.startswith("OfferTrade ") for name in made(case.ruleset, config).actions.names) == 120
    with pytest.raises(BadEnvironment, match="no command is called 'Offer': use one of AcceptGift"):
        made(case.ruleset, config, ["Offer"])
