"""Tests maps, seats and modules together, and what is refused (ledger of the extras, sections 6 and 7)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.erie_canal.chapter import UseCanalToken
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.modules.helpers.trading import UseTwoToOne
from domain.catan.terms import BRICK, ORE, WOOL
from domain.core.errors import InvalidConfiguration
from tests.domain.catan.helping import helping
from tests.domain.catan.land import MALLORCA, NEW_YORK
from tests.domain.catan.table import cards

MAPS = ("beginner", "variable", "new-york", "mallorca")
MODULES = ("favors", "helpers", "erie-canal")
TARGETS = {"beginner": (10, 10), "variable": (10,) * 4, "new-york": (13, 12, 10, 10), "mallorca": (13, 12, 10, 10)}


def refusal(map_name: str, seats: int, *modules: str) -> tuple[str, str | None]:
    """Return the field and the rule that refuse a combination."""
    with pytest.raises(InvalidConfiguration) as refused:
        CATAN.configure(seats, map_name, modules, {})
    return refused.value.field, refused.value.rule


def targeted(map_name: str, seats: int, *modules: str) -> int:
    """Return how many points win a game."""
    return int(CATAN.configure(seats, map_name, modules, {}).options["victory_points"])


@pytest.mark.rule("combo.five_six.brought_by_seats")
def test_five_or_six_seats_bring_the_extension_on_every_map() -> None:
    for land in (NEW_YORK, MALLORCA):
        for seats in (5, 6):
            table = land.table(seats)
            assert set(table.bank().values()) == {24}
            assert table.view(None)["deck"] == 34
            table.when(0, EndTurn())
            assert [entry.frame for entry in CATAN.awaiting(table.state)] == ["special_building"]
        four = land.table(4).when(0, EndTurn())
        assert [(entry.seat, entry.frame) for entry in CATAN.awaiting(four.state)] == [(1, "roll")]


@pytest.mark.rule("combo.target.helpers_and_canal")
def test_helpers_and_the_canal_change_no_target() -> None:
    assert targeted("new-york", 4, "helpers", "erie-canal") == 12
    assert targeted("new-york", 4, "favors", "helpers", "erie-canal") == 13
    assert targeted("variable", 5, "helpers") == 10
    table = NEW_YORK.table(4, "erie-canal").happens(CanalLinked(0, (), 8))
    assert table.points(0) == 0


@pytest.mark.rule("combo.rates.two_to_one_sources")
def test_helper_token_and_documents_work_side_by_side() -> None:
    table = helping("two_to_one", map_name="new-york", modules=("erie-canal",))
    table.happens(CanalLinked(0, (), 1)).hand(0, wool=4, ore=4, lumber=6)
    table.when(0, UseTwoToOne(WOOL)).when(0, UseCanalToken(ORE))
    table.when(0, MaritimeTrade(cards(wool=2), BRICK)).when(0, MaritimeTrade(cards(ore=2), BRICK))
    assert table.refused(0, MaritimeTrade(cards(lumber=2), BRICK)) == "catan.trade.maritime.two_to_one"
    table.road(0, NEW_YORK.path("Ogdensburg", "1,-4,NW")).when(0, MaritimeTrade(cards(lumber=2), BRICK))
    # two sources for one resource are still 2:1
    table.road(0, NEW_YORK.path("Utica", "0,-2,SE"))
    assert table.refused(0, MaritimeTrade(cards(wool=1), BRICK)) == "catan.trade.maritime.four_to_one"
    table.when(0, MaritimeTrade(cards(wool=2), BRICK))
    assert table.hand_of(0) == {"brick": 4, "lumber": 4, "ore": 2}


@pytest.mark.rule("combo.beginner.no_five_six")
def test_the_beginner_map_has_no_room_for_five() -> None:
    assert refusal("beginner", 5) == ("map", "combo.beginner.no_five_six")
    assert refusal("beginner", 6, "favors") == ("map", "combo.beginner.no_five_six")
    assert targeted("variable", 5) == 10


@pytest.mark.rule("combo.canal.five_six")
def test_the_canal_is_open_to_five_and_six() -> None:
    for seats in (5, 6):
        assert targeted("new-york", seats, "erie-canal") == 10
        table = NEW_YORK.table(seats, "erie-canal", empty=False)
        assert table.view(None)["erie_canal"]["supply"] == 8
        assert FoundSettlement(NEW_YORK.at("Saratoga")) in table.listed(0)


@pytest.mark.rule("combo.modules.refusals")
def test_only_two_things_are_refused() -> None:
    assert refusal("mallorca", 4, "erie-canal") == ("modules", "canal.setup.only_new_york")
    assert refusal("variable", 4, "favors", "erie-canal") == ("modules", "canal.setup.only_new_york")
    assert refusal("beginner", 5) == ("map", "combo.beginner.no_five_six")
    config = CATAN.configure(6, "new-york", MODULES, {})
    assert set(MODULES) < set(config.modules)
    reasons = {reason for cell in CATAN.describe()["matrix"] for reason in cell.get("reasons", ())}
    assert reasons == {"combo.beginner.no_five_six", "canal.setup.only_new_york"}


@pytest.mark.rule("combo.modules.refusals")
@pytest.mark.rule("combo.target.favors_on_scenario")
def test_the_matrix_has_72_playable_cells_with_their_targets() -> None:
    matrix = [cell for cell in CATAN.describe()["matrix"] if set(cell["modules"]) <= set(MODULES)]
    assert len(matrix) == 128
    playable = [cell for cell in matrix if cell["playable"]]
    assert len(playable) == 72
    for cell in playable:
        expected = TARGETS[cell["map"]][cell["seats"] - 3] + ("favors" in cell["modules"])
        assert cell["target"] == expected
    assert {cell["map"] for cell in matrix} == set(MAPS)
    both = [cell for cell in matrix if len(cell.get("reasons", ())) == 2]
    assert {(cell["map"], "erie-canal" in cell["modules"], cell["seats"] > 4) for cell in both} == {
        ("beginner", True, True)
    }


def test_a_target_asked_for_stands_on_every_map() -> None:
    table = NEW_YORK.table(3, victory_points=5).city(0, *(NEW_YORK.at(name) for name in ("Utica", "Lyons")))
    table.hand(0, brick=1, lumber=1, wool=1, grain=1).road(0, NEW_YORK.path("Ithaca", "-1,0,SE"))
    table.when(0, CATAN.commands.decode({"type": "BuildSettlement", "node": NEW_YORK.at("Ithaca")}))
    assert table.happened(GameWon)[0].points == 5
