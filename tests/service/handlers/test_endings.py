"""Tests how the table ends a game, by resigning or a vote to abandon it, and the rematch."""

import pytest

from domain.core.ruleset import SEAT_IDLES
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.authentication import Caller, authenticate, require_player
from service.game.context import Context, compose
from service.game.idempotency import Key
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, delete_game, take_seat
from service.handlers.undo_requests import request_undo
from service.handlers.votes import VOTE_MS, abandon, cast_vote
from service.views.events_pages import events_page
from service.views.game_view import votes_document
from tests.service.looking import legal_actions, view
from tests.service.tables import Clock, caller, fresh, new_game, put_aside, refusal
from tests.toy import EndTurn, Roll, Toy


class Sheets(Toy):
    """Represents the toy as a game that is played on separate sheets."""

    leaving = SEAT_IDLES


def test_an_agent_has_the_seat_of_whoever_resigns(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)

    done = resign(ctx, caller(ctx, made, 1))

    assert [(event["type"], event["seat"], event["agent"]) for event in done.events] == [("SeatResigned", 1, "uniform")]
    seen = view(fresh(ctx), caller(ctx, made))
    assert seen["status"] == "running"
    agent = {"agent": "uniform", "agent_version": 1}
    assert seen["seats"][1] == {"seat": 1, "kind": "ai", **agent, "left": "resigned", "held": False}


def test_where_nobody_needs_an_opponent_the_seat_idles(ctx: Context) -> None:
    sheets = compose(ctx.settings, MemoryEventStore(), {"toy": Sheets()}, ctx.jobs, ctx.clock)
    made = new_game(sheets, "human", "human", "human")

    done = resign(sheets, caller(sheets, made, 1))

    assert done.events[0]["agent"] == "idle"


