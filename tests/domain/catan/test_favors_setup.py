"""Tests favors: preparations, and what is hidden (rulebook 003, Entre amigos, Preparations)."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.modules.favors.guilds import CallMerchants
from domain.catan.modules.favors.holdings import favors_of
from tests.domain.catan.favoring import ORE, SUPPLIES, Favoring, founded_side_by_side
from tests.domain.catan.outsiders import EVERYONE, alike
from tests.domain.catan.table import Table


@pytest.mark.rule("favors.setup.token_counts")
@pytest.mark.parametrize("seats", SUPPLIES)
def test_the_supply_grows_with_the_players(seats: int) -> None:
    table = Favoring(seats)
    assert tuple(favors_of(table.state).supply) == SUPPLIES[seats]
    assert table.guild()["supply"] == sum(SUPPLIES[seats]) == 14 * seats


@pytest.mark.rule("favors.setup.face_down_mixed")
def test_nobody_sees_what_the_next_token_is() -> None:
    first, second = Favoring().tokens(1, ship=2), Favoring().tokens(1, book=2)
    assert favors_of(first.state).supply != favors_of(second.state).supply
    assert alike(first, second, 0, 2, 3, None)
    assert favors_of(CATAN.observe(first.state, 0)).supply == [0] * 5
    assert {type(first.guild(viewer)["supply"]) for viewer in EVERYONE} == {int}


@pytest.mark.rule("favors.setup.catan_tokens")
@pytest.mark.parametrize("seats", SUPPLIES)
def test_twelve_catan_tokens_lie_at_the_guild_board(seats: int) -> None:
    assert Favoring(seats).guild()["catan_tokens"] == 12


@pytest.mark.rule("favors.setup.empty_start")
def test_nobody_starts_with_a_token_even_if_founding_roads_touch() -> None:
    table = founded_side_by_side()
    assert table.counts() == [0] * 4
    assert Favoring(empty=False).counts() == [0] * 4


@pytest.mark.rule("favors.setup.empty_start")
def test_nothing_was_done_with_favors_before_the_first_turn() -> None:
    table = founded_side_by_side()
    assert table.view(None)["turn"] == 0
    assert table.guild()["this_turn"] == {
        "used_or_exchanged": False,
        "swaps_left": 0,
        "gift_accepted": False,
        "asked": [],
        "gift": None,
    }


@pytest.mark.rule("favors.hidden.kinds")
def test_the_kinds_of_tokens_are_their_owners_secret() -> None:
    first, second = Favoring().tokens(0, book=1, ship=1), Favoring().tokens(0, compass=2)
    assert first.held(0) == {"ship": 1, "book": 1}
    assert "own" not in first.guild(None)
    assert first.held(1) == {}
    assert alike(first, second, 1, 2, 3, None)
    assert not alike(first, second, 0)


@pytest.mark.rule("favors.hidden.counts_public")
def test_the_numbers_of_tokens_are_public() -> None:
    table = Favoring().tokens(0, book=2).tokens(0, fresh=True, ship=1)
    for viewer in EVERYONE:
        assert table.guild(viewer)["seats"][0] == {"seat": 0, "tokens": 3, "catan_tokens": 0}
        assert table.guild(viewer)["supply"] == 53
    assert alike(table, Favoring().tokens(0, book=2).tokens(0, fresh=True, compass=1), 1, 2, 3, None)


@pytest.mark.rule("favors.hidden.used_public")
def test_used_tokens_lie_face_up() -> None:
    def used(other: str) -> Table:
        return Favoring().tokens(0, ship=1, **{other: 1}).when(0, CallMerchants(ORE))

    table = used("book")
    for viewer in EVERYONE:
        assert table.view(viewer)["favors"]["used"] == {"wagon": 0, "ship": 1, "shovel": 0, "book": 0, "compass": 0}
    assert alike(table, used("compass"), 1, 2, 3, None)


@pytest.mark.rule("favors.hidden.counts_public")
def test_a_position_from_what_a_seat_knows_has_the_same_counts() -> None:
    table = Favoring().tokens(0, book=3).tokens(1, ship=2).tokens(1, fresh=True, shovel=1)
    known: Any = CATAN.observe(table.state, 0)
    part = favors_of(CATAN.determinize(known, Random(3)))
    assert part.counts == [3, 3, 0, 0]
    assert part.tokens(0) == [0, 0, 0, 3, 0]
    assert (sum(part.tokens(1)), sum(part.deeds.fresh[5:10]), sum(part.supply)) == (3, 1, 50)
