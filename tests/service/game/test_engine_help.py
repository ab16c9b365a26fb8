"""Tests that no branch gives engine help to the seats of players who compete without it, by any route."""

from typing import Any

import pytest

from service.game.append import append
from service.game.context import Context
from service.game.debts import list_late, list_overdue
from service.game.games import Act
from service.game.results import Created
from service.handlers.analyses import AnalysisWish, request_analysis
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, delete_game, take_seat
from service.table.seat_events import SeatLent, SeatStoodIn
from tests.service.tables import Clock, caller, fresh, new_game, put_aside, refusal
from tests.toy import EndTurn, Roll
from workers.agents.catalog import without_version

AGENT = NewSeat("ai", agent="uniform")
PEOPLE = ("human", "human")


def branched(ctx: Context, made: Created, *wanted: NewSeat, seat: int | None = 0) -> Created:
    """Make a branch of the newest version, by default with the same kinds of seats."""
    return branch(ctx, caller(ctx, made, seat), NewBranch(ctx.store.head(made.id), wanted or None))


def end(ctx: Context, made: Created) -> None:
    """Have every seat resign, until the game is over."""
    for seat in range(len(made.seats)):
        if not ctx.games.load(made.id).table.finished:
            resign(ctx, caller(ctx, made, seat))
    assert ctx.games.load(made.id).table.finished


def happened(ctx: Context, made: Created, event: Any) -> None:
    """Append events of the table itself."""
    game = ctx.games.load(made.id)
    append(ctx, game, [Act(None, [event], ctx.clock(), game.play)])


def agents(ctx: Context, made: Created) -> list[str]:
    """Return the agent of each seat."""
    return [without_version(seat.agent)[0] for seat in fresh(ctx).games.load(made.id).table.seats]


def kinds(ctx: Context, made: Created) -> list[str]:
    """Return the kind of each seat."""
    return [seat.kind for seat in fresh(ctx).games.load(made.id).table.seats]


@pytest.mark.parametrize("asking", [0, 1, None])
@pytest.mark.parametrize("number", [0, 1])
def test_no_agent_plays_for_a_party_of_the_running_game(ctx: Context, asking: int | None, number: int) -> None:
    made = new_game(ctx, *PEOPLE)
    seats = [NewSeat("human"), NewSeat("human")]
    seats[number] = AGENT

    with refusal(
        "refused",
        "branch.agents",
    ):
        branched(ctx, made, *seats, seat=asking)

    assert kinds(ctx, branched(ctx, made, NewSeat("human"), NewSeat("open"), seat=asking)) == ["human", "open"]


def test_nor_the_agent_that_a_seat_has_unless_another_is_named(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)

    with refusal("refused", "branch.agents"):
        branched(ctx, made, NewSeat("human"), NewSeat("ai"))

    idle = branched(ctx, made, NewSeat("human"), NewSeat("ai", agent="idle"))
    assert agents(ctx, idle) == ["", "idle"]