def test_whoever_resigned_sees_as_a_spectator_and_acts_no_more(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    who = caller(ctx, made, 0)

    assert view(ctx, who) == view(ctx, Caller(made.id))
    assert legal_actions(ctx, who, "en")["actions"] == []
    with refusal("refused", "seat.resigned"):
        require_player(ctx.games.load(made.id), who)
    for act in (resign, abandon, request_undo):
        with refusal("refused", "seat.resigned"):
            act(ctx, who)
    with refusal("refused", "seat.resigned"):
        take_seat(ctx, made.id, made.seats[0]["token"], SeatWish())


def test_the_last_one_left_wins(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    resign(ctx, caller(ctx, made, 0))

    done = resign(ctx, caller(ctx, made, 2))

    assert [event["type"] for event in done.events] == ["SeatResigned", "GameClosed", "SeedRevealed"]
    seen = view(ctx, caller(ctx, made))
    points = ctx.games.load(made.id).position.points
    assert (seen["status"], seen["awaiting"]) == ("finished", [])
    assert seen["result"] == {"winners": [1], "points": points, "reason": "resignation"}
    with refusal("refused", "game.finished"):
        submit(ctx, made.id, 1, [Roll()])


def test_agents_do_not_play_on_among_themselves(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", "ai")

    resign(ctx, caller(ctx, made, 0))

    result = view(ctx, caller(ctx, made))["result"]
    assert (result["winners"], result["reason"]) == ([1, 2], "resignation")


def test_nobody_resigns_twice_or_before_the_start_or_without_a_seat(ctx: Context) -> None:
    made, waiting = new_game(ctx), new_game(ctx, "human", "open")
    key = Key.of("k", "POST", "/resign", "token" * 5, b"")

    with refusal("refused", "game.not_started"):
        resign(ctx, caller(ctx, waiting, 0))
    with refusal("unauthorized"):
        resign(ctx, caller(ctx, made))
    with refusal("forbidden"):
        resign(ctx, caller(ctx, made, owner=True))
    who = caller(ctx, made, 0)
    first = resign(ctx, who, key)
    again = resign(ctx, who, key)
    assert (again.events, again.replayed) == (first.events, True)
    assert ctx.store.head(made.id) == first.version


def test_the_owner_asks_the_others_to_open_the_seat_of_whoever_resigned(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    resign(ctx, caller(ctx, made, 1))

    asked = change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(open=True))

    assert asked.kind == "ai"
    assert asked.vote is not None
    assert asked.vote["waiting"] == [0, 2]


def test_a_game_that_somebody_resigned_is_not_the_owners_to_remove(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "ai")
    resign(ctx, caller(ctx, made, 1))

    with refusal("refused", "game.other_people"):
        delete_game(ctx, caller(ctx, made, owner=True))


def test_all_the_others_must_agree_to_abandon(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)

    asked = abandon(ctx, caller(ctx, made, 0)).vote
    assert (asked["kind"], asked["waiting"], "to_version" in asked) == ("abandon", [1, 2], False)
    cast_vote(ctx, caller(ctx, made, 1), 1, yes=True)
    assert view(ctx, caller(ctx, made))["status"] == "running"
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)

    seen = view(fresh(ctx), caller(ctx, made))
    assert seen["status"] == "finished"
    assert (seen["result"]["winners"], seen["result"]["reason"]) == ([], "abandoned")
    assert [event["type"] for event in events_page(ctx, caller(ctx, made))["events"]][-4:] == [
        "VoteCast",
        "VoteClosed",
        "GameClosed",
        "SeedRevealed",
    ]


@pytest.mark.parametrize("how", ["rejected", "expired", "stale"])
def test_a_vote_to_abandon_may_come_to_nothing(ctx: Context, how: str) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    abandon(ctx, caller(ctx, made, 0))

    if how == "rejected":
        cast_vote(ctx, caller(ctx, made, 1), 1, yes=False)
    elif how == "stale":
        submit(ctx, made.id, 0, [Roll()])
    else:
        assert isinstance(ctx.clock, Clock)
        ctx.clock.ms += VOTE_MS
        fall_due(ctx, made.id, "vote")

    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == how
    assert view(ctx, caller(ctx, made))["status"] == "running"


def test_the_owner_who_sits_nowhere_asks_every_party(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", "bot")

    assert abandon(ctx, caller(ctx, made, owner=True)).vote["waiting"] == [0, 2]


def test_with_nobody_to_ask_a_game_is_abandoned_at_once(ctx: Context) -> None:
    made, alone = new_game(ctx, "human", "ai"), new_game(ctx, "ai", "ai")

    assert abandon(ctx, caller(ctx, made, 0)).vote["status"] == "passed"
    assert abandon(ctx, caller(ctx, alone, owner=True)).vote["status"] == "passed"

    assert ctx.games.load(made.id).table.finished
    with refusal("unauthorized"):
        abandon(ctx, caller(ctx, new_game(ctx)))
    with refusal("refused", "game.finished"):
        abandon(ctx, caller(ctx, made, 0))


def test_a_rematch_turns_the_seats_and_waits_for_all(ctx: Context) -> None:
    made = create_game(ctx, NewGame("toy", [NewSeat("human", "Ana"), NewSeat("human", "Ben"), NewSeat("ai")]))
    resign(ctx, caller(ctx, made, 0))
    resign(ctx, caller(ctx, made, 1))

    opened = rematch(ctx, caller(ctx, made, 0))

    assert [seat["kind"] for seat in opened.seats] == ["ai", "human", "open"]
    assert (opened.status, "token" in opened.seats[1]) == ("open", True)
    assert view(ctx, caller(ctx, made))["rematch"] == opened.id
    with refusal("not_found"):  # the seat is kept
        take_seat(ctx, opened.id, None, SeatWish())
    joined = rematch(ctx, caller(ctx, made, 1))
    assert (joined.id, joined.status, joined.owner_token) == (opened.id, "running", None)
    who = authenticate(ctx, ctx.games.load(opened.id), joined.seats[0]["token"])
    assert who.seat == joined.seats[0]["seat"] == 2
    seen = view(ctx, who)
    assert [seat.get("name") for seat in seen["seats"]] == [None, "Ana", "Ben"]
    assert (seen["rematch_of"], seen["unfair"]) == (made.id, False)
    before, after = (ctx.games.load(game).table.opened for game in (made.id, opened.id))
    assert before.seed != after.seed


def test_a_table_of_six_on_a_map_with_modules_of_its_own_meets_again(ctx: Context) -> None:
    catan = compose(ctx.settings, MemoryEventStore(), RULESETS, ctx.jobs, ctx.clock)
    made = create_game(catan, NewGame("catan", [NewSeat("human")] * 6, map="new-york", modules=["erie-canal"]))
    for seat in range(5):
        resign(catan, caller(catan, made, seat))

    opened = rematch(catan, caller(catan, made, 0))

    before, after = (catan.games.load(game).table for game in (made.id, opened.id))
    assert after.config == before.config


def test_a_rematch_asked_for_again_is_the_same_with_a_new_token(ctx: Context) -> None:
    made = new_game(ctx)
    resign(ctx, caller(ctx, made, 0))
    first = rematch(ctx, caller(ctx, made, 0))

    again = rematch(ctx, caller(ctx, made, 0))

    assert again.id == first.id
    game = ctx.games.load(first.id)
    assert authenticate(ctx, game, again.seats[0]["token"]).seat == 1
    with refusal("unauthorized"):
        authenticate(ctx, game, first.seats[1]["token"])


def test_a_repeated_request_for_a_rematch_gives_the_first_answer(ctx: Context) -> None:
    made = new_game(ctx)
    resign(ctx, caller(ctx, made, 0))
    key = Key.of("k", "POST", "/rematch", "token" * 5, b"")

    first = rematch(ctx, caller(ctx, made, 0), key)
    again = rematch(fresh(ctx), caller(ctx, made, 0), key)

    assert (again.id, again.seats, again.owner_token, again.replayed) == (
        first.id,
        first.seats,
        first.owner_token,
        True,
    )


def test_the_owner_is_given_all_tokens_of_a_rematch(ctx: Context) -> None:
    made = new_game(ctx, "human", "bot", "ai")
    for seat in (0, 1):
        resign(ctx, caller(ctx, made, seat))

    opened = rematch(ctx, caller(ctx, made, owner=True))

    assert [(seat["kind"], "token" in seat) for seat in opened.seats] == [
        ("ai", False),
        ("human", True),
        ("bot", True),
    ]
    assert opened.status == "running"
    with refusal("refused", "rematch.opened"):
        rematch(ctx, caller(ctx, made, owner=True))


def test_no_rematch_of_a_running_game_or_for_spectators(ctx: Context) -> None:
    made = new_game(ctx)

    with refusal("refused", "game.not_finished"):
        rematch(ctx, caller(ctx, made, 0))
    with refusal("unauthorized"):
        rematch(ctx, caller(ctx, made))


def test_a_rematch_that_expired_can_be_opened_anew(ctx: Context) -> None:
    made = new_game(ctx)
    resign(ctx, caller(ctx, made, 0))
    first = rematch(ctx, caller(ctx, made, 0))
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += 25 * 3_600_000
    fall_due(ctx, first.id, "start")

    again = rematch(ctx, caller(ctx, made, 1))

    assert again.id != first.id
    assert view(ctx, caller(ctx, made))["rematch"] == again.id


def test_a_turn_is_still_played_by_those_who_stay(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 2))

    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [EndTurn()])

    assert [entry["seat"] for entry in view(ctx, caller(ctx, made))["awaiting"]] == [1]
