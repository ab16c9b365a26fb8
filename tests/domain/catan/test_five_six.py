"""Tests five and six players: components and set-up (ledger sections 17 and 18)."""

from collections import Counter
from random import Random

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import BuildCity, BuildRoad
from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.setup.layout import letter_tokens, spiral
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.terms import DESERT, HARBORS, TERRAINS
from domain.catan.topology import coast
from domain.core.errors import InvalidConfiguration
from tests.domain.catan.boards import laid, resource_total
from tests.domain.catan.larger_island import TOPOLOGY, founding
from tests.domain.catan.table import Table, cards

PLACES = maps.places("variable", 5)
COAST = [TOPOLOGY.side(*side) for side in coast(PLACES)]
LETTERS = [2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6]
CORNERS = [(0, -3), (2, -3), (2, 0), (-1, 3), (-3, 3), (-3, 0)]
OUTER = [(-3, 0), (-3, 1), (-3, 2), (-3, 3), (-2, 3), (-1, 3), (0, 2), (1, 1), (2, 0), (2, -1), (2, -2), (2, -3)]
OUTER += [(1, -3), (0, -3), (-1, -2), (-2, -1)]
INNER = [(-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 1), (1, 0), (1, -1), (1, -2), (0, -2), (-1, -1)]
CORE = [(-1, 0), (-1, 1), (0, 0), (0, -1)]


def desert_at(*places: tuple[int, int]) -> list[int]:
    """Return a terrain for every tile, desert at these places; the tokens depend on nothing else."""
    return [DESERT if place in places else 0 for place in PLACES]


@pytest.mark.rule("catan.five_six.players")
def test_five_or_six_seats_bring_the_extension() -> None:
    for seats, modules, tiles in ((3, (), 19), (4, (), 19), (5, ("five-six",), 30), (6, ("five-six",), 30)):
        config = CATAN.configure(seats, "variable", (), {})
        assert config.modules == modules
        assert len(laid(1, seats).terrain) == tiles
    with pytest.raises(InvalidConfiguration):
        CATAN.configure(7, "variable", (), {})


@pytest.mark.rule("catan.five_six.colors")
def test_six_players_have_six_colors_and_the_usual_pieces() -> None:
    seats = Table(6, "variable").view(None)["seats"]
    assert {seat["color"] for seat in seats} == {"white", "red", "blue", "orange", "green", "brown"}
    assert all(seat["supply"] == {"roads": 15, "settlements": 5, "cities": 4} for seat in seats)
    with pytest.raises(InvalidConfiguration):
        CATAN.configure(4, "variable", (), {"colors": ["green", None, None, None]})


@pytest.mark.rule("catan.five_six.terrain")
def test_the_island_has_thirty_hexes() -> None:
    counts = Counter(TERRAINS[kind] for kind in laid(3, 5).terrain)
    assert counts == {"forest": 6, "fields": 6, "pasture": 6, "hills": 5, "mountains": 5, "desert": 2}


@pytest.mark.rule("catan.five_six.number_tokens")
def test_the_extension_has_28_tokens_of_its_own() -> None:
    for options in ({}, {"random_tokens": True}):
        counts = Counter(laid(4, 6, **options).tokens)
        assert counts == {0: 2, 2: 2, 12: 2, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3)}


@pytest.mark.rule("catan.five_six.bank")
def test_the_bank_starts_with_24_of_each_kind() -> None:
    table = Table(5, "variable")
    assert set(table.bank().values()) == {24}
    table.hand(0, wool=20)
    assert table.bank()["wool"] == 4
    assert {resource_total(table.state, kind) for kind in range(5)} == {24}


@pytest.mark.rule("catan.five_six.deck")
def test_the_deck_has_34_cards() -> None:
    assert Table(5, "variable").state.deck == (20, 3, 3, 3, 5)
    assert sum(Table(4, "variable").state.deck) == 25


@pytest.mark.rule("catan.five_six.harbors")
def test_there_are_eleven_harbors_apart_from_each_other() -> None:
    for number in range(20):
        board = laid(number, 6)
        kinds = Counter(HARBORS[kind] for kind in board.harbor_kinds)
        assert kinds == {"any": 5, "wool": 2, "brick": 1, "lumber": 1, "grain": 1, "ore": 1}
        assert len({end for edge in board.harbor_edges for end in TOPOLOGY.edge_nodes[edge]}) == 22


@pytest.mark.rule("catan.five_six.setup.no_beginner")
def test_there_is_no_beginner_layout() -> None:
    for seats in (5, 6):
        with pytest.raises(InvalidConfiguration) as refusal:
            CATAN.configure(seats, "beginner", (), {})
        assert (refusal.value.field, refusal.value.rule) == ("map", "combo.beginner.no_five_six")
    assert founding(5).state.turn == 0


@pytest.mark.rule("catan.five_six.setup.rows")
def test_the_hexes_lie_in_seven_rows() -> None:
    assert [sum(1 for _, r in PLACES if r == row) for row in range(-3, 4)] == [3, 4, 5, 6, 5, 4, 3]
    assert (TOPOLOGY.nodes, TOPOLOGY.edges) == (80, 109)


@pytest.mark.rule("catan.five_six.setup.frame")
def test_the_small_frame_pieces_stay_while_the_large_ones_permute() -> None:
    at_0 = set()
    for number in range(60):
        board = laid(number, 5)
        harbors = dict(zip(board.harbor_edges, board.harbor_kinds, strict=True))
        assert (HARBORS[harbors[COAST[18]]], HARBORS[harbors[COAST[30]]]) == ("wool", "any")
        assert not {COAST[10], COAST[11], COAST[17], COAST[29], COAST[36], COAST[37]} & set(harbors)
        at_0.add(tuple(HARBORS[harbors[edge]] if edge in harbors else "" for edge in COAST[:5]))
    pieces = {("any", "", "", kind, "") for kind in ("wool", "brick", "grain")}
    assert at_0 == pieces | {("", "", kind, "", "") for kind in ("any", "lumber", "ore")}


