"""Tests the Harbormaster, an official variant: a card for whoever builds most at harbors."""

from random import Random

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.five_six import Pass
from domain.catan.modules.harbormaster import HarbormasterMoved, award_of, give_card
from domain.catan.terms import NOBODY
from domain.core.chance import ScriptedChance
from domain.core.errors import Unsound
from tests.domain.catan.table import Table
from workers.agents.catan.goal import Goal
from workers.agents.catan.goal_finding import goals
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.situation import Situation

A, B, C, D = range(4)


def playing(seats: int = 4, map_name: str = "beginner", *modules: str, **options: object) -> Table:
    """Return a table with the card; seat 0 is active."""
    return Table(seats, map_name, modules=("harbormaster", *modules), **options)


def harbors(table: Table) -> list[int]:
    """Return one intersection of each harbor; two of them are never neighbors."""
    board = table.state.setting.board
    return [board.topology.edge_nodes[edge][0] for edge in board.harbor_edges]


def inland(table: Table) -> int:
    """Return an intersection with three tiles."""
    return next(node for node, tiles in enumerate(table.state.setting.board.topology.node_tiles) if len(tiles) == 3)


def given(table: Table, **counts: int) -> Table:
    """Seats have these harbor points by settlements, in the order of the harbors, and the card is where it belongs."""
    places = iter(harbors(table))
    for seat, name in enumerate("abcd"):
        table.settlement(seat, *[next(places) for _ in range(counts.get(name, 0))])
    give_card(CATAN.draft(table.state, ScriptedChance(())))
    return table


def shown(table: Table) -> tuple[int | None, list[int]]:
    """Return who holds the card, and the harbor points, as everybody sees them."""
    view = table.view(None)["harbormaster"]
    assert [seat["seat"] for seat in view["seats"]] == list(range(table.state.seats))
    return view["holder"], [seat["points"] for seat in view["seats"]]


def city_at(table: Table, seat: int, number: int) -> Table:
    """A seat builds a city at the harbor of this number, in its own turn."""
    table.turn(seat, "build").hand(seat, grain=2, ore=3)
    return table.when(seat, BuildCity(harbors(table)[number]))


@pytest.mark.rule("harbormaster.points")
def test_a_settlement_at_a_harbor_counts_one_and_a_city_two() -> None:
    table = given(playing(), a=2, b=1).settlement(C, inland(playing()))
    assert shown(table) == (None, [2, 1, 0, 0])
    assert shown(city_at(table, B, 2)) == (None, [2, 2, 0, 0])


@pytest.mark.rule("harbormaster.points")
def test_a_city_elsewhere_moves_nothing() -> None:
    table = given(playing(), a=3)
    table.settlement(A, inland(table)).turn(A, "build").hand(A, grain=2, ore=3).when(A, BuildCity(inland(table)))
    assert not table.happened(HarbormasterMoved)
    assert shown(table) == (A, [3, 0, 0, 0])


@pytest.mark.rule("harbormaster.first_three")
def test_the_first_seat_with_three_takes_the_card() -> None:
    table = given(playing(), a=2, b=2)
    place = harbors(table)[4]
    [edge, *_] = [edge for edge, _ in table.state.setting.board.topology.reach[place]]
    table.road(A, edge).turn(A, "build").hand(A, brick=1, lumber=1, wool=1, grain=1).when(A, BuildSettlement(place))
    assert table.happened(HarbormasterMoved) == [HarbormasterMoved(A, NOBODY)]
    assert table.seen(D)[-1] == {"type": "HarbormasterMoved", "seat": A, "loser": None}
    assert shown(table) == (A, [3, 2, 0, 0])


@pytest.mark.rule("harbormaster.two_points")
def test_the_card_is_worth_two_points_which_move_with_it() -> None:
    table = given(playing(), a=2, b=3)
    assert (table.points(A), table.points(B)) == (2, 3 + 2)
    city_at(city_at(table, A, 0), A, 1)
    assert shown(table)[0] == A
    assert (table.points(A), table.points(B)) == (2 + 2 + 2, 3)


@pytest.mark.rule("harbormaster.two_points")
def test_beliefs_follow_the_points_of_the_card() -> None:
    table = given(playing(), a=2, b=3)
    belief = CATAN.believe(CATAN.observe(table.state, D))
    for number in (0, 1):
        belief = belief.after(city_at(table, A, number).events)
    assert table.happened(HarbormasterMoved)
    assert belief.points == table.state.points


