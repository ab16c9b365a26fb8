"""Tests what callers read: views of every version, legal actions, pages of events, the board and the lobby."""

from typing import Any

import orjson
import pytest

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.cursors import Cursor, read_cursor
from service.handlers.commands import submit
from service.handlers.seating import delete_game
from service.upkeep import rebuild_lobby
from service.views.events_pages import events_page
from service.views.game_view import board_document, is_settled
from service.views.games_pages import games_page
from service.views.lobby import Wish, list_of
from service.views.lobby_projection import LOBBY
from service.views.offers import agent, agents, ruleset, rulesets
from tests.service.following import follow_feeds
from tests.service.looking import legal_actions, view
from tests.service.tables import Clock, caller, first_chip, fresh, new_game, played, put_aside, refusal
from tests.toy import COMMANDS, TOY, EndTurn, Roll, Step


def test_a_view_tells_the_table_and_what_the_caller_knows(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")

    seen = view(ctx, caller(ctx, made, 0))

    assert {name: seen[name] for name in ("id", "ruleset", "status", "version", "undo_policy", "unfair")} == {
        "id": made.id,
        "ruleset": "toy",
        "status": "running",
        "version": 1,
        "undo_policy": "until_reveal",
        "unfair": True,
    }
    assert [entry["seat"] for entry in seen["awaiting"]] == [0, 1]
    assert seen["awaiting"][1]["agent"] == "uniform"
    assert seen["awaiting"][1]["agent_state"] == "queued"
    assert "agent" not in seen["awaiting"][0]
    assert "result" not in seen
    assert "parent" not in seen


def test_a_view_of_a_named_version_depends_on_version_and_caller_alone(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")

    seen = view(ctx, caller(ctx, made, 0), 1)

    assert "agent_state" not in seen["awaiting"][1]
    assert not is_settled(ctx.games.load(made.id))
    assert is_settled(ctx.games.load(new_game(ctx).id))


def test_a_version_that_was_not_reached_is_not_found(ctx: Context) -> None:
    made = new_game(ctx)

    for version in (0, 2, -1):
        with refusal("not_found"):
            view(ctx, caller(ctx, made), version)


def test_since_is_when_the_seat_began_to_owe(ctx: Context) -> None:
    made = new_game(ctx)
    clock = ctx.clock
    assert isinstance(clock, Clock)
    begun = view(ctx, caller(ctx, made))["awaiting"]
    clock.ms += 60_000

    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])

    for reader in (ctx, fresh(ctx)):
        assert view(reader, caller(ctx, made))["awaiting"] == [begun[1]]


def test_legal_actions_can_be_posted_as_they_are(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])

    offered = legal_actions(ctx, caller(ctx, made, 0), "en")

    assert (offered["version"], offered["seat"], offered["must_act"]) == (4, 0, True)
    commands = [action["command"] for action in offered["actions"]]
    assert commands == [{"type": "Step"}, {"type": "ShowCard"}, {"type": "EndTurn"}]
    template = offered["templates"][0]
    assert (template["type"], template["bounds"]) == ("Wave", {"to": {"seats": [1]}})
    assert template["schema"]["required"] == ["type", "to"]
    assert submit(ctx, made.id, 0, [COMMANDS.decode(template["example"])]).version == 5
    assert submit(ctx, made.id, 0, [COMMANDS.decode(commands[0])]).version == 6


def test_bounds_of_cards_name_kinds_and_totals(ctx: Context) -> None:
    made = new_game(ctx)
    held = TOY.render(TOY.observe(ctx.games.load(made.id).position, 0))["chips"][0]

    template = legal_actions(ctx, caller(ctx, made, 0), "en")["templates"][0]

    assert template["bounds"] == {"chips": {"cards": {"max": held, "least": 1, "total": 1}}}


def test_without_a_seat_or_a_running_game_nothing_is_legal(ctx: Context) -> None:
    made, waiting, over = new_game(ctx), new_game(ctx, "human", "open"), played(ctx, 1, "human", "human")

    nothing = {"must_act": False, "actions": [], "templates": []}
    assert legal_actions(ctx, caller(ctx, made), "en") == {"version": 1, "seat": None, **nothing}
    assert legal_actions(ctx, caller(ctx, made, owner=True), "en") == {"version": 1, "seat": None, **nothing}
    assert legal_actions(ctx, caller(ctx, waiting, 0), "en") == {"version": 1, "seat": 0, **nothing}
    assert legal_actions(ctx, caller(ctx, over, 0), "en")["seat"] is None


