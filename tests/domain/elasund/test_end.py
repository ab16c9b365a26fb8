"""Tests cubes, the end of the game, and who knows what (ledger, chapters 18 and 19)."""

import pytest

from domain.elasund import ELASUND
from domain.elasund.board import board_for
from domain.elasund.chapters.church import PAIRS, BuildChurch, ChooseChurchTile
from domain.elasund.chapters.huts import DeclineHut, HutLost
from domain.elasund.chapters.pirates import GiveUpCards, PiratePoolRevealed
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.chapters.scoring import ElasundGameWon, ElasundHandsRevealed, EndTurn
from domain.elasund.chapters.ship import RollDice
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.terms import SMALL_HUT
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, Y, build, cards, hut, influence, place, tile


def nine(edition: str = "english", *, huts: bool = False) -> Table:
    """Red has nine cubes on the board, gold and the permit for a well on (3,9)."""
    table = Table(4, edition, huts=huts).building(R, "large", (7, 1), (5, 1), (5, 5)).walls(R, 107, 106, 105)
    table.building(R, "well", (8, 8), (8, 9)).permit(R, 0, (3, 9)).gold(R, 15)
    assert table.points(R) == 9
    return table


@pytest.mark.rule("elasund.cube.score")
def test_points_are_the_cubes_on_the_board() -> None:
    table = Table(huts=False).building(R, "inn", (0, 3)).walls(R, 107, 106, 105).church(R, "C")
    assert table.points(R) == 3
    table.building(R, "house", (0, 5))
    assert table.points(R) == 4
    assert table.seat_view(B, R)["points"] == 4


@pytest.mark.rule("elasund.cube.none_left")
def test_a_builder_short_of_cubes_fills_the_top_flag_first() -> None:
    table = Table(huts=False).building(R, "large", (7, 1), (5, 1)).walls(R, 107, 106, 105).gold(R, 5)
    table.building(R, "well", (8, 8), (8, 9), (7, 8), (7, 9)).permit(R, 1, (3, 6), (4, 6), (3, 7))
    table.when(R, build("large", 3, 6))
    assert [b["cubes"] for b in table.view(None)["buildings"] if b["square"] == 36] == [1]
    assert table.points(R) == 10
    trade = nine().building(R, "house", (0, 0)).permit(R, 1, (0, 2), (0, 3)).when(R, build("inn", 0, 2))
    assert (trade.points(R), trade.trade(R)) == (10, (3, []))
    seven = (
        Table(huts=False).building(R, "large", (7, 1), (5, 1)).walls(R, 107, 106, 105).building(R, "workshop", (0, 0))
    )
    seven.building(R, "well", (8, 8), (8, 9)).permit(R, 0, (0, 7), (0, 8), (0, 9)).gold(R, 5)
    assert seven.when(R, build("large", 0, 7)).trade(R) == (5, [3])
    tower = nine().walls(R, 104, 103).building(R, "well", (7, 8)).when(R, BuildWall(102))
    assert [wall["cube"] for wall in tower.view(None)["walls"] if wall["tile"] == 6] == [False]


@pytest.mark.rule("elasund.cube.none_left")
def test_a_flag_left_empty_is_not_filled_later() -> None:
    table = nine().building(R, "house", (0, 0)).permit(R, 1, (0, 2), (0, 3), (0, 5)).when(R, build("inn", 0, 2))
    assert (table.points(R), table.trade(R)) == (10, (3, []))
    table.without(table.state.grid[88] - 1, table.state.grid[89] - 1).when(R, build("well", 0, 5))
    assert (table.points(R), table.trade(R)) == (9, (4, []))


@pytest.mark.rule("elasund.cube.owner_without_cube")
def test_a_building_without_a_cube_keeps_its_owner() -> None:
    table = nine().building(R, "well", (7, 8)).permit(R, 1, (3, 6), (4, 6)).when(R, build("inn", 3, 6))
    assert [b["cubes"] for b in table.view(None)["buildings"] if b["square"] == 36] == [0]
    income = Table(huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "well", (8, 8), (8, 9), (7, 9))
    income.building(R, "well", (6, 9)).walls(R, 107, 106, 105).building(R, "inn", (3, 3))
    assert income.points(R) == 10
    assert income.seat_view(None, R)["towers"] == 0
    assert income.roll(6).influences()[R] == 1
    income.building(B, "stalls", (5, 9)).gold(B, 1).roll_pirate(12)
    assert (len(income.happened(PiratePoolRevealed)), income.frame()) == (1, "build_tiles")


