"""Tests players and components (ledger section 1)."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.board import Board
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.production import DiceRolled, RollDice
from domain.catan.state import State
from domain.catan.terms import DESERT, HARBORS, KINDS, NOBODY, RESOURCES, STREAM_DICE, TERRAINS, VICTORY_POINT
from domain.core.errors import InvalidConfiguration
from tests.domain.catan.boards import laid, random_game, resource_total, seeded
from tests.domain.catan.table import Table, node, tile

BOARDS = [Table().state.setting.board, *(CATAN.begin(laid(number)).setting.board for number in range(30))]


def words(names: tuple[str, ...], values: tuple[int, ...]) -> dict[str, int]:
    """Return how often each word occurs."""
    return dict(Counter(names[value] for value in values))


@pytest.mark.rule("catan.players.base_count")
def test_three_or_four_seats_can_play() -> None:
    for seats in (3, 4):
        assert CATAN.configure(seats, "variable", (), {}).seats == seats
    for seats in (1, 2):
        with pytest.raises(InvalidConfiguration) as refusal:
            CATAN.configure(seats, "variable", (), {})
        assert (refusal.value.field, refusal.value.rule) == ("seats", "catan.players.base_count")


@pytest.mark.rule("catan.players.base_count")
def test_five_seats_cannot_play_the_base_board() -> None:
    with pytest.raises(InvalidConfiguration) as refusal:
        CATAN.configure(5, "beginner", (), {})
    assert refusal.value.field in ("seats", "map")


@pytest.mark.rule("catan.players.colors")
def test_every_seat_has_a_color_of_its_own() -> None:
    config = CATAN.configure(4, "variable", (), {"colors": ["blue", None, "white", None]})
    assert config.options["colors"] == ["blue", "red", "white", "orange"]
    assert [seat["color"] for seat in Table(colors=["blue", None, "white", None]).view(None)["seats"]] == [
        "blue",
        "red",
        "white",
        "orange",
    ]
    for colors in (["blue", "blue", None, None], ["green", None, None, None]):
        with pytest.raises(InvalidConfiguration) as refusal:
            CATAN.configure(4, "variable", (), {"colors": colors})
        assert refusal.value.rule == "catan.players.colors"


@pytest.mark.rule("catan.component.terrain")
def test_the_island_has_nineteen_tiles() -> None:
    expected = {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
    for board in BOARDS:
        assert words(TERRAINS, board.terrain) == expected


@pytest.mark.rule("catan.component.terrain_resource")
def test_each_terrain_yields_its_resource() -> None:
    expected = {"forest": "lumber", "pasture": "wool", "fields": "grain", "hills": "brick", "mountains": "ore"}
    board = BOARDS[0]
    for place, (terrain, token) in enumerate(zip(board.terrain, board.tokens, strict=True)):
        if terrain == DESERT:
            continue
        others = [t for t in range(19) if t != place and board.tokens[t] == token]
        spot = next(n for n in board.topology.tile_nodes[place] if not set(board.topology.node_tiles[n]) & set(others))
        table = Table().phase("roll").settlement(0, spot).roll(token)
        assert table.hand_of(0) == {expected[TERRAINS[terrain]]: 1}


@pytest.mark.rule("catan.component.terrain_resource")
def test_the_desert_yields_nothing() -> None:
    for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        table = Table().phase("roll").settlement(0, node("(0,0)N")).robber(tile("(0,-2)")).roll(number)
        assert table.hand_of(0) == {6: {"brick": 1}, 4: {"wool": 1}}.get(number, {})


@pytest.mark.rule("catan.component.number_tokens")
def test_eighteen_number_tokens_lie_off_the_desert() -> None:
    expected = {2: 1, 12: 1, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)}
    for board in BOARDS:
        assert Counter(token for token in board.tokens if token) == expected
        assert [not token for token in board.tokens] == [terrain == DESERT for terrain in board.terrain]


@pytest.mark.rule("catan.component.harbors")
def test_nine_harbors_lie_on_the_coast() -> None:
    for board in BOARDS:
        assert words(HARBORS, board.harbor_kinds) == {"any": 4, **dict.fromkeys(RESOURCES, 1)}
        assert all(len(inland(board, edge)) == 1 for edge in board.harbor_edges)


def inland(board: Board, edge: int) -> set[int]:
    """Return the tiles that an edge borders."""
    a, b = board.topology.edge_nodes[edge]
    return set(board.topology.node_tiles[a]) & set(board.topology.node_tiles[b])


@pytest.mark.rule("catan.component.harbor_vertices")
def test_a_harbor_serves_the_two_ends_of_its_edge() -> None:
    for board in BOARDS:
        ends = [n for edge in board.harbor_edges for n in board.topology.edge_nodes[edge]]
        assert len(ends) == len(set(ends)) == 18
        served = [n for kind in range(len(HARBORS)) for n in range(54) if board.harbor_mask[kind] >> n & 1]
        assert sorted(served) == sorted(ends)


@pytest.mark.rule("catan.component.bank_size")
def test_the_bank_starts_with_nineteen_of_each() -> None:
    assert Table(map_name="variable", empty=False).bank() == dict.fromkeys(RESOURCES, 19)
    beginners = Table(empty=False)
    assert {kind: resource_total(beginners.state, k) for k, kind in enumerate(RESOURCES)} == dict.fromkeys(
        RESOURCES, 19
    )
    assert sum(beginners.bank().values()) == 95 - 12


@pytest.mark.rule("catan.component.card_conservation")
def test_resource_cards_only_move() -> None:
    discards = 0
    for number in range(3):
        for state in random_game(number):
            discards += any(state.aside)
            assert [resource_total(state, kind) for kind in range(KINDS)] == [19] * KINDS
            assert min(state.bank) >= 0
            assert min(state.hands) >= 0
    assert discards


@pytest.mark.rule("catan.component.development_deck")
def test_the_deck_holds_twenty_five_cards() -> None:
    bought: Counter[str] = Counter()
    table = Table(victory_points=20).phase("build")
    assert table.view(None)["deck"] == 25
    for _ in range(25):
        table.hand(0, wool=1, grain=1, ore=1)
        draft = CATAN.decide(table.state, 0, BuyDevelopmentCard(), seeded(4))
        bought[CATAN.events.encode(draft.events[0])["card"]] += 1
        table.state = draft.state
    assert bought == {"knight": 14, "road_building": 2, "year_of_plenty": 2, "monopoly": 2, "victory_point": 5}
    table.hand(0, wool=1, grain=1, ore=1)
    assert table.refused(0, BuyDevelopmentCard()) == "catan.development_card.deck_empty"


@pytest.mark.rule("catan.component.pieces")
def test_every_seat_owns_fifteen_five_and_four() -> None:
    most = Counter[str]()
    for number in range(3):
        for state in random_game(number):
            for seat in CATAN.render(CATAN.observe(state, None))["seats"]:
                assert owned(seat) == {"roads": 15, "settlements": 5, "cities": 4}
                assert min(seat["supply"].values()) >= 0
                most |= Counter({kind: len(seat[kind]) for kind in seat["supply"]})
    assert most["roads"] > 5
    assert most["settlements"] > 2

    upgraded = Table().city(0, node("(0,0)N")).view(None)["seats"][0]
    assert owned(upgraded) == {"roads": 15, "settlements": 5, "cities": 4}
    assert upgraded["supply"] == {"roads": 15, "settlements": 5, "cities": 3}


def owned(seat: dict[str, Any]) -> dict[str, int]:
    """Return how many pieces of each kind a seat has in its supply and on the board together."""
    return {kind: left + len(seat[kind]) for kind, left in seat["supply"].items()}


@pytest.mark.rule("catan.component.special_cards")
def test_each_special_card_has_at_most_one_holder() -> None:
    holders: dict[str, set[int]] = {"road": set(), "army": set()}
    for number in range(6):
        for state in random_game(number):
            assert state.points == [scored(state, seat) for seat in range(4)]
            holders["road"].add(state.longest_road)
            holders["army"].add(state.largest_army)
    assert all(len(held) > 2 and NOBODY in held for held in holders.values())


def scored(state: State, seat: int) -> int:
    """Return the points of a seat: buildings and special cards, and victory point cards once somebody has won."""
    points = state.settlements[seat].bit_count() + 2 * state.cities[seat].bit_count()
    points += 2 * (state.longest_road == seat) + 2 * (state.largest_army == seat)
    return points + (state.card(seat, VICTORY_POINT) if state.winner != NOBODY else 0)


@pytest.mark.rule("catan.component.dice")
def test_two_dice_are_rolled_and_added() -> None:
    table = Table().phase("roll")
    rolls = []
    for number in range(3600):
        table.state.draws[STREAM_DICE] = number
        draft = CATAN.decide(table.state, 0, RollDice(), seeded(1))
        rolls += [event.dice for event in draft.events if type(event) is DiceRolled]
    assert len(set(rolls)) == 36
    sums = Counter(a + b for a, b in rolls)
    assert sorted(sums) == list(range(2, 13))
    assert 540 <= sums[7] <= 660
    assert all(sums[low] < sums[high] for low, high in pairwise((2, 4, 6)))
    assert all(sums[high] > sums[low] for high, low in pairwise((8, 10, 12)))
    assert table.roll(9).seen(None)[0]["dice"] == [3, 6]
