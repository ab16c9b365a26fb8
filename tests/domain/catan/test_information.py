"""Tests what everybody is shown, member by member, and worlds that fit what a seat knows (ledger section 5)."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.robber.messages import Discard, MoveRobber, Steal
from domain.catan.chapters.scoring import GameWon, HandsRevealed
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.catan.modules.helpers.building import UseCardChoice
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, KNIGHT, MONOPOLY, WOOL
from tests.domain.catan.helping import helping
from tests.domain.catan.table import Table, cards, line, node, path_edges, tile
from tests.laws.cases import CASES
from tests.laws.playing import open_position, uniform

NO_CARDS = dict.fromkeys(CARDS, 0)


def stocked(**counts: int) -> dict[str, int]:
    """Return resource cards as a view shows them, zeros included."""
    return {"brick": 0, "lumber": 0, "wool": 0, "grain": 0, "ore": 0} | counts


def middle() -> Table:
    """Seat 0 holds Longest Road and seat 1 Largest Army, seat 2 holds cards, and seat 0's offer has been answered."""
    table = Table(3).settlement(0, line(2)[1]).road(0, *path_edges(line(2))[1:7])
    table.city(1, line(4)[2]).road(1, path_edges(line(4))[2]).knights(1, 3)
    table.hand(0, wool=2, ore=1).hand(1, brick=3).hand(2, grain=4, ore=1)
    table.cards(0, knight=1, victory_point=1).cards(2, monopoly=1, fresh=True).robber(3)
    table.when(0, OfferTrade(cards(wool=1), cards(brick=2), 0b110))
    return table.when(1, AcceptOffer(1)).when(2, DeclineOffer(1))


@pytest.mark.rule("catan.hidden.public_score")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_the_table_lies_open(viewer: int | None) -> None:
    shown = middle().view(viewer)
    assert (shown["turn"], shown["active"], shown["dice"], shown["card_played"]) == (1, 0, None, False)
    assert (shown["robber"], shown["longest_road"], shown["largest_army"]) == (3, 0, 1)
    assert (shown["bank"], shown["deck"]) == (stocked(brick=16, lumber=19, wool=17, grain=15, ore=17), 25 - 6)
    assert shown["played_cards"] == NO_CARDS | {"knight": 3}
    assert shown["agenda"] == [{"frame": "trade", "seats": [0]}]
    offer = {"offer": 1, "seat": 0, "give": {"wool": 1}, "take": {"brick": 2}, "to": [1, 2]}
    assert shown["offers"] == [offer | {"accepted": [1], "declined": [2]}]
    assert [(seat["seat"], seat["color"]) for seat in shown["seats"]] == [(0, "white"), (1, "blue"), (2, "orange")]
    assert [seat["points"] for seat in shown["seats"]] == [3, 4, 0]
    assert [seat["knights"] for seat in shown["seats"]] == [0, 3, 0]
    assert [seat["route_length"] for seat in shown["seats"]] == [6, 1, 0]
    assert [seat["roads"] for seat in shown["seats"]] == [
        sorted(path_edges(line(2))[1:7]),
        [path_edges(line(4))[2]],
        [],
    ]
    assert [(seat["settlements"], seat["cities"]) for seat in shown["seats"]] == [
        ([line(2)[1]], []),
        ([], [line(4)[2]]),
        ([], []),
    ]
    assert [seat["supply"] for seat in shown["seats"]] == [
        {"roads": 9, "settlements": 4, "cities": 4},
        {"roads": 14, "settlements": 5, "cities": 3},
        {"roads": 15, "settlements": 5, "cities": 4},
    ]


@pytest.mark.rule("catan.hidden.public_score")
def test_before_the_first_roll_nothing_is_shown_that_is_not_there() -> None:
    shown = Table(3, empty=False).view(None)
    assert (shown["dice"], shown["longest_road"], shown["largest_army"], shown["offers"]) == (None, None, None, [])
    assert Table().phase("roll").roll(8).view(None)["dice"] == [2, 6]