@pytest.mark.rule("elasund.end.win_end_of_turn")
def test_in_english_ten_cubes_win_at_the_end_of_the_turn() -> None:
    table = nine().when(R, build("well", 3, 9))
    assert (table.points(R), table.winner(), table.frame()) == (10, None, "build_tiles")
    table.end_turn()
    assert table.winner() == R
    assert table.happened(ElasundGameWon) == [ElasundGameWon(R, 10)]
    assert table.waiting() == []


@pytest.mark.rule("elasund.end.win_immediate")
def test_in_german_the_tenth_cube_wins_at_once() -> None:
    table = nine("german").when(R, build("well", 3, 9))
    assert table.winner() == R
    assert table.refused(R, place(0, 0, 0)) == "elasund.end.win_immediate"


@pytest.mark.rule("elasund.end.own_undo")
def test_a_cube_lost_in_the_same_turn_wins_nothing() -> None:
    table = nine().permit(R, 1, (2, 9)).when(R, build("well", 3, 9))
    assert table.points(R) == 10
    table.when(R, build("house", 2, 9))
    assert table.points(R) == 9
    assert table.end_turn().winner() is None


@pytest.mark.rule("elasund.end.only_active_gains")
def test_only_the_active_player_gains_cubes() -> None:
    table = Table(huts=False).building(B, "inn", (3, 8)).permit(R, 0, (2, 7), (3, 7)).influence(R, red=3).gold(R, 15)
    before = [table.points(seat) for seat in range(4)]
    table.when(R, build("inn", 2, 7, "red")).when(R, BuildWall(107))
    after = [table.points(seat) for seat in range(4)]
    assert after[R] > before[R]
    assert all(after[seat] <= before[seat] for seat in (B, G, Y))
    table.end_turn().roll(8)
    assert [table.points(seat) for seat in range(4)] == after


@pytest.mark.rule("elasund.end.not_own_turn")
def test_nobody_wins_on_anothers_turn() -> None:
    for edition in ("english", "german"):
        table = Table(4, edition, huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "well", (8, 9))
        table.building(R, "house", (0, 0)).building(R, "workshop", (0, 2)).building(R, "stalls", (3, 0))
        assert table.points(R) == 9
        table.turn(B).gold(B, 9).when(B, BuildWall(107)).end_turn()
        assert table.winner() is None
        table.building(R, "well", (7, 5)).turn(G)
        assert table.points(R) == 10
        table.gold(G, 9).when(G, BuildWall(106)).end_turn()
        assert table.winner() is None


@pytest.mark.rule("elasund.end.pending_huts_english")
def test_in_english_huts_are_settled_before_the_end() -> None:
    table = nine().building(B, "small_hut", (3, 8)).permit(R, 1, (2, 8), (2, 9)).when(R, build("inn", 2, 8))
    assert (table.points(R), table.waiting()) == (10, [B])
    table.when(B, hut("small_hut", 7, 7))
    assert table.frame() == "build_tiles"
    assert table.end_turn().winner() == R


@pytest.mark.rule("elasund.end.pending_huts_german")
def test_in_german_huts_do_not_delay_the_end() -> None:
    table = nine("german").building(B, "small_hut", (3, 8)).permit(R, 1, (2, 8), (2, 9))
    table.when(R, build("inn", 2, 8))
    assert (table.winner(), table.waiting()) == (R, [])
    assert table.refused(B, DeclineHut(SMALL_HUT)) == "elasund.end.win_immediate"
    full = nine("german").building(B, "small_hut", (3, 8)).permit(R, 1, (2, 8), (2, 9))
    full.full_board((2, 8), (2, 9), (3, 9)).when(R, build("inn", 2, 8))
    assert (full.winner(), full.happened(HutLost)) == (R, [])


@pytest.mark.rule("elasund.end.no_other_end")
def test_nothing_else_ends_the_game() -> None:
    board = board_for(2)
    table = Table(2, huts=False).walls(R, *board.north, *board.south, 301, 302).walls(B, 303, 304, 305, 306, 307, 308)
    table.church(B, "C", "NW", "N", "NE", "W").church(R, "E", "SW", "S", "SE").supply(bank=0)
    assert max(table.points(R), table.points(B)) < 10
    assert table.end_turn().waiting() == [B]
    assert table.winner() is None


