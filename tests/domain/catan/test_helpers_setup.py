"""Tests helpers: the stack, dealing and the display (ledger of the extras, section 2)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.chapters.setup.rules import founder
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import EFFECTS
from domain.catan.modules.helpers.trading import UseForcedTrade
from domain.catan.modules.helpers.using import FlipHelper
from domain.catan.terms import NOBODY, WOOL
from domain.core.masks import bits
from tests.domain.catan.helping import awaited, display, effect, helper, helping
from tests.domain.catan.table import Table


def founding(seats: int) -> Table:
    """Return a table where nothing has been founded; seat 0 begins."""
    return Table(seats, "variable", modules=("helpers",), empty=False)


def found(table: Table, steps: int) -> Table:
    """Found settlements and their roads in snake order, each at the first place that the rules list."""
    done = sum(bin(mask).count("1") for mask in table.state.settlements)
    for step in range(done, done + steps):
        seat = founder(table.state.setting, step)
        for cls in (FoundSettlement, FoundRoad):
            table.when(seat, next(c for c in table.listed(seat) if isinstance(c, cls)))
    return table


def held(table: Table) -> list[str | None]:
    """Return the helper of every seat by word, None where there is none."""
    return [None if h == NOBODY else EFFECTS[h] for h in helper_cards(table.state).helpers]


@pytest.mark.rule("helpers.setup.stack")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_stack_is_dealt_from_a1_on(seats: int) -> None:
    table = found(founding(seats), 2 * seats)
    dealt = [held(table)[seat] for seat in reversed(range(seats))]
    assert (
        dealt == ["forced_trade", "road_help", "resource_balance", "move_road", "protect_seven", "card_choice"][:seats]
    )
    unnumbered = {"take_from_leader", "knight_to_building", "two_to_one", "robber_to_desert"}
    assert unnumbered <= set(display(table))


@pytest.mark.rule("helpers.setup.deal")
def test_the_second_settlement_brings_the_top_card() -> None:
    table = found(founding(4), 4)
    assert held(table) == [None] * 4
    settle = next(c for c in table.listed(3) if isinstance(c, FoundSettlement))
    table.when(3, settle)
    assert held(table) == [None, None, None, "forced_trade"]
    table.when(3, next(c for c in table.listed(3) if isinstance(c, FoundRoad)))
    found(table, 3)
    assert held(table) == ["move_road", "resource_balance", "road_help", "forced_trade"]
    assert [helper(table, seat)[1] for seat in range(4)] == ["A"] * 4


@pytest.mark.rule("helpers.setup.display")
@pytest.mark.parametrize(("seats", "left"), [(3, 7), (4, 6), (5, 5), (6, 4)])
def test_the_rest_lies_open_beside_the_board(seats: int, left: int) -> None:
    table = found(founding(seats), 2 * seats - 1)
    assert display(table) == []
    found(table, 1)
    assert len(display(table)) == left
    assert not set(display(table)) & set(held(table))


@pytest.mark.rule("helpers.setup.beginner_map")
def test_on_the_beginner_map_the_cards_are_dealt_in_reverse_seat_order() -> None:
    three = Table(3, modules=("helpers",), empty=False)
    assert held(three) == ["resource_balance", "road_help", "forced_trade"]
    later = Table(4, modules=("helpers",), empty=False, starting_seat=2)
    assert held(later) == ["road_help", "forced_trade", "move_road", "resource_balance"]
    assert len(display(later)) == 6


@pytest.mark.rule("helpers.card.one_each_public")
def test_every_seat_has_one_public_helper_all_the_time() -> None:
    table = helping("forced_trade", "two_to_one")
    for _ in range(3):
        for viewer in (None, 0, 1, 2, 3):
            shown = table.view(viewer)["helpers"]
            assert [entry["seat"] for entry in shown["seats"]] == [0, 1, 2, 3]
            assert all(entry["side"] in "AB" for entry in shown["seats"])
            assert len({entry["helper"] for entry in shown["seats"]} | set(shown["display"])) == len(EFFECTS)
        command = UseForcedTrade(WOOL, 0b10) if awaited(table)[0] == "trade" else FlipHelper()
        if command in CATAN.actions(table.state, 0):
            table.when(0, command)
    assert [table.view(viewer)["helpers"]["seats"][0]["side"] for viewer in (None, 0, 1, 2, 3)] == ["B"] * 5
    assert table.refused(1, UseForcedTrade(WOOL, 1)) == "helpers.use.off_turn_only_two"
    assert table.refused(0, UseForcedTrade(WOOL, 2)) == "helpers.use.one_per_turn"
    fresh = helping("road_help")
    assert fresh.refused(0, UseForcedTrade(WOOL, 2)) == "helpers.use.own_card"
    assert effect("forced_trade") == 0


@pytest.mark.rule("helpers.score.none")
def test_helpers_give_no_points_and_leave_the_target() -> None:
    for seats in (3, 4, 5, 6):
        config = CATAN.configure(seats, "variable", ("helpers",), {})
        assert config.options["victory_points"] == 10
    table = found(founding(4), 8)
    assert [table.points(seat) for seat in range(4)] == [2, 2, 2, 2]
    assert all(len(bits(mask)) == 2 for mask in table.state.settlements)
