"""Tests boards of one's own: what is refused, their text, and boards that are made from rules."""

import json
import re
import tomllib
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.setup.layout import red_neighbors
from domain.catan.maps.own import (
    LONGEST,
    MOST_HARBORS,
    MOST_TILES,
    list_seats,
    read_board,
    sites_for,
    write_board,
)
from domain.catan.topology import DIRECTIONS, build, coast, neighbor
from domain.core.chance import SeededChance
from domain.core.errors import InvalidConfiguration, Unsound
from domain.dice import DICE
from tests.domain.catan.own_boards import (
    BEGINNER,
    LARGE,
    MIDDLE,
    OWN,
    SMALL,
    document,
    harbor,
    island,
    made,
    ring,
    tile,
)

SEVEN = [tile(0, 0), *[tile(*neighbor((0, 0), side)) for side in DIRECTIONS]]


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """Return a sound board with one member changed."""
    board: Any = {"tiles": deepcopy(SEVEN), "harbors": [harbor(1, 0, "E")]}
    whole = board
    for step in path[:-1]:
        board = board[step]
    board[path[-1]] = to
    return dict(whole)


LINE = [tile(q, 0) for q in range(-12, 14)]
UNSOUND = {
    "no tile": ({"tiles": [], "harbors": []}, "board.size", "/tiles"),
    "too many": ({"tiles": [tile(q, r) for q in range(8) for r in range(8)], "harbors": []}, "board.size", "/tiles"),
    "twice": (changed("tiles", 4, to=tile(0, 0)), "board.twice", "/tiles/4"),
    "far away": (changed("tiles", 2, to=tile(200, 0)), "board.far", "/tiles/2"),
    "too wide": ({"tiles": LINE, "harbors": []}, "board.wide", "/tiles"),
    "apart": (changed("tiles", 6, to=tile(4, 4)), "board.apart", "/tiles/6"),
    "apart, but for a corner": (changed("tiles", 6, to=tile(2, -3)), "board.apart", "/tiles/6"),
    "a number on a desert": (changed("tiles", 3, to=tile(0, 1, "desert", 4)), "board.desert", "/tiles/3/token"),
    "land without a number": (changed("tiles", 0, "token", to=None), "board.number", "/tiles/0/token"),
    "a seven": (changed("tiles", 0, "token", to=7), "board.number", "/tiles/0/token"),
    "deserts alone": (
        {"tiles": [{**one, "terrain": "desert", "token": None} for one in SEVEN], "harbors": []},
        "board.barren",
        "/tiles",
    ),
    "too few sites": ({"tiles": SEVEN[:4], "harbors": []}, "board.sites", "/tiles"),
    "red neighbors": (
        {"tiles": [tile(0, 0, token=6), tile(0, 1, token=8), *SEVEN[2:3], *SEVEN[4:]], "harbors": []},
        "board.red",
        "/tiles/0/token",
    ),
    "equal red neighbors": (
        {"tiles": [tile(0, 0), *SEVEN[3:], tile(1, -1, token=6), tile(1, 0, token=6)][:7], "harbors": []},
        "board.red",
        "/tiles/5/token",
    ),
    "a harbor in the sea": (changed("harbors", 0, to=harbor(3, 0, "E")), "board.harbor_tile", "/harbors/0"),
    "a harbor inland": (changed("harbors", 0, to=harbor(0, 0, "E")), "board.inland", "/harbors/0/side"),
    "harbors side by side": (
        changed("harbors", to=[harbor(1, 0, "E"), harbor(1, 0, "SE")]),
        "board.crowded",
        "/harbors/1",
    ),
    "a harbor twice": (changed("harbors", to=[harbor(1, 0, "E")] * 2), "board.crowded", "/harbors/1"),
    "harbors of two tiles at one corner": (
        changed("harbors", to=[harbor(1, 0, "NE"), harbor(1, -1, "E")]),
        "board.crowded",
        "/harbors/1",
    ),
    "too many harbors": (changed("harbors", to=[harbor(1, 0, "E")] * (MOST_HARBORS + 1)), "board.harbors", "/harbors"),
}