@pytest.mark.rule("catan.five_six.setup.frame")
def test_no_two_harbors_share_an_intersection() -> None:
    for number in range(100):
        ends = [end for edge in laid(number, 6).harbor_edges for end in TOPOLOGY.edge_nodes[edge]]
        assert len(ends) == len(set(ends))


@pytest.mark.rule("catan.five_six.setup.token_spiral")
def test_the_tokens_go_in_a_spiral_from_a_corner() -> None:
    assert spiral(PLACES, (-3, 0)) == OUTER + INNER + CORE
    tokens = letter_tokens(LETTERS, desert_at((0, 0), (0, -1)), PLACES, (-3, 0))
    assert [tokens[PLACES.index(place)] for place in ((-3, 0), (-3, 1), (-3, 2))] == [2, 5, 4]
    board = laid(5, 6, token_corner=5)
    path = [tile for tile in map(PLACES.index, OUTER + INNER + CORE) if board.terrain[tile] != DESERT]
    assert [board.tokens[tile] for tile in path] == LETTERS
    assert len({spiral(PLACES, corner)[0] for corner in CORNERS}) == 6


@pytest.mark.rule("catan.five_six.setup.token_last")
def test_za_zb_and_zc_come_last() -> None:
    board = laid(6, 5, token_corner=5)
    path = [tile for tile in map(PLACES.index, OUTER + INNER + CORE) if board.terrain[tile] != DESERT]
    assert [board.tokens[tile] for tile in path[-3:]] == [3, 2, 6]


@pytest.mark.rule("catan.five_six.setup.token_skip_deserts")
def test_the_spiral_passes_over_both_deserts() -> None:
    tokens = letter_tokens(LETTERS, desert_at(OUTER[1], INNER[0]), PLACES, OUTER[0])
    along = [tokens[PLACES.index(place)] for place in OUTER + INNER + CORE]
    assert along[:3] == [2, 0, 5]
    assert along[16] == 0
    assert [number for number in along if number] == LETTERS


@pytest.mark.rule("catan.five_six.setup.robber")
def test_the_robber_starts_on_a_desert() -> None:
    for number in range(30):
        board = laid(number, 6)
        assert board.terrain[board.robber] == DESERT
        assert founding(6, number).view(None)["robber"] == board.robber


@pytest.mark.rule("catan.five_six.setup.robber_chooser")
def test_both_deserts_are_drawn_for_the_robber() -> None:
    boards = [laid(number, 5) for number in range(40)]
    assert {board.terrain[: board.robber].count(DESERT) for board in boards} == {0, 1}


@pytest.mark.rule("catan.five_six.setup.rest")
def test_six_players_found_in_snake_order_and_the_second_settlement_pays() -> None:
    table, order = founding(6), []
    while CATAN.awaiting(table.state)[0].frame == "found_settlement":
        seat = CATAN.awaiting(table.state)[0].seat
        order.append(seat)
        place = table.listed(seat)[0]
        table.when(seat, place)
        expected = Counter(table.state.setting.board.yields(place.node)) if len(order) > 6 else Counter()
        assert sum(table.hand_of(seat).values()) == sum(expected.values())
        table.when(seat, table.listed(seat)[0])
    assert order == [*range(6), *reversed(range(6))]
    assert table.state.active == 0


@pytest.mark.rule("catan.five_six.founding_always_placeable")
def test_there_is_always_a_place_to_found() -> None:
    for number in range(12):
        table, rng = founding(6, number), Random(number)
        while CATAN.awaiting(table.state)[0].frame == "found_settlement":
            seat = CATAN.awaiting(table.state)[0].seat
            assert any(isinstance(command, FoundSettlement) for command in table.listed(seat))
            # the greediest founder blocks as many places as there are
            near, blocked = TOPOLOGY.near, table.state.blocked
            most = max((near[c.node] & ~blocked).bit_count() for c in table.listed(seat))
            sites = [c for c in table.listed(seat) if (near[c.node] & ~blocked).bit_count() == most]
            table.when(seat, rng.choice(sites))
            table.when(seat, rng.choice(table.listed(seat)))
        assert table.state.blocked.bit_count() <= 48


@pytest.mark.rule("catan.five_six.same_rules")
def test_the_rest_is_the_base_game() -> None:
    table = Table(6, "variable").hand(3, wool=8).hand(2, wool=7).phase("roll").roll(7)
    assert [entry.seat for entry in CATAN.awaiting(table.state)] == [3]
    assert table.refused(3, Discard(cards(wool=3))) == "catan.seven.discard_half_down"
    table.when(3, Discard(cards(wool=4)))
    other = Table(6, "variable").hand(0, ore=3, grain=2, brick=1, lumber=1)
    spots = [0, 4, 16, 22, 30]
    other.city(0, *spots[:4]).settlement(0, spots[4])
    other.road(0, TOPOLOGY.node_edges[0][0])
    assert other.points(0) == 9
    other.when(0, BuildRoad(next(c.edge for c in other.listed(0) if isinstance(c, BuildRoad))))
    assert other.refused(0, BuildCity(spots[4])) == "catan.city.limit"
    last = Table(6, "variable").hand(0, ore=3, grain=2).city(0, *spots[:3]).settlement(0, *spots[3:]).knights(0, 3)
    assert last.points(0) == 10
    last.when(0, BuildCity(spots[3]))
    assert last.happened(GameWon)[0].points == 11