@pytest.mark.rule("catan.hidden.victory_point_cards")
def test_an_owner_is_shown_all_of_its_own() -> None:
    mine = middle().view(0)["seats"][0]
    assert mine["resources"] == stocked(wool=2, ore=1)
    assert mine["development_cards"] == NO_CARDS | {"knight": 1, "victory_point": 1}
    assert (mine["bought_this_turn"], mine["discarding"]) == (NO_CARDS, stocked())
    assert (mine["points"], mine["own_points"]) == (3, 4)
    fresh = middle().view(2)["seats"][2]
    assert fresh["bought_this_turn"] == fresh["development_cards"] == NO_CARDS | {"monopoly": 1}
    assert fresh["own_points"] == 0


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_what_can_be_counted_on_is_shown_with_its_bounds() -> None:
    shown = middle().view(None)["seats"]
    for seat, known in enumerate((stocked(wool=2, ore=1), stocked(brick=3), stocked(grain=4, ore=1))):
        assert shown[seat]["at_least"] == shown[seat]["at_most"] == known
    table = robbed().view(0)["seats"]
    assert (table[2]["at_least"], table[2]["at_most"]) == (stocked(wool=1), stocked(wool=2, ore=1))
    assert (table[1]["at_least"], table[1]["at_most"]) == (stocked(wool=1), stocked(wool=2, ore=1))
    for viewer in (1, 2):
        assert robbed().view(viewer)["seats"][1]["at_least"] == stocked(wool=2)
        assert robbed().view(viewer)["seats"][2]["at_most"] == stocked(wool=1, ore=1)


def robbed() -> Table:
    """Seat 1 has robbed seat 2, who held two wool and an ore, of a wool."""
    table = Table().settlement(2, node("(0,2)N")).hand(2, wool=2, ore=1).hand(1, wool=1).cards(1, knight=1).turn(1)
    return table.when(1, PlayKnight()).when(1, MoveRobber(tile("(0,2)"))).when(1, Steal(2), WOOL)


@pytest.mark.rule("catan.hidden.stolen_card")
@pytest.mark.parametrize("thief", [0, 1])
def test_a_thief_counts_on_the_card_whatever_its_seat(thief: int) -> None:
    table = Table().settlement(2, node("(0,2)N")).hand(2, wool=2, ore=1).cards(thief, knight=1).turn(thief)
    table.when(thief, PlayKnight()).when(thief, MoveRobber(tile("(0,2)"))).when(thief, Steal(2), WOOL)
    assert table.view(thief)["seats"][2]["at_least"] == stocked(wool=1, ore=1)
    for viewer in {0, 1, 3, None} - {thief}:
        assert table.view(viewer)["seats"][2]["at_least"] == stocked(wool=1)
        assert table.view(viewer)["seats"][thief]["at_least"] == stocked()


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_a_small_hand_holds_at_most_as_many_of_a_kind_as_are_unknown() -> None:
    table = Table().settlement(2, node("(0,2)N")).hand(2, wool=2, ore=2)
    for thief in (0, 1):
        table.hand(thief, brick=1).cards(thief, knight=1).robber(0).turn(thief)
        table.when(thief, PlayKnight()).when(thief, MoveRobber(tile("(0,2)"))).when(thief, Steal(2), WOOL)
    shown = table.view(3)["seats"]
    assert shown[0]["at_least"] == shown[1]["at_least"] == stocked(brick=1)
    assert shown[0]["at_most"] == shown[1]["at_most"] == stocked(brick=1, wool=1, ore=1)
    assert shown[2]["at_most"] == stocked(wool=2, ore=2)


def discarding() -> Table:
    """Seats 1 and 2 have laid cards aside, and seat 3 still owes some."""
    table = Table().hand(2, brick=6, wool=6).hand(1, brick=4, wool=4).hand(3, grain=8).phase("roll").roll(7)
    return table.when(1, Discard(cards(brick=1, wool=3))).when(2, Discard(cards(brick=5, wool=1)))


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_what_one_laid_aside_is_in_no_other_hand() -> None:
    table = Table().hand(1, brick=8).hand(2, brick=1, wool=4, grain=4).hand(3, grain=8).phase("roll").roll(7)
    table.when(1, Discard(cards(brick=4))).when(2, Discard(cards(wool=2, grain=2)))
    assert [table.view(viewer)["seats"][2]["at_most"]["brick"] for viewer in (0, 1)] == [5, 1]


def purchased() -> Table:
    """Seat 0 bought a knight this turn and seat 1 a monopoly before."""
    table = Table().cards(1, monopoly=1).cards(3, knight=1).hand(0, wool=1, grain=1, ore=1)
    return table.when(0, BuyDevelopmentCard(), KNIGHT)


def looking() -> Table:
    """Seat 0 looks at the top three cards of the deck by its helper; seat 1 holds a card."""
    table = helping("card_choice").hand(0, ore=2, wool=1).cards(1, road_building=1)
    return table.when(0, UseCardChoice(cards(ore=2, wool=1)), KNIGHT, KNIGHT, MONOPOLY)


def over() -> Table:
    """Seat 0 has won; all cards lie open."""
    table = Table().cards(0, victory_point=2).cards(1, monopoly=1).hand(1, wool=2).hand(0, ore=1)
    return table.happens(GameWon(0, 2, 2))