@pytest.mark.rule("elasund.end.no_draw")
def test_there_is_one_winner() -> None:
    table = nine().building(B, "inn", (0, 3)).when(R, build("well", 3, 9)).end_turn()
    result = ELASUND.result(table.state)
    assert result is not None
    assert (result.winners, result.points) == ((R,), (10, 1, 0, 0))
    assert table.refused(B, RollDice()) == "elasund.end.win_end_of_turn"


@pytest.mark.rule("elasund.info.hand_hidden")
def test_a_hand_shows_to_its_owner_alone() -> None:
    table = Table().gold(R, 3).influence(R, red=1)
    mine = table.seat_view(R, R)
    assert (mine["gold"], mine["influence"]) == (3, {"red": 1, "green": 0, "blue": 0})
    for viewer in (B, None):
        assert not {"gold", "influence"} & table.seat_view(viewer, R).keys()


@pytest.mark.rule("elasund.info.hand_total_public")
def test_the_size_of_a_hand_is_public() -> None:
    table = Table().gold(R, 3).influence(R, red=1)
    for viewer in (R, B, None):
        assert table.seat_view(viewer, R)["hand"] == 4


@pytest.mark.rule("elasund.info.open_events_public")
def test_what_happens_openly_is_seen_by_all() -> None:
    table = Table(huts=False).influence(R, blue=2).gold(R, 4).phase("permit").when(R, place(2, 3, 8, "blue"))
    for viewer in (B, None):
        seen = table.seen(viewer)
        assert {"type": "InfluencePaid", "seat": R, "cards": {"blue": 2}} in seen
        assert {"type": "GoldPaid", "seat": R, "gold": 2} in seen
    assert {"type": "GoldProduced", "gains": [0, 0, 1, 1]} in Table().roll(6).seen(B)
    drawn = [event for event in Table().roll(4).seen(G) if event["type"] == "InfluenceDrawn"]
    assert drawn
    assert not any("color" in event for event in drawn)


@pytest.mark.rule("elasund.info.draw_private")
def test_a_drawn_card_is_known_to_its_drawer() -> None:
    table = Table().walls(R, 107, 106, 105, 104).gold(R, 2).when(R, BuildWall(103), 0, 2)
    assert [event.get("color") for event in table.seen(R) if event["type"] == "InfluenceDrawn"] == ["red", "blue"]
    others = [event for event in table.seen(B) if event["type"] == "InfluenceDrawn"]
    assert others == [{"type": "InfluenceDrawn", "seat": R}] * 2


@pytest.mark.rule("elasund.info.deck_hidden")
def test_of_the_deck_only_the_size_is_known() -> None:
    table = Table().influence(R, red=2)
    for viewer in (R, B, None):
        assert table.view(viewer)["deck"] == 37
    other = Table().influence(R, blue=2)
    assert table.view(B) == other.view(B)


@pytest.mark.rule("elasund.info.discards_public")
def test_the_discard_pile_is_public() -> None:
    table = Table(huts=False).building(R, "shop", (3, 8)).permit(R, 0, (2, 7), (3, 7)).gold(R, 3).influence(R, red=3)
    table.when(R, build("inn", 2, 7, "red"))
    for viewer in (R, B, None):
        assert table.view(viewer)["discards"] == {"red": 3, "green": 0, "blue": 0}


@pytest.mark.rule("elasund.info.pirate_pool_public")
def test_the_pirates_pool_shows_once_all_have_chosen() -> None:
    table = Table(huts=False).walls(R, 107, 106, 105).building(R, "well", (5, 3)).building(B, "well", (6, 3))
    table.gold(R, 3).gold(B, 1).influence(B, red=1).roll_pirate(5).when(R, GiveUpCards(cards(gold=1)))
    assert table.seen(B)[0] == {"type": "CardsGivenUp", "seat": R, "count": 1}
    assert table.view(B)["pirate_pool"] == cards_shown()
    assert "laying_aside" not in table.seat_view(B, R)
    assert table.seat_view(R, R)["laying_aside"] == cards_shown(gold=1)
    table.when(B, GiveUpCards(cards(red=1)))
    for viewer in (R, B, G, None):
        assert table.view(viewer)["pirate_pool"] == cards_shown(gold=1, red=1)
        revealed = [event for event in table.seen(viewer) if event["type"] == "PiratePoolRevealed"]
        assert revealed[0]["given"][:2] == [{"gold": 1}, {"red": 1}]


