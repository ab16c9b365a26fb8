"""Tests paired turns, which five and six players may choose instead of the special building phase."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight, PlayMonopoly
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn, TurnEnded, TurnStarted
from domain.catan.modules.favors.guilds import CallMerchants
from domain.catan.modules.five_six import PAIRED_TURN, SPECIAL_BUILDING, PairedTurnStarted, Pass
from domain.catan.terms import HAND_ON, KNIGHT, ORE
from domain.core.agenda import Frame
from domain.core.errors import Unsound
from tests.domain.catan.larger_island import TOPOLOGY
from tests.domain.catan.table import Table, cards

FAR = (0, 16, 30, 44, 58)  # nodes far from each other


def paired(seats: int = 5, *modules: str, **options: bool) -> Table:
    """Seat 0 is in its turn, at a table with paired turns."""
    return Table(seats, "variable", modules=modules, paired_turns=True, **options)


def awaited(table: Table) -> list[tuple[int, str]]:
    """Return who has to act, and in which frame."""
    return [(entry.seat, entry.frame) for entry in CATAN.awaiting(table.state)]


@pytest.mark.rule("catan.paired_turns.instead")
def test_a_paired_turn_follows_each_turn() -> None:
    table = paired().when(0, EndTurn())
    assert [type(event) for event in table.events[:2]] == [TurnEnded, PairedTurnStarted]
    assert awaited(table) == [(3, "paired_turn")]
    assert (CATAN.in_turn(table.state), CATAN.turn(table.state)) == (3, 1)
    table.when(3, Pass())
    assert table.happened(TurnStarted) == [TurnStarted(1, 2)]
    assert awaited(table) == [(1, "roll")]


@pytest.mark.rule("catan.paired_turns.instead")
@pytest.mark.parametrize("combined", [False, True])
def test_other_tables_play_as_before(combined: bool) -> None:
    table = Table(5, "variable", combined_trade_build=combined).when(0, EndTurn())
    assert awaited(table) == [(1, "special_building")]
    four = Table(4, "variable", paired_turns=True).when(0, EndTurn())
    assert awaited(four) == [(1, "roll")]


@pytest.mark.rule("catan.paired_turns.who")
@pytest.mark.parametrize("seats", [5, 6])
def test_the_third_to_the_left_is_paired(seats: int) -> None:
    for seat in range(seats):
        table = paired(seats).turn(seat).when(seat, EndTurn())
        third = (seat + 3) % seats
        assert awaited(table) == [(third, "paired_turn")]
        for other in range(seats):
            if other != third:
                assert table.refused(other, Pass()) == "catan.paired_turns.who"
                assert table.listed(other) == []


@pytest.mark.rule("catan.paired_turns.what")
def test_the_paired_player_trades_builds_buys_and_plays_in_any_order() -> None:
    table = paired().hand(3, brick=1, lumber=1, wool=5, grain=1, ore=1).settlement(3, FAR[1]).cards(3, monopoly=1)
    table.hand(1, ore=1).when(0, EndTurn())
    table.when(3, BuildRoad(TOPOLOGY.node_edges[FAR[1]][0]))
    table.when(3, MaritimeTrade(cards(wool=4), ORE))
    table.when(3, PlayMonopoly(ORE)).when(3, BuyDevelopmentCard(), KNIGHT)
    assert table.hand_of(3) == {"ore": 2}
    assert table.refused(3, EndTurn()) == "catan.paired_turns.what"
    assert awaited(table) == [(3, "paired_turn")]
    assert Pass() in table.listed(3)


@pytest.mark.rule("catan.paired_turns.no_domestic")
def test_players_do_not_trade_with_each_other() -> None:
    table = paired().hand(3, wool=1).hand(1, ore=1).when(0, EndTurn())
    assert table.refused(3, OfferTrade(cards(wool=1), cards(ore=1))) == "catan.paired_turns.no_domestic"
    assert table.refused(1, OfferTrade(cards(ore=1), cards(wool=1))) == "catan.paired_turns.no_domestic"
    assert CATAN.actions(table.state, 3).templates == []


@pytest.mark.rule("catan.paired_turns.no_roll")
def test_nobody_rolls() -> None:
    table = paired().when(0, EndTurn())
    for seat in range(5):
        assert table.refused(seat, RollDice()) == "catan.paired_turns.no_roll"


@pytest.mark.rule("catan.paired_turns.cards")
def test_one_card_is_played_and_none_that_was_just_bought() -> None:
    table = paired().cards(0, knight=1).cards(3, knight=2).hand(3, wool=1, grain=1, ore=1)
    table.when(0, PlayKnight())
    robber(table, 0)
    table.when(0, EndTurn()).when(3, PlayKnight())
    robber(table, 3)
    assert awaited(table) == [(3, "paired_turn")]
    assert table.refused(3, PlayKnight()) == "catan.development_card.one_per_turn"

    fresh = paired().hand(3, wool=1, grain=1, ore=1).when(0, EndTurn()).when(3, BuyDevelopmentCard(), KNIGHT)
    assert fresh.refused(3, PlayKnight()) == "catan.development_card.not_bought_now"
    fresh.when(3, Pass())
    for seat in (1, 2):
        fresh.phase("trade").when(seat, EndTurn()).when((seat + 3) % 5, Pass())
    assert PlayKnight() in fresh.listed(3)


def robber(table: Table, seat: int) -> None:
    """The seat moves the robber to the first tile that it may, where nobody is robbed."""
    table.when(seat, table.listed(seat)[0])


@pytest.mark.rule("catan.paired_turns.cards")
def test_a_card_bought_in_a_paired_turn_may_be_played_in_the_next_turn_of_the_seat() -> None:
    table = paired(5).hand(4, wool=1, grain=1, ore=1).turn(1).when(1, EndTurn())
    table.when(4, BuyDevelopmentCard(), KNIGHT).when(4, Pass())
    table.turn(4, "roll")
    assert PlayKnight() in table.listed(4)


@pytest.mark.rule("catan.paired_turns.win")
def test_the_paired_player_wins_at_once() -> None:
    table = paired().city(3, *FAR[:3]).settlement(3, *FAR[3:]).hand(3, ore=3, grain=2).knights(3, 3)
    table.state.points[3] -= 1  # as if one settlement fewer: nine points
    table.when(0, EndTurn()).when(3, BuildCity(FAR[3]))
    assert [type(event) for event in table.events if type(event) is GameWon] == [GameWon]
    result = CATAN.result(table.state)
    assert result
    assert result.winners == (3,)


@pytest.mark.rule("catan.paired_turns.win")
def test_points_that_suffice_win_when_the_paired_turn_begins() -> None:
    table = paired().city(3, *FAR[:5]).when(0, EndTurn())
    assert [type(event) for event in table.events[1:3]] == [PairedTurnStarted, GameWon]


@pytest.mark.rule("catan.paired_turns.extras")
def test_no_favor_is_used_there() -> None:
    table = paired(5, "favors").when(0, EndTurn())
    assert table.refused(3, CallMerchants(ORE)) == "catan.paired_turns.what"


@pytest.mark.parametrize(
    "frames",
    [
        (Frame(HAND_ON, 0, 1), Frame(SPECIAL_BUILDING, 1 << 3, 0)),
        (Frame(HAND_ON, 0, 1), Frame(PAIRED_TURN, 1 << 2, 0)),
        (Frame(HAND_ON, 0, 1), Frame(PAIRED_TURN, 1 << 2, 4)),
    ],
)
def test_the_phase_of_another_rule_or_seat_is_unsound(frames: tuple[Frame, ...]) -> None:
    table = paired().when(0, EndTurn()).agenda(*frames)
    with pytest.raises(Unsound):
        CATAN.check(table.state)


def test_a_frame_of_special_building_may_stand_by_itself_in_a_sandbox() -> None:
    table = Table(5, "variable").agenda(Frame(SPECIAL_BUILDING, 1 << 1, 0))
    CATAN.check(table.state)
    with pytest.raises(Unsound):
        CATAN.check(table.agenda(Frame(HAND_ON, 0, 1), Frame(SPECIAL_BUILDING, 1, 0)).state)
