"""Tests the set-up for beginners (ledger section 2)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.terms import HARBORS, KNIGHT, MONOPOLY, RESOURCES, TERRAINS
from domain.core.errors import InvalidConfiguration
from tests.domain.catan.boards import laid, seeded
from tests.domain.catan.table import Table, cards, edge, node, tile

LAYOUT = """
(0,-2) mountains 10 | (1,-2) pasture 2  | (2,-2) forest 9
(-1,-1) fields 12   | (0,-1) hills 6    | (1,-1) pasture 4   | (2,-1) hills 10
(-2,0) fields 9     | (-1,0) forest 11  | (0,0) desert 0     | (1,0) forest 3   | (2,0) mountains 8
(-2,1) forest 8     | (-1,1) mountains 3 | (0,1) fields 4    | (1,1) pasture 5
(-2,2) hills 5      | (-1,2) fields 6   | (0,2) pasture 11
"""
HARBORS_PRINTED = {
    ("(0,-2)", "NW"): "any",
    ("(1,-2)", "NE"): "grain",
    ("(2,-1)", "NE"): "ore",
    ("(2,0)", "E"): "any",
    ("(1,1)", "SE"): "wool",
    ("(-1,2)", "SE"): "any",
    ("(-2,2)", "SW"): "any",
    ("(-2,1)", "W"): "brick",
    ("(-1,-1)", "W"): "lumber",
}
WHITE, RED, BLUE, ORANGE = range(4)
PIECES = {
    WHITE: (("(1,1)N", "(-1,0)N"), (("(1,0)", "E"), ("(-1,0)", "NW"))),
    RED: (("(-2,1)N", "(0,-1)N"), (("(-2,1)", "NE"), ("(0,-1)", "NE"))),
    BLUE: (("(-2,2)N", "(0,2)N"), (("(-2,2)", "NE"), ("(0,1)", "E"))),
    ORANGE: (("(-1,2)N", "(2,-2)S"), (("(-1,2)", "NE"), ("(2,-2)", "SW"))),
}


def start(seats: int = 4) -> Table:
    """Return a beginners' game before its first roll."""
    return Table(seats, empty=False)


@pytest.mark.rule("catan.setup.beginner.terrain_tokens")
def test_the_tiles_lie_as_printed() -> None:
    expected = {}
    for entry in LAYOUT.replace("\n", "|").split("|"):
        if entry.strip():
            place, terrain, token = entry.split()
            expected[tile(place)] = (terrain, int(token))
    board = start().state.setting.board
    assert {t: (TERRAINS[board.terrain[t]], board.tokens[t]) for t in range(19)} == expected
    assert Table(3, empty=False, starting_seat=2).state.setting.board.tokens == board.tokens
    assert laid(1).terrain != board.terrain


@pytest.mark.rule("catan.setup.beginner.terrain_tokens")
def test_every_intersection_has_its_name() -> None:
    named = {entry["name"]: entry["id"] for entry in CATAN.geometry(start().state)["nodes"]}
    assert {name: node(name) for name in named} == named
    assert len(named) == 54
    assert {"(0,0)N", "(0,0)S", "(2,-3)S", "(-2,3)N"} <= set(named)


@pytest.mark.rule("catan.setup.beginner.terrain_tokens")
def test_the_printed_tiles_cannot_be_shuffled() -> None:
    for option in ("random_tokens", "harbor_markers"):
        with pytest.raises(InvalidConfiguration) as refusal:
            CATAN.configure(4, "beginner", (), {option: True})
        assert refusal.value.rule == "catan.setup.beginner.terrain_tokens"


@pytest.mark.rule("catan.setup.beginner.harbors")
def test_the_harbors_lie_as_printed() -> None:
    board = start().state.setting.board
    found = dict(zip(board.harbor_edges, (HARBORS[kind] for kind in board.harbor_kinds), strict=True))
    assert found == {edge(*side): kind for side, kind in HARBORS_PRINTED.items()}
    assert board.harbor_mask[HARBORS.index("grain")] == 1 << node("(1,-2)N") | 1 << node("(2,-3)S")


@pytest.mark.rule("catan.setup.beginner.pieces")
def test_every_color_starts_with_its_printed_pieces() -> None:
    seats = start().view(None)["seats"]
    assert [seat["color"] for seat in seats] == ["white", "red", "blue", "orange"]
    for seat, (settlements, roads) in PIECES.items():
        assert seats[seat]["settlements"] == sorted(node(name) for name in settlements)
        assert seats[seat]["roads"] == sorted(edge(*side) for side in roads)
        assert seats[seat]["cities"] == []


@pytest.mark.rule("catan.setup.beginner.pieces")
def test_beginners_found_nothing() -> None:
    table = start()
    assert [(a.seat, a.frame) for a in CATAN.awaiting(table.state)] == [(0, "roll")]
    assert table.view(None)["turn"] == 1


@pytest.mark.rule("catan.setup.beginner.pieces")
def test_the_pieces_go_with_the_color_not_with_the_seat() -> None:
    table = Table(empty=False, colors=["blue", None, None, None])
    assert table.view(None)["seats"][0]["settlements"] == sorted(node(name) for name in PIECES[BLUE][0])


def test_the_printed_roads_are_routes() -> None:
    for seats in (3, 4):
        assert [seat["route_length"] for seat in start(seats).view(None)["seats"]] == [1] * seats


@pytest.mark.rule("catan.setup.beginner.supply_left")
def test_the_rest_of_the_pieces_is_in_supply() -> None:
    for seats in (3, 4):
        for seat in start(seats).view(None)["seats"]:
            assert seat["supply"] == {"roads": 13, "settlements": 3, "cities": 4}