def totals(state: State) -> tuple[list[int], list[int]]:
    """Return the resource cards and the development cards in all hands and stocks, by kind."""
    goods = [state.bank[kind] + sum(state.hands[kind::KINDS]) + sum(state.aside[kind::KINDS]) for kind in range(KINDS)]
    return goods, [state.deck[card] + sum(state.cards[card :: len(CARDS)]) for card in range(len(CARDS))]


GIVEN: dict[str, Any] = {
    "offers": middle,
    "robbery": robbed,
    "discards": discarding,
    "purchases": purchased,
    "looking": looking,
    "end": over,
}


@pytest.mark.rule("catan.hidden.resource_kinds")
@pytest.mark.rule("catan.hidden.development_kind")
@pytest.mark.parametrize("given", GIVEN)
def test_a_world_dealt_from_what_a_seat_knows_looks_the_same_to_it(given: str) -> None:
    state = GIVEN[given]().state
    for viewer in (None, *range(state.seats)):
        known = CATAN.observe(state, viewer)
        for seed in range(4):
            world = CATAN.determinize(known, Random(seed))
            assert CATAN.render(CATAN.observe(world, viewer)) == CATAN.render(known)
            assert totals(world) == totals(state)
            assert min(*world.hands, *world.cards, *world.fresh, *world.deck, *world.aside) >= 0


@pytest.mark.rule("catan.hidden.development_kind")
def test_a_dealt_world_keeps_the_own_cards_and_may_change_the_others() -> None:
    state = purchased().state
    worlds = [CATAN.determinize(CATAN.observe(state, 0), Random(seed)) for seed in range(40)]
    assert {world.card(0, KNIGHT) for world in worlds} == {1}
    assert {world.fresh for world in worlds} == {state.fresh}
    assert {world.card(1, MONOPOLY) for world in worlds} == {0, 1}
    assert {sum(world.cards[len(CARDS) : 2 * len(CARDS)]) for world in worlds} == {1}


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_a_hand_that_is_not_known_is_dealt_anew() -> None:
    state = discarding().state
    worlds = [CATAN.determinize(CATAN.observe(state, 3), Random(seed)) for seed in range(40)]
    laid = {world.aside[KINDS : 2 * KINDS] for world in worlds}
    assert len(laid) > 2
    assert {sum(cards) for cards in laid} == {4}
    assert len({tuple(world.hand(1)) for world in worlds}) > 2


@pytest.mark.rule("catan.hidden.end_reveal")
def test_what_was_taken_unseen_is_shown_after_the_end() -> None:
    table = robbed().happens(GameWon(1, 10, 0))
    assert table.view(None)["seats"][1]["points"] == 10
    table.happens(HandsRevealed(tuple(table.state.hands), table.state.cards, (0, 10, 1, 0)))
    for viewer in (None, 0, 3):
        seats = table.view(viewer)["seats"]
        assert [seat["resources"] for seat in seats[1:3]] == [stocked(wool=2), stocked(wool=1, ore=1)]
        assert [seat["points"] for seat in seats] == [0, 10, 1, 0]
        assert seats[2]["at_least"] == seats[2]["at_most"] == stocked(wool=1, ore=1)


@pytest.mark.rule("catan.hidden.end_reveal")
def test_after_the_end_every_card_is_shown() -> None:
    for viewer in (None, 0, 1, 3):
        seats = over().view(viewer)["seats"]
        assert [seat["resources"] for seat in seats[:2]] == [stocked(ore=1), stocked(wool=2)]
        assert seats[0]["development_cards"] == NO_CARDS | {"victory_point": 2}
        assert seats[1]["development_cards"] == NO_CARDS | {"monopoly": 1}
        assert "bought_this_turn" not in seats[0]


@pytest.mark.parametrize("name", ["catan-4", "favors-helpers-4"])
def test_bounds_asked_for_late_are_those_of_the_moment_that_was_observed(name: str) -> None:
    """Nothing that happens at the table afterwards changes what a seat knew then."""
    case = next(case for case in CASES if case.name == name)
    (state, chance), rng = open_position(case, 3), Random(3)
    for _ in range(40):
        prompt, late = ([CATAN.observe(state, seat) for seat in (None, *range(4))] for _ in range(2))
        known = [(list(view.lows), list(view.highs)) for view in prompt]
        for _ in range(6):
            seat = CATAN.awaiting(state)[0].seat
            command = uniform(CATAN, state, seat, CATAN.actions(state, seat), rng)
            CATAN.play(CATAN.draft(state, chance), seat, command)
        assert [(view.lows, view.highs) for view in late] == known