def test_a_page_never_splits_a_version(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    who = caller(ctx, made)

    first = events_page(ctx, who, limit=2)
    second = events_page(ctx, who, after=read_cursor(first["next"]), limit=2)

    assert {event["version"] for event in first["events"]} == {1}
    assert len(first["events"]) == 6
    assert [event["version"] for event in second["events"]] == [2, 3]
    last = events_page(ctx, who, after=read_cursor(second["next"]), limit=2)
    assert [event["version"] for event in last["events"]] == [4]
    assert "next" not in last


def test_a_cursor_ahead_of_the_log_is_refused(ctx: Context) -> None:
    made = new_game(ctx)

    assert events_page(ctx, caller(ctx, made), after=Cursor(1))["events"] == []
    with refusal("cursor_ahead", version=1):
        events_page(ctx, caller(ctx, made), after=Cursor(2))


def test_an_event_says_where_and_when_and_who(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    event = events_page(ctx, caller(ctx, made), after=Cursor(2))["events"][0]

    assert {name: event[name] for name in ("version", "index", "type", "seat")} == {
        "version": 3,
        "index": 0,
        "type": "ChipPutAside",
        "seat": 1,
    }
    assert event["time"].startswith("2026-09-2")
    assert "chips" not in event


def test_redaction_removes_fields_never_events(ctx: Context) -> None:
    made = played(ctx, 3, "human", "human")
    pages = [events_page(ctx, caller(ctx, made, seat), limit=10_000)["events"] for seat in (None, 0, 1)]

    assert len({len(page) for page in pages}) == 1
    dealt = [[event for event in page if event["type"] == "HandDealt"] for page in pages]
    assert [["card" in event for event in page] for page in dealt] == [[False, False], [True, False], [False, True]]


def test_nothing_secret_leaves_by_any_door(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "ai", seed="the secret seed")
    who = caller(ctx, made)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    digests = [event.header.digest for event in ctx.store.read(made.id) if event.header.digest]

    said = b"".join(
        orjson.dumps(body)
        for body in (view(ctx, who), events_page(ctx, who), board_document(ctx, who), legal_actions(ctx, who, "en"))
    ).decode()

    assert b"the secret seed".hex() not in said
    assert "holder" not in said
    assert not any(digest in said for digest in digests)


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_gets_the_same_bytes_whatever_it_cannot_know(ctx: Context, seed: int) -> None:
    """Seat 0 gets the same answers in two games that differ only in the cards of the others."""
    bodies = []
    for hidden in (0, 5):
        made = new_game(ctx, "human", "human", "human", seed=str(seed))
        game = ctx.games.load(made.id)
        game.position.cards[1:] = [hidden, hidden]
        ctx.games.keep(game, game.version)
        put_aside(ctx, made)
        submit(ctx, made.id, 0, [Roll()])
        who = caller(ctx, made, 0)
        bodies.append([view(ctx, who)["state"], legal_actions(ctx, who, "en")])
    assert orjson.dumps(bodies[0]) == orjson.dumps(bodies[1])


def test_the_board_is_the_same_for_all_and_ever(ctx: Context) -> None:
    made = new_game(ctx)
    before = board_document(ctx, caller(ctx, made))
    put_aside(ctx, made)

    assert board_document(ctx, caller(ctx, made, 0)) == before
    assert before["squares"][:2] == [0, 1]
    with refusal("refused", "game.not_started"):
        board_document(ctx, caller(ctx, new_game(ctx, "human", "open")))


def test_state_from_snapshot_and_tail_is_state_from_all_events(ctx: Context) -> None:
    made = played(ctx, 5, "human", "human", "human", target=60)
    who = caller(ctx, made)
    head = ctx.store.head(made.id)
    assert head > 50

    known = [view(ctx, who, version) for version in range(1, head + 1)]
    from_snapshots = fresh(ctx)
    assert [view(from_snapshots, who, version) for version in range(1, head + 1)] == known
    ctx.store.drop_snapshots(made.id)
    assert view(fresh(ctx), who, head) == known[-1]


def test_rulesets_and_agents(ctx: Context) -> None:
    assert [entry["id"] for entry in rulesets(ctx)] == ["toy"]
    assert ruleset(ctx, "toy")["agents"] == ["uniform", "idle"]
    assert "uniform" in [entry["id"] for entry in agents(ctx, "en")]
    assert agent(ctx, "uniform", "es")["rulesets"] == ["toy"]
    with refusal("not_found"):
        ruleset(ctx, "chess")
    with refusal("not_found"):
        agent(ctx, "deep-blue", "en")


def lobby(ctx: Context, **query: Any) -> list[str]:
    """Return the ids of a page of the lobby."""
    return [row["id"] for row in games_page(ctx, Wish(**query))["games"]]


def test_the_lobby_lists_public_games_the_newest_first(ctx: Context) -> None:
    made = [new_game(ctx).id for _ in range(3)]
    new_game(ctx, private=True)

    assert lobby(ctx) == made[::-1]
    first = games_page(ctx, limit=2)
    assert [row["id"] for row in first["games"]] == [made[2], made[1]]
    assert [row["id"] for row in games_page(ctx, cursor=first["next"])["games"]] == [made[0]]


def test_the_lobby_says_where_somebody_chose_the_seed(ctx: Context) -> None:
    named, fair = new_game(ctx, seed="x"), new_game(ctx, seed=None)

    rows = {row["id"]: row["unfair"] for row in games_page(ctx)["games"]}

    assert rows == {named.id: True, fair.id: False}


def test_the_lobby_follows_what_happens(ctx: Context) -> None:
    waiting, alone = new_game(ctx, "human", "open"), new_game(ctx, "human", "ai")
    assert lobby(ctx, status="open") == [waiting.id]
    assert lobby(ctx, ruleset="toy", status="running") == [alone.id]

    over = played(ctx, 1, "human", "human")
    delete_game(ctx, caller(ctx, alone, owner=True))

    assert lobby(ctx, status="finished") == [over.id]
    assert lobby(fresh(ctx)) == [over.id, waiting.id]


def test_the_lobby_can_be_rebuilt_from_nothing(ctx: Context) -> None:
    made = [new_game(ctx).id for _ in range(3)]
    assert follow_feeds(ctx) == len(made)
    assert follow_feeds(ctx) == 0
    rows = ctx.store.rows.list_rows(LOBBY, list_of(None, None), 10)

    assert rebuild_lobby(ctx, lambda _: None, clear=True).made == len(made)

    assert [row.game for row in rows] == made[::-1]
    assert ctx.store.rows.list_rows(LOBBY, list_of(None, None), 10) == rows


def test_a_cursor_of_another_kind_is_refused(ctx: Context) -> None:
    with refusal("invalid_body"):
        games_page(ctx, cursor="nonsense")


def test_a_spectator_is_a_caller_without_a_seat(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step(), EndTurn()])

    owners = view(ctx, caller(ctx, made, owner=True))
    assert view(ctx, Caller(made.id)) == owners | {"undo": None, "redo": None}