@pytest.mark.parametrize(("board", "key", "pointer"), UNSOUND.values(), ids=UNSOUND.keys())
def test_a_board_that_cannot_be_is_refused_for_its_own_reason(board: dict[str, Any], key: str, pointer: str) -> None:
    with pytest.raises(Unsound) as refused:
        write_board(board)
    assert (refused.value.key, refused.value.pointer) == (key, pointer)


def test_red_neighbors_may_be_wanted() -> None:
    tiles = [tile(0, 0, token=6), tile(0, 1, token=8), *SEVEN[1:3], *SEVEN[4:]]
    text = write_board({"tiles": tiles, "harbors": [], "red_neighbors": True})
    assert document(text)["red_neighbors"] is True


def by_place(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(listed, key=lambda one: (one["r"], one["q"], one.get("side", "")))


@pytest.mark.parametrize("seed", range(60))
def test_a_board_is_what_its_text_says(seed: int) -> None:
    rng = Random(seed)
    places = [(one["q"], one["r"]) for one in island(rng.randint(7, 40), seed)]
    q, r = rng.choice([(0, 0), (3, -7), (-40, 40)])
    kinds = ("hills", "forest", "pasture", "fields", "mountains")
    tiles = [tile(a + q, b + r, rng.choice(kinds), rng.choice((2, 3, 4, 5, 9, 10, 11, 12))) for a, b in places]
    tiles[0] = tile(tiles[0]["q"], tiles[0]["r"], "desert", None)
    sides = [*dict.fromkeys(coast([(one["q"], one["r"]) for one in tiles]))][::4][:MOST_HARBORS]
    harbors = [harbor(*place, side, rng.choice(["any", "ore", "brick"])) for place, side in sides[:-1]]
    rng.shuffle(tiles)
    text = write_board({"tiles": tiles, "harbors": harbors})
    assert len(text) <= LONGEST
    assert text.isascii()
    assert all(sign.isalnum() or sign in "-._" for sign in text)
    found = document(text)
    assert found["tiles"] == by_place(tiles)
    assert by_place(found["harbors"]) == by_place(harbors)
    assert write_board(found) == text
    rng.shuffle(harbors)
    assert write_board({"tiles": tiles[::-1], "harbors": harbors}) == text


def test_the_longest_texts_are_short_enough() -> None:
    tiles = [tile(q * 2, r, "mountains", 12) for q in range(12) for r in range(4)]
    tiles += [tile(q * 2 + 1, 0) for q in range(12)]
    text = write_board({"tiles": [{**one, "q": one["q"] - 99, "r": one["r"] - 99} for one in tiles], "harbors": []})
    assert len(tiles) == MOST_TILES
    assert len(text) + 2 * MOST_HARBORS <= LONGEST


@pytest.mark.parametrize("text", [SMALL, MIDDLE, LARGE, BEGINNER])
def test_no_changed_text_is_read(text: str) -> None:
    signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~ \u00e4"
    others = [text[:at] + sign + text[at + 1 :] for at in range(len(text)) for sign in signs if sign != text[at]]
    cut = [text[:at] for at in range(len(text))]
    swapped = [
        text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1) if text[at] != text[at + 1]
    ]
    for other in [*others, *cut, *swapped, text + "A", text + "."]:
        with pytest.raises(Unsound):
            read_board(other)


DAMAGED = {
    "nothing": ("own-1", "board.damaged"),
    "another edition": ("own-2.ABC..00", "board.edition"),
    "no edition": ("own-", "board.edition"),
    "not even digits": ("own-1.\u0663A.\u0663.\u0663", "board.damaged"),
    "endless": ("own-1." + "A" * 100_000, "board.damaged"),
}


