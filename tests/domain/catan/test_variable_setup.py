"""Tests variable set-up (ledger section 3)."""

from collections import Counter, defaultdict

import pytest

from domain.catan import CATAN
from domain.catan.chapters.setup.layout import letter_tokens, red_neighbors
from domain.catan.terms import DESERT, HARBORS, TERRAINS
from domain.core.chance import NotedChance
from domain.core.errors import InvalidConfiguration
from tests.domain.catan.boards import laid, printed, seeded
from tests.domain.catan.table import PLACES, TOPOLOGY, Table, edge

LETTERS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
OUTER = [(0, -2), (-1, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (1, 1), (2, 0), (2, -1), (2, -2), (1, -2)]
INNER = [(0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1)]
CORNERS = [(0, -2), (2, -2), (2, 0), (0, 2), (-2, 2), (-2, 0)]
# The coastal sides clockwise from the north-west side of the top-left hex, as the fact sheet numbers them.
COAST = """
(0,-2)NW (0,-2)NE (1,-2)NW (1,-2)NE (2,-2)NW (2,-2)NE (2,-2)E (2,-1)NE (2,-1)E (2,0)NE (2,0)E (2,0)SE (1,1)E (1,1)SE
(0,2)E (0,2)SE (0,2)SW (-1,2)SE (-1,2)SW (-2,2)SE (-2,2)SW (-2,2)W (-2,1)SW (-2,1)W (-2,0)SW (-2,0)W (-2,0)NW
(-1,-1)W (-1,-1)NW (0,-2)W
"""
FRAME = [
    ((0, "any"), (3, "grain")),
    ((2, "ore"),),
    ((0, "any"), (3, "wool")),
    ((2, "any"),),
    ((0, "any"), (3, "brick")),
    ((2, "lumber"),),
]


def spiral_from(corner: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the fact sheet's spiral: both rings turned to the corner, the center last."""
    at = OUTER.index(corner)
    return [*OUTER[at:], *OUTER[:at], *INNER[at // 2 :], *INNER[: at // 2], (0, 0)]


def tokens_along(tokens: tuple[int, ...] | list[int], path: list[tuple[int, int]]) -> list[int]:
    """Return the tokens along a path of hexes, 0 for none."""
    return [tokens[PLACES.index(place)] for place in path]


def terrain_with_desert(place: tuple[int, int]) -> list[int]:
    """Return a terrain for every tile, desert at one place; the tokens depend on nothing else."""
    return [DESERT if hex_ == place else 0 for hex_ in PLACES]


@pytest.mark.rule("catan.setup.variable.terrain_shuffled")
def test_a_seed_lays_the_same_board_for_ever() -> None:
    chance = NotedChance(seeded(7))
    board = CATAN.setup(CATAN.configure(4, "variable", (), {}), chance)[0]
    assert {draw.stream for draw in chance.draws} == {"terrain", "token_corner", "frame", "start"}
    assert board.terrain == (0, 1, 4, 3, 4, 3, 4, 1, 2, 1, 0, 0, 2, 1, 3, 2, 5, 3, 2)
    assert board.tokens == (8, 3, 6, 10, 4, 9, 2, 9, 5, 11, 10, 5, 12, 6, 3, 8, 0, 11, 4)
    assert board.harbor_edges == (2, 5, 22, 53, 69, 66, 49, 33, 10)
    assert board.harbor_kinds == (4, 5, 2, 5, 1, 5, 0, 5, 3)
    assert (board.robber, board.first) == (16, 0)


@pytest.mark.rule("catan.setup.variable.terrain_shuffled")
def test_a_seed_lays_the_same_large_board_for_ever() -> None:
    chance, options = NotedChance(seeded(7)), {"random_tokens": True, "harbor_markers": True}
    board = CATAN.setup(CATAN.configure(6, "variable", (), options), chance)[0]
    assert {draw.stream for draw in chance.draws} == {"terrain", "tokens", "harbor_markers", "robber_start", "start"}
    assert board.terrain[:15] == (2, 0, 2, 1, 1, 0, 0, 5, 4, 4, 2, 1, 3, 3, 2)
    assert board.terrain[15:] == (2, 4, 3, 1, 3, 2, 3, 0, 5, 1, 0, 4, 4, 3, 1)
    assert board.tokens[:15] == (9, 10, 6, 10, 8, 4, 11, 0, 10, 2, 3, 8, 5, 8, 5)
    assert board.tokens[15:] == (9, 5, 11, 12, 11, 4, 3, 9, 0, 2, 6, 3, 6, 4, 12)
    assert board.harbor_edges == (0, 3, 17, 57, 85, 106, 103, 86, 33, 102, 58)
    assert board.harbor_kinds == (2, 5, 5, 4, 3, 2, 5, 1, 5, 0, 5)
    assert (board.robber, board.first) == (7, 2)


@pytest.mark.rule("catan.setup.variable.terrain_shuffled")
def test_every_terrain_occurs_at_every_place() -> None:
    seen = defaultdict(set)
    boards = [laid(number) for number in range(150)]
    for board in boards:
        for place, terrain in enumerate(board.terrain):
            seen[place].add(TERRAINS[terrain])
    assert all(seen[place] == set(TERRAINS) for place in range(19))
    assert len({board.terrain for board in boards}) == 150
    assert laid(7) == laid(7)


@pytest.mark.rule("catan.setup.variable.frame_any_order")
def test_the_frame_pieces_keep_their_harbors_in_any_order() -> None:
    index = {edge(*side.split(")")): at for at, side in enumerate(COAST.split())}
    assert len(index) == 30
    at_slot = defaultdict(set)
    for number in range(80):
        board = laid(number)
        pieces = defaultdict(list)
        for spot, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True):
            pieces[index[spot] // 5].append((index[spot] % 5, HARBORS[kind]))
        found = {slot: tuple(sorted(piece)) for slot, piece in pieces.items()}
        assert Counter(found.values()) == Counter(FRAME)
        for slot, piece in found.items():
            at_slot[slot].add(piece)
    assert all(len(at_slot[slot]) == 6 for slot in range(6))


@pytest.mark.rule("catan.setup.variable.harbor_markers")
def test_harbor_markers_are_shuffled_over_the_printed_places() -> None:
    places = printed()["harbor_edges"]
    seen = defaultdict(set)
    for number in range(60):
        board = laid(number, harbor_markers=True)
        assert sorted(board.harbor_edges) == sorted(places)
        for spot, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True):
            seen[spot].add(HARBORS[kind])
    assert all(seen[spot] == set(HARBORS) for spot in places)
    assert any(sorted(laid(number).harbor_edges) != sorted(places) for number in range(5))


@pytest.mark.rule("catan.setup.variable.token_spiral")
def test_the_tokens_lie_in_a_spiral() -> None:
    tokens = letter_tokens(LETTERS, terrain_with_desert((0, 0)), PLACES, (0, -2))
    assert tokens_along(tokens, [(0, -2), (-1, -1), (-2, 0), (-2, 1)]) == [5, 2, 6, 3]
    assert tokens_along(tokens, [*OUTER, *INNER, (0, 0)]) == [*LETTERS, 0]


@pytest.mark.rule("catan.setup.variable.token_spiral")
def test_a_laid_board_has_the_spiral() -> None:
    for number in range(30):
        board = laid(number, token_corner=0)
        assert [token for token in tokens_along(board.tokens, spiral_from((0, -2))) if token] == LETTERS


@pytest.mark.rule("catan.setup.variable.token_skip_desert")
def test_the_spiral_passes_over_the_desert() -> None:
    tokens = letter_tokens(LETTERS, terrain_with_desert((-1, -1)), PLACES, (0, -2))
    assert tokens_along(tokens, [(0, -2), (-1, -1), (-2, 0), (-2, 1)]) == [5, 0, 2, 6]
    assert tokens_along(tokens, [(0, 0)]) == [LETTERS[-1]]


@pytest.mark.rule("catan.setup.variable.token_corner")
def test_the_spiral_starts_on_any_corner_hex() -> None:
    for option, corner in enumerate(CORNERS):
        for number in range(5):
            board = laid(number, token_corner=option)
            assert [token for token in tokens_along(board.tokens, spiral_from(corner)) if token] == LETTERS


@pytest.mark.rule("catan.setup.variable.token_corner")
def test_the_spiral_starts_nowhere_but_on_a_corner() -> None:
    for option in (6, -1, "(0,0)", True):
        with pytest.raises(InvalidConfiguration) as refusal:
            CATAN.configure(4, "variable", (), {"token_corner": option})
        assert refusal.value.field == "options.token_corner"
    started = {start_of(laid(number).tokens) for number in range(60)}
    assert started == set(CORNERS)


def start_of(tokens: tuple[int, ...]) -> tuple[int, int]:
    """Return the corner that a spiral starts on, the only one that fits."""
    fits = [c for c in CORNERS if [t for t in tokens_along(tokens, spiral_from(c)) if t] == LETTERS]
    assert len(fits) == 1
    return fits[0]


@pytest.mark.rule("catan.setup.variable.spiral_as_it_falls")
def test_the_spiral_is_never_rearranged() -> None:
    for corner in CORNERS:
        for desert in PLACES:
            tokens = letter_tokens(LETTERS, terrain_with_desert(desert), PLACES, corner)
            assert [token for token in tokens_along(tokens, spiral_from(corner)) if token] == LETTERS
            assert not adjacent_reds(tokens)


def adjacent_reds(tokens: tuple[int, ...] | list[int]) -> list[tuple[int, int]]:
    """Return the pairs of neighboring tiles with a 6 or an 8 on both."""
    red = [place for place, token in zip(PLACES, tokens, strict=True) if token in (6, 8)]
    steps = ((1, 0), (0, 1), (1, -1))
    return [(PLACES.index(p), PLACES.index(q)) for p in red for q in red if (q[0] - p[0], q[1] - p[1]) in steps]


@pytest.mark.rule("catan.setup.variable.random_tokens_red_apart")
def test_random_tokens_keep_the_red_numbers_apart() -> None:
    boards = [laid(number, random_tokens=True) for number in range(150)]
    for board in boards:
        assert not adjacent_reds(board.tokens)
        assert sorted(token for token in board.tokens if token) == sorted(LETTERS)
        assert board.tokens[board.robber] == 0
    assert all(len({board.tokens[place] for board in boards}) > 5 for place in range(19))
    neighbors = [6 if place in ((0, 0), (1, 0)) else 2 for place in PLACES]
    assert adjacent_reds(neighbors)
    assert red_neighbors(neighbors, TOPOLOGY)


@pytest.mark.rule("catan.setup.variable.three_player_colors")
def test_three_players_may_use_red_in_variable_setup() -> None:
    config = CATAN.configure(3, "variable", (), {"colors": [None, "red", "orange"]})
    assert config.options["colors"] == ["white", "red", "orange"]
    table = Table(3, "variable", empty=False, colors=["red", "orange", "blue"])
    assert [seat["color"] for seat in table.view(None)["seats"]] == ["red", "orange", "blue"]
    with pytest.raises(InvalidConfiguration):
        CATAN.configure(3, "beginner", (), {"colors": [None, "red", "orange"]})
