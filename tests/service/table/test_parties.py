"""Tests the parties of a table: the seats for which one person, or one bot, decides."""

import pytest

from service.game.context import Context
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, delete_game, take_seat
from service.table.votes import has_other_people, parties, party_of, seats_of
from tests.service.looking import view
from tests.service.tables import caller, new_game, refusal


def test_people_and_bots_are_parties_and_agents_are_not(ctx: Context) -> None:
    table = ctx.games.load(new_game(ctx, "human", "ai", "bot", "open").id).table

    assert parties(table) == [0, 2]
    assert [party_of(table, seat) for seat in range(4)] == [0, None, 2, None]
    assert seats_of(table, None) == []


def test_a_seat_left_for_good_belongs_to_nobody(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    resign(ctx, caller(ctx, made, 1))

    assert parties(ctx.games.load(made.id).table) == [0, 2]


def test_players_who_share_a_screen_are_one_party(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "human", "bot", hot_seat=True)
    taken = take_seat(ctx, made.id, None, SeatWish())
    table = ctx.games.load(made.id).table

    assert taken.seat == 1
    assert [party_of(table, seat) for seat in range(4)] == [0, 1, 0, 3]
    assert seats_of(table, 0) == [0, 2]
    assert view(ctx, caller(ctx, made))["hot_seat"] is True
    resign(ctx, caller(ctx, made, 0))
    assert parties(ctx.games.load(made.id).table) == [1, 2, 3]


@pytest.mark.parametrize("hot_seat", [True, False])
def test_a_shared_table_may_be_removed_as_one_persons_may(ctx: Context, hot_seat: bool) -> None:
    made = new_game(ctx, "human", "human", hot_seat=hot_seat)

    assert has_other_people(ctx.games.load(made.id).table) is not hot_seat
    if hot_seat:
        delete_game(ctx, caller(ctx, made, owner=True))
        assert ctx.store.head(made.id) == 0
    else:
        with refusal("refused", "game.other_people"):
            delete_game(ctx, caller(ctx, made, owner=True))


@pytest.mark.parametrize(("hot_seat", "analyses"), [(True, "all"), (False, "finished")])
def test_an_engine_helps_those_who_share_a_screen(ctx: Context, hot_seat: bool, analyses: str) -> None:
    made = new_game(ctx, "human", "human", "ai", hot_seat=hot_seat)

    assert ctx.games.load(made.id).table.opened.analyses == analyses