def test_seats_that_are_the_agents_own_stay_theirs(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", "human")

    assert kinds(ctx, branched(ctx, made)) == ["human", "ai", "human"]
    assert kinds(ctx, branched(ctx, made, NewSeat("human"), AGENT, NewSeat("human"))) == ["human", "ai", "human"]
    with refusal("refused", "branch.agents"):
        branched(ctx, made, AGENT, NewSeat("human"), NewSeat("human"))


@pytest.mark.parametrize("event", [SeatLent(1, "uniform"), SeatStoodIn(1, "uniform")], ids=["lent", "absent"])
def test_a_seat_that_an_agent_plays_on_for_somebody_is_inherited_without_it(ctx: Context, event: Any) -> None:
    made = new_game(ctx, *PEOPLE)
    happened(ctx, made, event)
    assert kinds(ctx, made) == ["human", "ai"]

    other = branched(ctx, made)

    assert kinds(ctx, other) == ["human", "human"]
    assert "token" in other.seats[1]


def test_a_seat_that_was_an_agents_at_that_version_is_kept_free_too(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", analyses="finished")
    change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(open=True))
    take_seat(ctx, made.id, None, SeatWish())

    assert kinds(ctx, branch(ctx, caller(ctx, made, 0), NewBranch(1))) == ["human", "human"]


def test_who_resigned_needs_no_protection(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    resign(ctx, caller(ctx, made, 2))

    assert kinds(ctx, branched(ctx, made)) == ["human", "human", "ai"]
    with refusal("refused", "branch.agents"):
        branched(ctx, made, NewSeat("human"), AGENT, AGENT)


@pytest.mark.parametrize("named", [{"agent": "uniform"}, {"deadline_s": 1}, {"agent": "uniform", "deadline_s": 1}])
def test_nobody_stands_in_for_a_bot_in_the_branch(ctx: Context, named: dict[str, Any]) -> None:
    bot = NewSeat("bot", **named)
    made = create_game(ctx, NewGame("toy", [NewSeat("human"), bot], seed="a"))
    for seats in ([NewSeat("human"), bot], [bot, NewSeat("human")]):
        with refusal("refused", "branch.agents"):
            branched(ctx, made, *seats)

    other = branched(ctx, made)

    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 1_000_000_000
    assert list_late(ctx, ctx.games.load(made.id)) == [1]
    assert kinds(ctx, other) == ["human", "bot"]
    assert list_late(ctx, ctx.games.load(other.id)) == []


def test_a_branch_of_a_branch_counts_as_one_of_the_game(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)
    other = branched(ctx, made)
    third = branched(ctx, other)
    for one in (other, third):
        with refusal("refused", "branch.agents"):
            branched(ctx, one, NewSeat("human"), AGENT)
    end(ctx, other)
    end(ctx, third)
    for one in (other, third):
        with refusal("refused", "branch.agents"):
            branched(ctx, one, NewSeat("human"), AGENT)

    end(ctx, made)

    for one in (made, other, third):
        assert kinds(ctx, branch(ctx, caller(ctx, one, 0), NewBranch(1, [AGENT, AGENT]))) == ["ai", "ai"]


def test_no_agent_comes_to_a_seat_of_the_branch_later(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)
    other = branched(ctx, made)
    ways = [
        lambda: change_seat(ctx, caller(ctx, other, owner=True), 1, SeatChange(agent="uniform")),
        lambda: change_seat(ctx, caller(ctx, other, 0), 0, SeatChange(agent="uniform")),
        lambda: happened(ctx, other, SeatStoodIn(1, "uniform")),
    ]
    for way in ways:
        with refusal("refused", "branch.agents"):
            way()
    assert ctx.store.head(other.id) == 1

    change_seat(ctx, caller(ctx, other, 0), 0, SeatChange(agent="idle"))
    end(ctx, made)
    ways[0]()

    assert agents(ctx, other) == ["idle", "uniform"]


def test_nor_to_a_seat_that_was_left_open_or_given_back(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)
    other = branched(ctx, made, NewSeat("human"), NewSeat("open"))
    with refusal("refused", "branch.agents"):
        change_seat(ctx, caller(ctx, other, owner=True), 1, SeatChange(agent="uniform"))
    change_seat(ctx, caller(ctx, other, owner=True), 1, SeatChange(agent="idle"))
    with refusal("refused", "branch.agents"):
        change_seat(ctx, caller(ctx, other, owner=True), 1, SeatChange(agent="uniform"))


def test_nor_to_a_seat_whose_holder_is_overdue(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)
    other = branched(ctx, made)
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 100_000_000
    assert list_overdue(ctx, ctx.games.load(other.id)) == [0, 1]

    with refusal("refused", "branch.agents"):
        change_seat(ctx, caller(ctx, other, 0), 1, SeatChange(agent="uniform"))
    change_seat(ctx, caller(ctx, made, 0), 1, SeatChange(agent="uniform"))

    assert (agents(ctx, other), agents(ctx, made)) == (["", ""], ["", "uniform"])


def test_who_resigns_in_the_branch_leaves_it_to_nobody(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    resigned = branched(ctx, made)
    resign(ctx, caller(ctx, resigned, 1))
    assert agents(ctx, resigned) == ["", "idle", ""]

    resign(ctx, caller(ctx, made, 1))
    assert agents(ctx, made) == ["", "uniform", ""]


def test_a_branch_is_not_removed_so_that_its_own_branches_are_known_for_what_they_are(ctx: Context) -> None:
    made = create_game(ctx, NewGame("toy", [NewSeat("human"), NewSeat("bot")], seed="a"))
    other = branched(ctx, made)
    third = branched(ctx, other)
    with refusal("refused", "branch.kept"):
        delete_game(ctx, caller(ctx, other, owner=True))
    with refusal("refused", "branch.agents"):
        change_seat(ctx, caller(ctx, third, owner=True), 1, SeatChange(agent="uniform"))

    end(ctx, made)
    delete_game(ctx, caller(ctx, other, owner=True))

    with refusal("not_found"):
        ctx.games.load(other.id)


def test_analyses_stay_closed_in_branches_that_are_over(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)
    other = branched(ctx, made)
    third = branched(ctx, other)
    end(ctx, other)
    end(ctx, third)
    for one in (made, other, third):
        with refusal("refused", "analysis.running"):
            request_analysis(ctx, caller(ctx, one, 0), AnalysisWish(version=1), "en", "share")

    end(ctx, made)

    for one in (made, other, third):
        assert request_analysis(ctx, caller(ctx, one, 0), AnalysisWish(version=1), "en", "share").job["status"]


def test_the_rematch_of_a_branch_brings_nothing_of_the_game_along(ctx: Context) -> None:
    made = new_game(ctx, *PEOPLE)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [EndTurn()])
    other = branched(ctx, made)
    end(ctx, other)

    again = ctx.games.load(rematch(ctx, caller(ctx, other, owner=True)).id)

    assert again.table.opened.parent is None
    assert not any(again.position.points)


@pytest.mark.parametrize(
    ("seats", "wish"),
    [
        (("human", "ai"), {}),
        (("human", "ai", "ai"), {"analyses": "finished"}),
        (("human", "human"), {"hot_seat": True}),
        (("human", "human"), {"analyses": "all"}),
    ],
    ids=["alone", "alone without analyses", "hot seat", "with analyses"],
)
def test_where_nobody_is_wronged_agents_play_in_branches(
    ctx: Context, seats: tuple[str, ...], wish: dict[str, Any]
) -> None:
    made = new_game(ctx, *seats, **wish)

    other = branched(ctx, made, *[AGENT] * len(seats))

    assert kinds(ctx, other) == ["ai"] * len(seats)
    assert kinds(ctx, branched(ctx, other, *[AGENT] * len(seats), seat=None)) == ["ai"] * len(seats)
    delete_game(ctx, caller(ctx, other, owner=True))