@pytest.mark.rule("harbormaster.exceeded")
def test_more_harbor_points_than_the_holder_has_take_the_card() -> None:
    table = given(playing(), a=3, b=2)
    assert not city_at(table, B, 3).happened(HarbormasterMoved)
    assert city_at(table, B, 4).happened(HarbormasterMoved) == [HarbormasterMoved(B, A)]
    assert shown(table) == (B, [3, 4, 0, 0])


@pytest.mark.rule("harbormaster.tie")
def test_a_tie_keeps_the_holder() -> None:
    table = given(playing(), a=3, b=2)
    assert shown(city_at(table, B, 3)) == (A, [3, 3, 0, 0])
    assert shown(city_at(table, A, 0)) == (A, [4, 3, 0, 0])


@pytest.mark.rule("harbormaster.target")
def test_a_map_with_harbors_asks_for_one_point_more() -> None:
    def target(map_name: str, *modules: str, **options: object) -> int:
        chosen: int = CATAN.configure(4, map_name, modules, options).options["victory_points"]
        return chosen

    for map_name, more in (("beginner", 1), ("variable", 1), ("new-york", 0), ("mallorca", 0)):
        assert target(map_name, "harbormaster") == target(map_name) + more
        assert target(map_name, "harbormaster", victory_points=8) == 8


@pytest.mark.rule("harbormaster.target")
def test_the_card_may_win_the_game() -> None:
    table = given(playing(victory_points=6), a=2)
    city_at(city_at(table, A, 0), A, 1)
    assert [event.seat for event in table.happened(GameWon)] == [A]


@pytest.mark.rule("harbormaster.only_harbors")
def test_on_a_map_without_harbors_nobody_has_harbor_points() -> None:
    table = Table(4, "new-york", empty=False, modules=("harbormaster", "erie-canal"))
    assert shown(table) == (None, [0, 0, 0, 0])


@pytest.mark.rule("harbormaster.between_turns")
def test_the_card_moves_between_turns_and_wins_in_the_own_turn() -> None:
    table = given(playing(5, "variable", victory_points=7), a=3, b=2)
    city_at(table, B, 3)
    table.turn(A).hand(B, grain=2, ore=3).when(A, EndTurn()).when(B, BuildCity(harbors(table)[4]))
    assert table.happened(HarbormasterMoved) == [HarbormasterMoved(B, A)]
    assert not table.happened(GameWon)
    assert table.points(B) == 4 + 2
    for seat in (B, C, D, 4):
        table.when(seat, Pass())
    assert (table.state.active, table.state.winner) == (B, NOBODY)


@pytest.mark.rule("harbormaster.combines")
def test_the_card_goes_with_everything() -> None:
    cells = {(cell["map"], cell["seats"], *cell["modules"]): cell["playable"] for cell in CATAN.describe()["matrix"]}
    with_card = {key: playable for key, playable in cells.items() if "harbormaster" in key}
    assert len(with_card) * 2 == len(cells)
    for key, playable in with_card.items():
        assert cells[tuple(part for part in key if part != "harbormaster")] == playable


def test_a_position_keeps_the_holder() -> None:
    table = given(playing(), b=3)
    again = CATAN.unpack(CATAN.pack(table.state))
    assert award_of(again).holder == B
    assert CATAN.pack(again) == CATAN.pack(table.state)
    dealt = CATAN.determinize(CATAN.observe(table.state, A), Random(1))
    assert award_of(dealt).holder == B
    assert "harbormaster" not in Table().view(None)


def test_a_position_with_the_card_in_the_wrong_place_is_refused() -> None:
    table = given(playing(), b=3)
    CATAN.check(table.state)
    award_of(table.state).holder = A
    with pytest.raises(Unsound):
        CATAN.check(table.state)


def test_an_agent_knows_what_the_card_is_worth() -> None:
    table = given(playing(), a=2, b=1).settlement(A, inland(playing()))
    plain = {goal.node: goal.points for goal in _planned(table) if goal.cost == (0, 0, 0, 2, 3)}
    assert plain == {harbors(table)[0]: 3, harbors(table)[1]: 3, inland(table): 1}


def _planned(table: Table) -> list[Goal]:
    return goals(Situation(CATAN.observe(table.state, A), tactics_of(table.state.setting)))
