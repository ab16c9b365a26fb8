"""Tests Mallorca (ledger of the extras, section 5)."""

from collections.abc import Iterator, Sequence

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.modules.towns.chapter import MapTokenTaken
from domain.catan.terms import ORE, RESOURCES, TERRAINS
from domain.core.chance import NotedChance
from domain.core.errors import InvalidConfiguration
from service.pictures.catan.text import draw_board
from service.pictures.catan.whole import draw_game
from service.pictures.palette import DISCS, SHADOW
from service.pictures.shapes import Circle, Group, Shape, Stamp
from service.texts import rulebook
from tests.domain.catan.boards import founding, seeded
from tests.domain.catan.land import MALLORCA, NEW_YORK, Land
from tests.domain.catan.table import Table, cards

at, way, path = MALLORCA.at, MALLORCA.way, MALLORCA.path


def rich(seats: int = 4, **options: object) -> Table:
    """Return a table where seat 0 can pay for several roads and settlements."""
    return MALLORCA.table(seats, **options).hand(0, brick=6, lumber=6, wool=3, grain=3)


@pytest.mark.rule("mallorca.setup.board")
def test_the_board_has_28_hexes_with_a_number_each() -> None:
    board = rich().state.setting.board
    assert len(board.terrain) == 28
    assert all(number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12) for number in board.tokens)
    assert board.deserts == ()


@pytest.mark.rule("mallorca.setup.board")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_loose_hex_frame_or_token_is_laid(seats: int) -> None:
    """The board is as it is printed whatever chance says, and chance decides nothing but who begins."""
    config = CATAN.configure(seats, "mallorca", (), {})
    opened = []
    for number in (1, 2, 3):
        chance = NotedChance(seeded(number))
        opened.append(CATAN.setup(config, chance)[0])
        assert {draw.stream for draw in chance.draws} == {"start"}
    printed = maps.read("mallorca")["tiles"]
    for started in opened:
        assert [TERRAINS[kind] for kind in started.terrain] == [tile["terrain"] for tile in printed]
        assert list(started.tokens) == [tile["token"] for tile in printed]
        assert (started.harbor_edges, started.harbor_kinds) == ((), ())
        assert started.robber == opened[0].robber
    assert len(printed) == 28
    with pytest.raises(InvalidConfiguration):
        CATAN.configure(seats, "mallorca", (), {"random_tokens": True})
    with pytest.raises(InvalidConfiguration):
        CATAN.configure(seats, "mallorca", (), {"harbor_markers": True})


@pytest.mark.rule("mallorca.setup.tokens")
def test_three_or_four_players_find_ten_tokens() -> None:
    counts = {n: len(MALLORCA.table(n, empty=False).view(None)["towns"]["tokens"]) for n in (3, 4, 5, 6)}
    assert counts == {3: 10, 4: 10, 5: 0, 6: 0}


@pytest.mark.rule("mallorca.setup.robber_on_pasture")
def test_the_robber_starts_on_the_pasture_north_west_of_cala_pi() -> None:
    table = MALLORCA.table().settlement(0, at("Cala Pi")).settlement(1, at("Valldemossa"))
    board, home = table.state.setting.board, table.state.robber
    assert (RESOURCES[board.resources[home]], board.tokens[home]) == ("wool", 4)
    cala_pi, middle = MALLORCA.topology.points[at("Cala Pi")], MALLORCA.topology.centers[home]
    assert middle[0] < cala_pi[0]
    assert middle[1] < cala_pi[1]
    table.phase("roll").roll(4)
    assert table.hand_of(0) == {}
    opened = MALLORCA.table(3, empty=False)
    for seat, name in ((0, "Inca"), (1, "Palma"), (2, "Petra"), (2, "Manacor"), (1, "Campos")):
        opened.when(seat, FoundSettlement(at(name)))
        opened.when(seat, opened.listed(seat)[0])
    opened.when(0, FoundSettlement(at("Cala Pi")))
    assert opened.hand_of(0) == {"wool": 1, "grain": 1}


@pytest.mark.rule("mallorca.town.only_sites")
def test_settlements_stand_in_towns_alone() -> None:
    table = rich().road(0, *way("Calvià", "-3,1,SE", "-3,1,E")).settlement(0, at("Calvià"))
    table.road(0, *way("-3,1,SE", "Palma"))
    assert table.refused(0, BuildSettlement(at("-3,1,E"))) == "mallorca.town.only_sites"
    table.when(0, BuildSettlement(at("Palma")))


@pytest.mark.rule("mallorca.road.stops_at_unsettled_town")
def test_a_road_stops_at_an_unsettled_town() -> None:
    onward = BuildRoad(path("Inca", "-1,-1,SE"))
    table = rich().settlement(0, at("Sóller")).road(0, *way("Sóller", "-1,-1,NW", "-1,-1,NE", "Inca"))
    assert table.refused(0, onward) == "mallorca.road.stops_at_unsettled_town"
    table.road(0, *way("Inca", "0,-2,SE", "0,-1,E"))
    assert table.state.routes[0] == 3
    table.when(0, BuildSettlement(at("Inca"))).when(0, onward)
    assert table.state.routes[0] == 5


@pytest.mark.rule("mallorca.document.road_gives_rate")
def test_the_road_at_a_document_gives_its_rate() -> None:
    trade = MaritimeTrade(cards(wool=3), ORE)
    table = rich(combined_trade_build=True).settlement(0, at("Palma"))
    assert table.refused(0, trade) == "catan.trade.maritime.three_to_one"
    table.when(0, BuildRoad(path("Palma", "-2,1,SE"))).when(0, trade)
    assert table.hand_of(0)["ore"] == 1


