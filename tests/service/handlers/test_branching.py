"""Tests branches: made from any version, with what the caller may know, unrated, owned by their maker."""

import pytest

from domain.core.packing import PositionSet
from service.game.context import Context
from service.game.idempotency import Key
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.seating import SeatWish, take_seat
from service.views.events_pages import events_page
from tests.service.looking import view
from tests.service.tables import caller, fresh, new_game, played, put_aside, refusal
from tests.toy import EndTurn, Roll, Step


def test_a_branch_goes_on_from_a_past_version(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step(), EndTurn()])

    other = branch(ctx, caller(ctx, made, 0), NewBranch(5))

    seen = view(fresh(ctx), caller(ctx, other, 0))
    parent = view(ctx, caller(ctx, made, 0), 5)
    assert seen["state"] == parent["state"]
    assert (seen["version"], seen["status"], seen["unfair"]) == (1, "running", True)
    assert seen["parent"] == {"id": made.id, "version": 5}
    assert submit(ctx, other.id, 0, [Step()]).version == 2
    assert ctx.store.head(made.id) == 6


def test_the_creator_owns_the_branch_and_its_seats(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "ai", "bot")
    take_seat(ctx, made.id, None, SeatWish())

    other = branch(ctx, caller(ctx, made), NewBranch(2))

    assert [seat["kind"] for seat in other.seats] == ["human", "human", "ai", "bot"]
    assert ["token" in seat for seat in other.seats] == [True, True, False, True]
    assert caller(ctx, other, owner=True).is_owner


def test_from_a_running_game_the_unknown_is_dealt_anew(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human", "human")
    true_cards = ctx.games.load(made.id).position.cards

    dealt = [ctx.games.load(branch(ctx, caller(ctx, made, 0), NewBranch(1)).id).position.cards for _ in range(12)]

    assert {cards[0] for cards in dealt} == {true_cards[0]}
    assert len({tuple(cards) for cards in dealt}) > 1


def test_from_a_finished_game_all_goes_along(ctx: Context) -> None:
    made = played(ctx, 2, "human", "human")
    true_cards = ctx.games.load(made.id, 1).position.cards

    for _ in range(5):
        assert ctx.games.load(branch(ctx, caller(ctx, made), NewBranch(1)).id).position.cards == true_cards


def test_the_position_is_hidden_in_the_log(ctx: Context) -> None:
    made = new_game(ctx)

    other = branch(ctx, caller(ctx, made), NewBranch(1))

    shown = events_page(ctx, caller(ctx, other, 0))["events"]
    assert [event["type"] for event in shown] == ["TableOpened", PositionSet.__name__, "SeatsFilled"]
    assert "position" not in shown[1]


def test_the_same_chance_needs_a_finished_parent(ctx: Context) -> None:
    made = new_game(ctx)
    with refusal("refused", "branch.chance_same"):
        branch(ctx, caller(ctx, made, 0), NewBranch(1, chance="same"))

    over = played(ctx, 4, "human", "human")
    version = next(e["version"] for e in events_page(ctx, caller(ctx, over))["events"] if e["type"] == "Rolled")
    pips = next(e["pips"] for e in events_page(ctx, caller(ctx, over))["events"] if e["type"] == "Rolled")
    other = branch(ctx, caller(ctx, over), NewBranch(version - 1, chance="same"))
    seat = view(ctx, caller(ctx, other))["awaiting"][0]["seat"]
    assert submit(ctx, other.id, seat, [Roll()]).events[0]["pips"] == pips


def test_a_version_before_the_start_cannot_be_branched(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")

    with refusal("refused", "branch.not_started"):
        branch(ctx, caller(ctx, made), NewBranch(1))
    with refusal("not_found"):
        branch(ctx, caller(ctx, made), NewBranch(2))


def test_a_branch_may_seat_others(ctx: Context) -> None:
    made = new_game(ctx, analyses="all")

    other = branch(ctx, caller(ctx, made), NewBranch(1, [NewSeat("open"), NewSeat("ai")]))

    assert other.status == "open"
    assert view(ctx, caller(ctx, other))["awaiting"] == []
    seated = take_seat(ctx, other.id, None, SeatWish())
    assert seated.status == "running"
    assert view(fresh(ctx), caller(ctx, other))["status"] == "running"
    with refusal("invalid_body"):
        branch(ctx, caller(ctx, made), NewBranch(1, [NewSeat("human")]))


def test_a_branch_from_the_end_is_over(ctx: Context) -> None:
    made = played(ctx, 6, "human", "human")

    other = branch(ctx, caller(ctx, made), NewBranch(ctx.store.head(made.id)))

    assert other.status == "finished"
    assert view(ctx, caller(ctx, other))["result"] == view(ctx, caller(ctx, made))["result"]


def test_a_branch_of_a_private_game_is_private(ctx: Context) -> None:
    made = new_game(ctx, private=True)

    other = branch(ctx, caller(ctx, made, 0), NewBranch(1))

    with refusal("not_found"):
        caller(ctx, other)


def test_a_repeated_branching_makes_one_game(ctx: Context) -> None:
    made = new_game(ctx)
    key = Key.of("k", "POST", "/branches", made.owner_token, b"{}")

    first = branch(ctx, caller(ctx, made), NewBranch(1), key=key)
    again = branch(ctx, caller(ctx, made), NewBranch(1), key=key)

    assert again.replayed
    assert again.id == first.id


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_knows_goes_along(ctx: Context, seat: int) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    other = branch(ctx, caller(ctx, made, seat), NewBranch(3))

    assert view(ctx, caller(ctx, other, seat))["state"] == view(ctx, caller(ctx, made, seat))["state"]