def cards_shown(**counts: int) -> dict[str, int]:
    """Return cards as a view shows them."""
    return {"gold": 0, "red": 0, "green": 0, "blue": 0} | counts


@pytest.mark.rule("elasund.info.halves_private")
def test_of_a_half_only_the_number_is_public() -> None:
    table = Table(2, huts=False).building(R, "inn", (0, 4)).influence(R, red=3, blue=2).supply(deck=" ", discards=" ")
    table.roll(6).when(R, HalveInfluence(influence(red=1, blue=1)))
    seen = [event for event in table.seen(B) if event["type"] == "InfluenceHalved"]
    assert seen == [{"type": "InfluenceHalved", "seat": R, "count": 2}]
    mine = [event for event in table.seen(R) if event["type"] == "InfluenceHalved"]
    assert mine[0]["cards"] == {"red": 1, "blue": 1}


def drawn_pair() -> Table:
    """Red has drawn the tiles C and SW and has to choose one."""
    return Table(huts=False).gold(R, 7).when(R, BuildChurch(), pair_index())


def pair_index() -> int:
    """Return the outcome of the draw that gives C and SW."""
    return PAIRS.index((tile("C"), tile("SW")))


@pytest.mark.rule("elasund.info.church_pair_private")
def test_the_pair_is_seen_by_its_drawer_alone() -> None:
    table = drawn_pair()
    assert table.seat_view(R, R)["church_tiles"] == ["C", "SW"]
    assert {"type": "ChurchTilesDrawn", "seat": R, "tiles": ["C", "SW"]} in table.seen(R)
    for viewer in (B, None):
        assert not any("church_tiles" in shown for shown in table.view(viewer)["seats"])
        assert {"type": "ChurchTilesDrawn", "seat": R} in table.seen(viewer)
        assert table.view(viewer)["church"]["pile"] == 7
    table.when(R, ChooseChurchTile(tile("SW")))
    assert [entry["tile"] for entry in table.view(B)["church"]["tiles"]] == ["SW"]


@pytest.mark.rule("elasund.info.church_bottom_known")
def test_the_bottom_tile_is_known_to_one_player() -> None:
    table = drawn_pair().when(R, ChooseChurchTile(tile("SW")))
    assert table.seat_view(R, R)["church_bottom"] == "C"
    for viewer in (B, None):
        assert {"type": "ChurchTileHidden", "seat": R} in table.seen(viewer)
        assert not any("church_bottom" in shown for shown in table.view(viewer)["seats"])
        assert table.view(viewer)["church"]["bottom_known_to"] == R
    table.church(B, "NW", "N", "NE", "W", "E", "S", "SE").church(B, "C")
    assert "church_bottom" not in table.seat_view(R, R)


@pytest.mark.rule("elasund.info.church_remaining")
def test_the_tiles_not_built_follow_from_the_board() -> None:
    table = Table(huts=False).church(R, "SW", "NW", "N", "NE", bottom="C").church(B, "W", "E", "S", "SE")
    assert table.view(G)["church"]["not_built"] == ["C"]
    assert table.view(G)["church"]["pile"] == 1


@pytest.mark.rule("elasund.info.supplies_public")
def test_supplies_are_public() -> None:
    table = Table().permit(R, 2, (3, 8)).walls(B, 107).building(G, "well", (6, 6)).gold(Y, 4)
    open_parts = ("bank", "stacks", "walls", "permits", "buildings")
    for name in open_parts:
        assert table.view(R)[name] == table.view(B)[name] == table.view(None)[name]
    for seat in range(4):
        supplies = [table.seat_view(viewer, seat)["supply"] for viewer in (R, B, None)]
        assert supplies[0] == supplies[1] == supplies[2]
    assert (table.view(None)["bank"], table.seat_view(None, B)["supply"]["wall_tiles"]) == (47, 8)


@pytest.mark.rule("elasund.end.win_end_of_turn")
def test_after_the_end_all_hands_are_shown() -> None:
    table = nine().influence(B, red=2).gold(B, 1).when(R, build("well", 3, 9)).end_turn()
    (revealed,) = table.happened(ElasundHandsRevealed)
    assert revealed.hands[:8] == (table.gold_of(R), *table.state.colors_of(R), 1, 2, 0, 0)
    assert table.seat_view(None, B)["influence"] == {"red": 2, "green": 0, "blue": 0}
    assert table.refused(R, EndTurn()) == "elasund.end.win_end_of_turn"