@pytest.mark.rule("mallorca.token.first_road")
def test_the_first_road_to_a_token_takes_it() -> None:
    table = rich().settlement(0, at("Palma")).road(0, path("Palma", "-3,2,SE")).hand(1, brick=1, lumber=1)
    table.settlement(1, at("Andratx")).road(1, path("Andratx", "-4,2,SE"))
    assert at("Magaluf") in table.view(None)["towns"]["tokens"]
    table.when(0, BuildRoad(path("-3,2,SE", "Magaluf")))
    assert table.happened(MapTokenTaken) == [MapTokenTaken(0, at("Magaluf"))]
    assert table.points(0) == 2
    table.turn(1).when(1, BuildRoad(path("-4,2,SE", "Magaluf")))
    assert table.points(1) == 1


@pytest.mark.rule("mallorca.token.five_six_town")
def test_with_five_or_six_the_crossings_are_towns() -> None:
    found = FoundSettlement(at("Porto Cristo"))
    MALLORCA.table(6, empty=False).when(0, found)
    assert MALLORCA.table(4, empty=False).refused(0, found) == "mallorca.town.only_sites"


@pytest.mark.rule("mallorca.production.off_map")
def test_every_neighboring_hex_produces_for_a_town() -> None:
    table = MALLORCA.table().settlement(0, at("Sóller")).phase("roll").roll(8).phase("roll").roll(5)
    assert table.hand_of(0) == {"lumber": 1, "ore": 1}
    table.robber(MALLORCA.tile(-2, 0)).phase("roll").roll(8)
    assert table.hand_of(0) == {"lumber": 1, "ore": 1}


@pytest.mark.rule("mallorca.no_water_no_canal")
def test_there_is_no_water_and_no_canal() -> None:
    with pytest.raises(InvalidConfiguration) as refusal:
        CATAN.configure(4, "mallorca", ("erie-canal",), {})
    assert refusal.value.rule == "canal.setup.only_new_york"
    shown = CATAN.geometry(rich().state)
    assert shown["waterways"] == []
    assert not any(town["canal"] or "color" in town for town in shown["towns"])


@pytest.mark.rule("mallorca.almonds.name_only")
def test_almonds_are_grain_by_another_name() -> None:
    table = MALLORCA.table().settlement(0, at("Inca")).hand(0, grain=2, ore=3)
    table.when(0, BuildCity(at("Inca")))
    assert table.points(0) == 2
    assert list(table.bank()) == list(RESOURCES)
    words = CATAN.lexicon(table.state)
    assert (words["en"]["grain"], words["es"]["cereal"]) == ("almonds", "almendras")
    assert "almond groves" in draw_board(table.state)
    assert "fields" not in draw_board(table.state)
    assert CATAN.lexicon(founding().state) == {}


@pytest.mark.rule("mallorca.almonds.word_game")
def test_nobody_pays_for_the_wrong_word() -> None:
    table = MALLORCA.table().hand(0, wool=1).hand(1, grain=1)
    offer = CATAN.commands.decode({"type": "OfferTrade", "give": {"wool": 1}, "take": {"grain": 1}})
    assert offer == OfferTrade(cards(wool=1), cards(grain=1))
    table.when(0, offer)
    assert (table.hand_of(0), table.hand_of(1)) == ({"wool": 1}, {"grain": 1})
    rule = rulebook.find("mallorca.almonds.word_game")
    assert rule
    assert "not enforced" in rule.text["en"]


@pytest.mark.rule("mallorca.target")
def test_the_target_falls_with_the_seats() -> None:
    assert [CATAN.configure(n, "mallorca", (), {}).options["victory_points"] for n in (3, 4, 5, 6)] == [13, 12, 10, 10]
    table = rich(3).city(0, *(at(name) for name in ("Inca", "Petra", "Campos", "Manacor"))).knights(0, 3)
    table.settlement(0, at("Sóller")).road(0, *way("Valldemossa", "-3,1,E"), *way("Palma", "-3,1,SE"))
    table.when(0, BuildSettlement(at("Valldemossa")))
    assert table.points(0) == 12
    assert CATAN.result(table.state) is None
    table.when(0, BuildSettlement(at("Palma")))
    assert CATAN.result(table.state)


@pytest.mark.rule("mallorca.board.colored_numbers")
def test_the_discs_with_numbers_have_the_color_of_the_resource() -> None:
    def discs(land: Land) -> dict[str, str]:
        """Return the faces of the discs in the picture of a board, by the id of their stamp."""
        picture = draw_game(CATAN.observe(land.table(4).state, None), ("",) * 4)
        tokens = [one for one in parts(picture.shapes) if isinstance(one, Stamp) and one.name.startswith("token")]
        return {one.name: next(face for face in faces(one.shapes) if face != SHADOW) for one in tokens}

    def faces(shapes: Sequence[Shape]) -> Iterator[str | None]:
        return (part.fill for part in parts(shapes) if isinstance(part, Circle))

    def parts(shapes: Sequence[Shape]) -> Iterator[Shape]:
        """Yield shapes, each followed by those in it."""
        for shape in shapes:
            yield shape
            if isinstance(shape, Group | Stamp):
                yield from parts(shape.shapes)

    board = MALLORCA.table(4).state.setting.board
    due = {
        f"token{number}{RESOURCES[board.resources[tile]]}": DISCS[RESOURCES[board.resources[tile]]].face
        for tile, number in enumerate(board.tokens)
        if number
    }
    assert discs(MALLORCA) == due
    assert len({disc.face for disc in DISCS.values()}) == len(RESOURCES)
    assert len(set(discs(NEW_YORK).values())) == 1