@pytest.mark.parametrize(("text", "key"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_text_that_is_none_is_refused_by_its_own_reason(text: str, key: str) -> None:
    with pytest.raises(InvalidConfiguration) as refused:
        CATAN.configure(3, text, (), {})
    assert (refused.value.field, refused.value.key) == ("map", key)


@pytest.mark.rule("combo.own_board.room")
def test_seats_are_as_many_as_surely_find_sites() -> None:
    for size in range(4, 20):
        places = [(one["q"], one["r"]) for one in island(size, size)]
        nodes = build(places).nodes
        assert list_seats(places) == [seats for seats in range(3, 7) if nodes > 4 * (2 * seats - 1)]
    assert [sites_for(seats) for seats in (3, 4, 5, 6)] == [21, 29, 37, 45]
    assert maps.seats_of(BEGINNER) == (3, 4, 5, 6)


@pytest.mark.parametrize("seats", [5, 6])
def test_more_seats_than_a_board_has_room_for_are_refused(seats: int) -> None:
    with pytest.raises(InvalidConfiguration) as refused:
        CATAN.configure(seats, SMALL, (), {})
    assert (refused.value.field, refused.value.rule) == ("map", "combo.own_board.room")


@pytest.mark.parametrize(("module", "rule"), [("erie-canal", "canal.setup.only_new_york"), ("towns", None)])
def test_a_module_that_needs_a_map_of_its_own_is_refused(module: str, rule: str | None) -> None:
    with pytest.raises(InvalidConfiguration) as refused:
        CATAN.configure(3, SMALL, (module,), {})
    assert refused.value.rule == rule


@pytest.mark.parametrize("option", ["harbor_markers", "random_tokens"])
def test_options_of_the_variable_set_up_are_refused(option: str) -> None:
    with pytest.raises(InvalidConfiguration) as refused:
        CATAN.configure(3, SMALL, (), {option: True})
    assert refused.value.field == f"options.{option}"


def test_a_board_says_all_so_that_nothing_of_it_is_drawn() -> None:
    config = CATAN.configure(3, SMALL, (), {})
    boards = [CATAN.geometry(CATAN.begin(CATAN.setup(config, SeededChance(seed))[0])) for seed in (b"a", b"b")]
    assert boards[0] == boards[1] == CATAN.printed(config)
    assert boards[0]["map"] == SMALL
    shown = {(one["q"], one["r"]): (one["terrain"], one["token"]) for one in boards[0]["tiles"]}
    assert shown == {(one["q"], one["r"]): (one["terrain"], one["token"]) for one in ring()["tiles"]}
    assert len(boards[0]["harbors"]) == 2


@pytest.mark.rule("combo.own_board.robber")
def test_the_robber_begins_on_a_desert_else_on_a_number_that_is_rolled_least() -> None:
    first = CATAN.begin(CATAN.setup(CATAN.configure(3, SMALL, (), {}), SeededChance(b"a"))[0])
    assert first.setting.board.tokens[first.robber] in (3, 11)
    other = CATAN.begin(CATAN.setup(CATAN.configure(4, BEGINNER, (), {}), SeededChance(b"a"))[0])
    assert other.robber == other.setting.board.deserts[0]


def test_the_beginner_board_as_a_text_has_the_same_places() -> None:
    own = CATAN.printed(CATAN.configure(4, BEGINNER, (), {}))
    printed = CATAN.printed(CATAN.configure(4, "beginner", (), {}))
    assert own is not None
    assert printed is not None
    assert {**own, "map": "beginner", "harbors": []} == {**printed, "harbors": []}
    assert sorted(own["harbors"], key=lambda one: one["edge"]) == sorted(
        printed["harbors"], key=lambda one: one["edge"]
    )


def test_boards_in_memory_are_bounded() -> None:
    for number in range(200):
        maps.topology_of(made(str(number), balanced=False), 3)
    assert maps._read_own.cache_info().currsize <= 64
    assert maps._build_own.cache_info().currsize <= 64


RULES: dict[str, dict[str, Any]] = {
    "nothing asked": {},
    "six seats": {"seats": 6},
    "no equal neighbors": {"equal_neighbors": False},
    "a shape": {"shape": island(25, 1)},
    "a shape without equal neighbors": {"shape": island(25, 2), "equal_neighbors": False, "seats": 5},
    "not balanced": {"balanced": False, "shape": island(60, 5)},
    "given harbors": {"shape": island(19, 7), "harbors": []},
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_a_board_keeps_the_rules_that_it_is_made_from(rules: dict[str, Any]) -> None:
    for seed in ("one", "two", "three"):
        text = made(seed, **rules)
        assert text == made(seed, **rules)
        board = document(text)
        places = [(one["q"], one["r"]) for one in board["tiles"]]
        if "shape" in rules:
            assert sorted(places) == sorted((one["q"], one["r"]) for one in rules["shape"])
        tokens = [one["token"] or 0 for one in board["tiles"]]
        assert not red_neighbors(tokens, build(places))
        if rules.get("balanced", True):
            pips = [6 - abs(7 - token) if token else 0 for token in tokens]
            assert max(sum(pips[at] for at in tiles) for tiles in build(places).node_tiles) <= 11
        if not rules.get("equal_neighbors", True):
            at = dict(zip(places, board["tiles"], strict=True))
            for place, one in at.items():
                for side in DIRECTIONS:
                    other = at.get(neighbor(place, side), {"terrain": "", "token": 0})
                    assert other["terrain"] != one["terrain"]
                    assert other["token"] != one["token"] or not one["token"]
        if "harbors" in rules:
            assert board["harbors"] == rules["harbors"]
    assert made("one", **rules) != made("two", **rules)


def test_given_harbors_stay_where_they_are() -> None:
    harbors = [harbor(0, -2, "NW", "ore"), harbor(0, 2, "SE")]
    assert by_place(document(made("a", harbors=harbors))["harbors"]) == by_place(harbors)


UNMET: dict[str, tuple[dict[str, Any], str, str]] = {
    "a harbor inland": ({"harbors": [harbor(0, 0, "E")]}, "board.inland", "/harbors/0/side"),
    "a shape in two": ({"shape": [{"q": 0, "r": 0}, {"q": 3, "r": 3}]}, "board.apart", "/shape/1"),
    "a place twice": ({"shape": [{"q": 0, "r": 0}, {"q": 0, "r": 0}]}, "board.twice", "/shape/1"),
    "a shape too small": ({"shape": island(4, 1)}, "board.sites", "/shape"),
    "what cannot be": (
        {"shape": [{"q": q, "r": r} for q in range(7) for r in range(8)], "equal_neighbors": False},
        "board.unmet",
        "",
    ),
}


@pytest.mark.parametrize(("rules", "key", "pointer"), UNMET.values(), ids=UNMET.keys())
def test_rules_that_cannot_be_met_are_refused(rules: dict[str, Any], key: str, pointer: str) -> None:
    with pytest.raises(Unsound) as refused:
        _ = [made(str(seed), **rules) for seed in range(20)]
    assert (refused.value.key, refused.value.pointer) == (key, pointer)


def test_every_other_ruleset_has_no_boards_of_ones_own() -> None:
    assert DICE.own_board("island") is None
    with pytest.raises(InvalidConfiguration):
        DICE.name_board(ring())


def test_there_is_a_board_for_each_number_of_seats() -> None:
    for seats, text in OWN.items():
        assert seats in maps.seats_of(text)


PAGE = Path(__file__).parents[3] / "docs" / "boards.md"


def test_the_page_has_the_example_and_the_vectors() -> None:
    page = PAGE.read_text()
    example = json.loads(page.partition("```json\n")[2].partition("```")[0])["board"]
    first, bare, moved, beginner, lake, rainy, *bad = re.findall(r"^\| `(own-\d[^`]*)` \|", page, re.MULTILINE)
    assert write_board(example) == first
    assert write_board({**example, "harbors": []}) == bare
    tiles = [{**one, "q": one["q"] + 10, "r": one["r"] - 3} for one in example["tiles"]]
    assert write_board({"tiles": tiles, "harbors": []}) == moved
    assert (beginner, lake) == (BEGINNER, SMALL)
    assert rainy == made("a rainy day", seats=4, equal_neighbors=False)
    keys = []
    for text in bad:
        with pytest.raises(Unsound) as refused:
            read_board(text)
        keys.append(refused.value.key)
    assert keys == ["board.edition", "board.damaged", "board.damaged"]


def test_the_page_has_every_reason() -> None:
    faults = tomllib.loads((PAGE.parents[1] / "service/texts/phrases/faults.toml").read_text())
    named = {key.removeprefix("fault.") for key in faults if key.startswith("fault.board.")}
    assert named - {"board.seats"} == set(re.findall(r"`(board\.\w+)`", PAGE.read_text()))