@pytest.mark.rule("catan.setup.beginner.three_players")
def test_three_beginners_play_without_red() -> None:
    table = start(3)
    assert [seat["color"] for seat in table.view(None)["seats"]] == ["white", "blue", "orange"]
    taken = {n for seat in table.view(None)["seats"] for n in seat["settlements"]}
    assert taken == {node(name) for seat in (WHITE, BLUE, ORANGE) for name in PIECES[seat][0]}
    assert sum(table.bank().values()) == 95 - 9
    with pytest.raises(InvalidConfiguration) as refusal:
        CATAN.configure(3, "beginner", (), {"colors": ["red", None, None]})
    assert refusal.value.rule == "catan.setup.beginner.three_players"


@pytest.mark.rule("catan.setup.beginner.starting_cards")
def test_the_lettered_settlement_pays_and_the_other_does_not() -> None:
    table = start()
    assert table.hand_of(BLUE) == {"lumber": 1, "ore": 1, "brick": 1}
    assert table.hand_of(ORANGE) == {"ore": 1, "grain": 2}
    assert table.hand_of(WHITE) == {"lumber": 1, "ore": 1, "wool": 1}
    assert table.hand_of(RED) == {"grain": 1, "lumber": 2}
    assert table.bank() == {"brick": 18, "lumber": 15, "wool": 18, "grain": 16, "ore": 16}


def gains(table: Table, number: int) -> list[dict[str, int]]:
    """Return the cards that a roll pays each seat, from the public event."""
    table.roll(number)
    events = [event for event in table.seen(None) if event["type"] == "ResourcesProduced"]
    paid: list[dict[str, int]] = events[0]["gains"]
    return paid


@pytest.mark.rule("catan.setup.beginner.roll_three")
def test_the_first_three_pays_white_blue_and_orange() -> None:
    table = start()
    paid = gains(table, 3)
    assert (paid[WHITE], paid[BLUE], paid[ORANGE], paid[RED]) == ({"lumber": 1}, {"ore": 1}, {"ore": 1}, {})
    assert table.hand_of(WHITE) == {"lumber": 2, "ore": 1, "wool": 1}
    assert table.hand_of(RED) == {"grain": 1, "lumber": 2}
    assert table.bank() == {"brick": 18, "lumber": 14, "wool": 18, "grain": 16, "ore": 14}


@pytest.mark.rule("catan.setup.beginner.roll_eight")
def test_the_first_eight_pays_red_blue_and_white() -> None:
    table = start()
    paid = gains(table, 8)
    assert (paid[RED], paid[BLUE], paid[WHITE], paid[ORANGE]) == ({"lumber": 1}, {"lumber": 1}, {"ore": 1}, {})
    assert table.bank() == {"brick": 18, "lumber": 13, "wool": 18, "grain": 16, "ore": 15}


@pytest.mark.rule("catan.setup.starting_points")
def test_everybody_starts_with_two_points() -> None:
    assert [seat["points"] for seat in start().view(None)["seats"]] == [2, 2, 2, 2]
    assert Table(map_name="variable", empty=False).view(None)["seats"][0]["points"] == 0


@pytest.mark.rule("catan.setup.robber_start")
def test_the_robber_starts_on_the_desert() -> None:
    assert start().view(None)["robber"] == tile("(0,0)")
    for number in range(30):
        started = laid(number)
        assert TERRAINS[started.terrain[started.robber]] == "desert"


@pytest.mark.rule("catan.setup.bank_stacks")
def test_the_bank_holds_five_separate_stacks() -> None:
    assert list(start().view(None)["bank"]) == list(RESOURCES)
    for kind, name in enumerate(RESOURCES):
        given = "wool" if name != "wool" else "grain"
        table = Table().hand(0, **{given: 4})
        table.when(0, MaritimeTrade(cards(**{given: 4}), kind))
        assert table.hand_of(0) == {name: 1}
        assert table.bank() == {**dict.fromkeys(RESOURCES, 19), name: 18}


@pytest.mark.rule("catan.setup.deck_shuffled")
def test_the_deck_is_drawn_in_an_order_that_nobody_sees() -> None:
    orders = []
    for number in (1, 2):
        table = Table(victory_points=20).phase("build")
        order: list[int] = []
        for _ in range(25):
            assert table.view(0)["deck"] == 25 - len(order)
            table.hand(0, wool=1, grain=1, ore=1)
            draft = CATAN.decide(table.state, 0, BuyDevelopmentCard(), seeded(number))
            order.append(draft.events[0].card)
            table.state = draft.state
        orders.append(order)
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


@pytest.mark.rule("catan.setup.deck_shuffled")
def test_no_view_tells_two_shuffles_apart() -> None:
    config = CATAN.configure(4, "beginner", (), {"starting_seat": 0})
    first, second = (CATAN.setup(config, seeded(number)) for number in (1, 2))
    assert first == second
    views = []
    for top in (KNIGHT, MONOPOLY):
        table = Table().phase("build").hand(0, wool=1, grain=1, ore=1)
        before = [table.view(seat) for seat in (0, 1, None)]
        table.when(0, BuyDevelopmentCard(), top)
        views.append([*before, table.view(1), table.view(None), table.seen(1), table.seen(None)])
    assert views[0] == views[1]


@pytest.mark.rule("catan.setup.special_cards_unowned")
def test_the_special_cards_start_with_nobody() -> None:
    for table in (start(), start(3), Table(map_name="variable", empty=False)):
        view = table.view(None)
        assert view["longest_road"] is None
        assert view["largest_army"] is None
        assert [seat["points"] for seat in view["seats"]] == [len(seat["settlements"]) for seat in view["seats"]]
