"""Tests answers to votes that seats gave beforehand: when they are given, what they lead to, and whose they are."""

from typing import Any

import pytest

from service.clients.authentication import authenticate
from service.game.context import Context
from service.game.results import Created, Queued, Voted
from service.handlers.commands import submit
from service.handlers.holders import renew_token
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.pauses import ask_pause
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import request_redo, request_undo
from service.handlers.votes import abandon, cast_vote
from service.views.game_view import votes_document
from tests.service.handlers.lateness import late
from tests.service.recorded import imported, record_of
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.toy import Roll

ALL_ASKED = dict.fromkeys(("undo", "redo", "abandon", "pause", "seat"), "ask")
HOUR_MS = 3_600_000


def say(ctx: Context, made: Created, number: int, /, **votes: str) -> dict[str, str] | None:
    """Let a seat say beforehand how it answers votes; return how it answers all kinds."""
    return change_seat(ctx, caller(ctx, made, number), number, SeatChange(votes=votes)).votes


def asked(answer: Queued | Voted) -> dict[str, Any]:
    """Return the vote that a request opened."""
    assert isinstance(answer, Voted)
    return answer.vote


def seen(ctx: Context, made: Created, seat: int | None) -> Any:
    """Return what a caller reads of their own answers."""
    return votes_document(ctx, caller(ctx, made, seat)).get("beforehand")


def logged(ctx: Context, made: Created, after: int) -> list[list[str]]:
    """Return the types of the events of each version after one."""
    found: dict[int, list[str]] = {}
    for event in ctx.store.read(made.id, after):
        found.setdefault(event.version, []).append(event.type)
    return list(found.values())


def made_of(ctx: Context, seats: list[NewSeat]) -> Created:
    """Return a new game with these seats."""
    return create_game(ctx, NewGame("toy", seats, seed="a"))


def three(ctx: Context, **wish: Any) -> tuple[Created, int]:
    """Return a started game of three in which a seat has rolled, and its version before that."""
    made = new_game(ctx, "human", "human", "human", undo="consent", **wish)
    before = put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    return made, before


def test_a_seat_answers_beforehand_and_the_log_shows_it_like_any_vote(ctx: Context) -> None:
    made, before = three(ctx)
    assert say(ctx, made, 1, undo="accept") == ALL_ASKED | {"undo": "accept"}
    version = ctx.games.load(made.id).version

    vote = asked(request_undo(ctx, caller(ctx, made, 0)))

    assert (vote["status"], vote["yes"], vote["waiting"]) == ("open", [1], [2])
    assert logged(ctx, made, version) == [["VoteOpened"], ["VoteCast"]]
    assert cast_vote(ctx, caller(ctx, made, 1), 1, yes=True).is_new is False
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)
    assert ctx.games.load(made.id).play.version == before


def test_the_last_answer_beforehand_decides_the_vote(ctx: Context) -> None:
    made, before = three(ctx)
    for seat in (1, 2):
        say(ctx, made, seat, undo="accept", redo="accept")
    version = ctx.games.load(made.id).version

    assert asked(request_undo(ctx, caller(ctx, made, 0)))["status"] == "passed"

    assert logged(ctx, made, version) == [["VoteOpened"], ["VoteCast"], ["VoteCast", "VoteClosed", "HeadMoved"]]
    here, there = ctx.games.load(made.id), fresh(ctx).games.load(made.id)
    assert (here.play.version, here.play.course, here.table.pack()) == (
        before,
        there.play.course,
        there.table.pack(),
    )
    assert here.play.course == ctx.games.load(made.id, before).play.course
    assert asked(request_redo(ctx, caller(ctx, made, 0)))["status"] == "passed"
    assert fresh(ctx).games.load(made.id).play.version == version


def test_one_refusal_comes_first_and_ends_the_vote(ctx: Context) -> None:
    made, _ = three(ctx)
    say(ctx, made, 1, abandon="accept")
    say(ctx, made, 2, abandon="decline")
    version = ctx.games.load(made.id).version

    vote = abandon(ctx, caller(ctx, made, 0)).vote

    assert (vote["status"], vote["yes"], vote["no"]) == ("rejected", [], [2])
    assert logged(ctx, made, version) == [["VoteOpened"], ["VoteCast", "VoteClosed"]]
    with refusal("refused", "vote.again"):
        abandon(ctx, caller(ctx, made, 0))


@pytest.mark.parametrize("clock", [None, {"seconds": 600, "on_timeout": "agent"}])
def test_a_record_with_such_answers_is_proven(ctx: Context, clock: Any) -> None:
    made, _ = three(ctx, clock=clock)
    for seat in (1, 2):
        say(ctx, made, seat, undo="accept", pause="decline", abandon="accept")
    request_undo(ctx, caller(ctx, made, 0))
    ask_pause(ctx, caller(ctx, made, 1), ctx.clock() + HOUR_MS)
    abandon(ctx, caller(ctx, made, 2))
    cast_vote(ctx, caller(ctx, made, 0), 3, yes=True)
    assert ctx.games.load(made.id).table.status == "finished"

    assert imported(ctx, record_of(ctx, made.id)).status == "finished"


def test_a_pause_of_accepted_votes_begins_at_once(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    say(ctx, made, 1, pause="accept")
    ask_pause(ctx, caller(ctx, made, 0), ctx.clock() + HOUR_MS)
    assert fresh(ctx).games.load(made.id).table.paused


def test_others_do_not_see_it_and_asking_again_removes_it(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    say(ctx, made, 1, undo="accept", pause="decline")
    assert seen(ctx, made, 1) == ALL_ASKED | {"undo": "accept", "pause": "decline"}
    assert seen(ctx, made, 0) == ALL_ASKED
    assert seen(ctx, made, None) is None

    assert say(ctx, made, 1, undo="ask") == ALL_ASKED | {"pause": "decline"}

    assert say(ctx, made, 1, pause="ask") == ALL_ASKED
    assert not [name for name in ctx.store.facts(made.id) if name.startswith("answer:")]


def test_only_the_holder_sets_it(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    change = SeatChange(votes={"undo": "accept"})
    with refusal("forbidden"):
        change_seat(ctx, caller(ctx, made, owner=True), 1, change)
    with refusal("forbidden"):
        change_seat(ctx, caller(ctx, made, 0), 1, change)


def test_it_may_be_set_with_the_game_and_with_the_seat(ctx: Context) -> None:
    made = made_of(ctx, [NewSeat("human", votes={"undo": "accept"}), NewSeat("open")])
    taken = take_seat(ctx, made.id, None, SeatWish(votes={"pause": "decline"}))
    assert taken.votes == ALL_ASKED | {"pause": "decline"}
    who = authenticate(ctx, ctx.games.load(made.id), taken.token)
    assert votes_document(ctx, who)["beforehand"] == ALL_ASKED | {"pause": "decline"}
    assert seen(ctx, made, 0) == ALL_ASKED | {"undo": "accept"}


@pytest.mark.parametrize("kind", ["ai", "open"])
def test_nobody_answers_for_an_agent_or_an_empty_seat(ctx: Context, kind: str) -> None:
    with refusal("invalid_body"):
        made_of(ctx, [NewSeat("human"), NewSeat(kind, votes={"undo": "accept"})])


def test_a_holder_keeps_it_with_a_new_token(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")
    token = take_seat(ctx, made.id, None, SeatWish(votes={"undo": "accept"})).token

    token = renew_token(ctx, made.id, token, 1).token

    who = authenticate(ctx, ctx.games.load(made.id), token)
    assert votes_document(ctx, who)["beforehand"]["undo"] == "accept"


def test_who_gets_the_seat_does_not_inherit_it(ctx: Context) -> None:
    made = made_of(ctx, [NewSeat("human"), NewSeat("human", votes={"abandon": "accept"})])
    put_aside(ctx, made)

    token = renew_token(ctx, made.id, made.seats[1]["token"], 1).token

    who = authenticate(ctx, ctx.games.load(made.id), token)
    assert votes_document(ctx, who)["beforehand"] == ALL_ASKED
    assert abandon(ctx, caller(ctx, made, 0)).vote["status"] == "open"


def test_an_answer_that_outlived_its_holder_is_not_given(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    ctx.store.set_facts(made.id, {"answer:1:abandon": b"accept:somebody else"})
    assert seen(ctx, made, 1) == ALL_ASKED
    assert abandon(ctx, caller(ctx, made, 0)).vote["status"] == "open"


def test_who_is_overdue_is_not_heard_where_silence_is_excused(ctx: Context) -> None:
    made = late(ctx)
    say(ctx, made, 0, seat="decline", abandon="accept")
    say(ctx, made, 2, seat="accept")

    vote = change_seat(ctx, caller(ctx, made, 1), 0, SeatChange(open=True)).vote

    assert vote is not None
    assert (vote["status"], vote["yes"], vote["waiting"]) == ("open", [2], [0])


def test_a_seat_that_was_resigned_opens_at_once(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    say(ctx, made, 0, seat="decline")
    say(ctx, made, 2, seat="accept")
    resign(ctx, caller(ctx, made, 0))

    seated = change_seat(ctx, caller(ctx, made, 1), 0, SeatChange(open=True))

    assert (seated.kind, seated.version) == ("open", ctx.games.load(made.id).version)
    assert seated.vote is not None
    assert seated.vote["status"] == "passed"
    assert "answer:0:seat" not in ctx.store.facts(made.id)


def test_nothing_is_set_in_a_game_that_is_over(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    with refusal("refused", "game.finished"):
        say(ctx, made, 1, undo="accept")
