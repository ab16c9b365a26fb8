"""Tests that a record that proves true becomes a game of its own, equal to the one it came from."""

import gc
import weakref
from typing import Any

import orjson
import pytest
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.authentication import Caller, authenticate
from service.game.context import Context, compose
from service.game.deadlines import CUT_SHORT_MS, IMPORT_DEADLINE
from service.game.idempotency import Key
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import delete_game
from service.handlers.undo_requests import request_redo, request_undo
from service.handlers.votes import abandon
from service.problems import Problem
from service.queue.jobs import Jobs
from service.records.importing import import_record
from service.records.proof import Reenactment
from service.records.replay import replay
from service.schemas.records import read_record
from service.settings import read_settings
from service.views.events_pages import events_page
from service.views.fairness import fairness_document
from service.views.games_pages import games_page
from service.views.lobby import Wish
from tests.service.looking import legal_actions, view
from tests.service.recorded import (
    busy_table,
    imported,
    pass_time,
    record_of,
    short_game,
    whole_game,
)
from tests.service.tables import RULESETS as TOYS
from tests.service.tables import Clock, caller, new_game, put_aside, refusal
from tests.toy import Roll


def offered(rq_redis: Redis) -> Context:
    """Return a context of the offered games and the toy, whose log is in memory."""
    return compose(read_settings({}), MemoryEventStore(), {**RULESETS, **TOYS}, Jobs(rq_redis), Clock())


def over(ctx: Context, **wish: Any) -> str:
    """Play a game of the toy that ends by resignation, and return its id."""
    made = new_game(ctx, **wish)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    resign(ctx, caller(ctx, made, 1))
    return made.id


def same(ctx: Context, record: dict[str, Any]) -> None:
    """Check that a record comes out as it went in, except for the game's id, and proves true again."""
    made = imported(ctx, record)

    done = replay(ctx, made.id, Caller(made.id), {"format": "json"}, lambda fraction: None)
    assert (done["verified"], done["digests"]) == (True, sum(1 for one in record["versions"] if one["digest"]))
    again: dict[str, Any] = done["record"]
    assert again["game"] == made.id != record["game"]
    assert orjson.loads(orjson.dumps(again)) | {"game": record["game"]} == record


@pytest.mark.parametrize("name", RULESETS)
def test_a_whole_game_with_undone_lines_comes_out_as_it_went_in(rq_redis: Redis, name: str) -> None:
    ctx = offered(rq_redis)
    record = record_of(ctx, whole_game(ctx, RULESETS[name]))

    assert any(event["type"] == "HeadMoved" for version in record["versions"] for event in version["events"])
    assert record["result"]["reason"] == "played"
    same(ctx, record)


def test_what_was_imported_can_be_imported_again(ctx: Context) -> None:
    record = record_of(ctx, over(ctx))

    same(ctx, record_of(ctx, imported(ctx, record).id))


@pytest.mark.parametrize("on_timeout", ["default", "agent", "resign"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_game_that_was_resigned_or_ran_out_of_time_does_too(rq_redis: Redis, name: str, on_timeout: str) -> None:
    ctx = offered(rq_redis)
    record = record_of(ctx, short_game(ctx, RULESETS[name], on_timeout))

    types = [event["type"] for version in record["versions"] for event in version["events"]]
    assert {"TimedOut", "SeatResigned", "HeadMoved", "GameClosed"} <= set(types)
    same(ctx, record)


def test_everything_that_can_happen_at_a_table_is_imported(rq_redis: Redis) -> None:
    ctx = offered(rq_redis)
    record = record_of(ctx, busy_table(ctx))

    types = {event["type"] for version in record["versions"] for event in version["events"]}
    assert {
        *("TableOpened", "SeatTaken", "SeatsFilled", "SeatHandedOver", "SeatResigned", "SeatStoodIn", "SeatReturned"),
        *("SeatLeft", "SeatLent", "SeatRenamed", "TokenRenewed"),
        *("TimedOut", "GameClosed", "RematchOpened", "HeadMoved", "VoteOpened", "VoteCast", "VoteClosed"),
        "SeedRevealed",
    } <= types
    same(ctx, record)


def test_a_game_abandoned_by_vote_is_imported(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")
    put_aside(ctx, made)
    abandon(ctx, caller(ctx, made, 0))
    same(ctx, record_of(ctx, made.id))


def test_an_imported_game_is_seen_read_and_branched_and_nothing_else(ctx: Context) -> None:
    game = over(ctx, undo="free")
    made = imported(ctx, record_of(ctx, game))
    owner = authenticate(ctx, ctx.games.load(made.id), made.owner_token)

    assert (made.version, made.status, made.invite) == (ctx.store.head(game), "finished", None)
    assert made.seats == [{"seat": 0, "kind": "human"}, {"seat": 1, "kind": "ai"}]
    for version in range(1, made.version + 1):
        seen, known = view(ctx, owner, version), view(ctx, Caller(game), version)
        assert seen.pop("imported")
        assert {**seen, "id": game} == known
    assert events_page(ctx, owner)["events"] == events_page(ctx, Caller(game))["events"]
    assert legal_actions(ctx, owner, "en")["actions"] == []
    assert fairness_document(ctx, ctx.games.load(made.id), "en")["draws"]
    for chance in ("same", "fresh"):
        branched = branch(ctx, owner, NewBranch(3, chance=chance))
        assert view(ctx, Caller(branched.id))["parent"] == {"id": made.id, "version": 3}
        assert "imported" not in view(ctx, Caller(branched.id))
    for undo in (request_undo, request_redo):
        with pytest.raises(Problem):
            undo(ctx, owner)
    for change in (SeatChange(reissue=True), SeatChange(agent="uniform"), SeatChange(open=True)):
        with refusal("refused", "record.imported"):
            change_seat(ctx, owner, 0, change)
    with refusal("refused", "record.imported"):
        rematch(ctx, owner)
    assert ctx.store.head(made.id) == made.version
    delete_game(ctx, owner)
    with refusal("not_found"):
        ctx.games.load(made.id)


def test_the_lobby_marks_it(ctx: Context) -> None:
    game = over(ctx)
    made = imported(ctx, record_of(ctx, game))

    rows = {row["id"]: row for row in games_page(ctx, Wish(status="finished"))["games"]}

    assert rows[made.id]["imported"]
    assert "imported" not in rows[game]


def test_a_private_game_stays_private(ctx: Context) -> None:
    made = imported(ctx, record_of(ctx, over(ctx, private=True)))

    assert games_page(ctx)["games"] == []
    with refusal("not_found"):
        authenticate(ctx, ctx.games.load(made.id), None)
    assert authenticate(ctx, ctx.games.load(made.id), made.owner_token).is_owner


def jobs(ctx: Context) -> set[bytes]:
    """Return the keys of all jobs."""
    return {*ctx.jobs.redis.scan_iter("rq:job:*")}


def test_nobody_is_asked_for_anything(ctx: Context) -> None:
    record = record_of(ctx, over(ctx))
    queued = jobs(ctx)

    made = imported(ctx, record)

    assert jobs(ctx) == queued
    assert not [due for shard in range(64) for due in ctx.store.due(shard, 2**52, 100) if due.game == made.id]
    assert ctx.games.load(made.id).awaiting() == []


def test_the_same_key_imports_once(ctx: Context) -> None:
    record = read_record({"record": record_of(ctx, over(ctx))})
    key = Key.of("k" * 22, "POST", "/v1/games", None, b"a record")

    first, again = (import_record(ctx, record, key) for _ in range(2))

    assert (again.id, again.owner_token, again.replayed) == (first.id, first.owner_token, True)
    assert len([row for row in games_page(ctx)["games"] if "imported" in row]) == 1
    with refusal("idempotency_key_reused"):
        import_record(ctx, record, Key.of("k" * 22, "POST", "/v1/games", None, b"another"))


class FullStore(MemoryEventStore):
    """Represents a store that accepts no more logs."""

    def _append(self, *args: Any, **settings: Any) -> int:
        raise OSError("no space left")


def test_what_an_import_that_was_cut_short_left_is_cleared_away(ctx: Context, rq_redis: Redis) -> None:
    record = read_record({"record": record_of(ctx, over(ctx))})
    full = compose(ctx.settings, FullStore(), ctx.rulesets, Jobs(rq_redis), ctx.clock)
    with pytest.raises(OSError, match="space"):
        import_record(full, record)
    pass_time(ctx, CUT_SHORT_MS)

    [left] = [due for shard in range(64) for due in full.store.due(shard, ctx.clock(), 100)]
    assert left.name == IMPORT_DEADLINE
    assert full.store.facts(left.game)
    fall_due(full, left.game, left.name)

    assert not full.store.facts(left.game)
    assert not [due for shard in range(64) for due in full.store.due(shard, 2**52, 100)]


def test_an_import_that_was_written_is_not_cleared_away(ctx: Context) -> None:
    made = imported(ctx, record_of(ctx, over(ctx)))
    ctx.store.set_deadlines(made.id, {IMPORT_DEADLINE: 1})

    fall_due(ctx, made.id, IMPORT_DEADLINE)

    assert view(ctx, Caller(made.id))["status"] == "finished"


@pytest.mark.parametrize("name", RULESETS)
def test_records_of_running_games_are_refused(rq_redis: Redis, name: str) -> None:
    ctx = offered(rq_redis)
    made = create_game(ctx, NewGame(name, [NewSeat("human")] * 3))
    waiting = create_game(ctx, NewGame(name, [NewSeat("human"), NewSeat("open"), NewSeat("open")]))

    for game in (made.id, waiting.id):
        with refusal("refused", "record.running"):
            imported(ctx, record_of(ctx, game))


def test_a_record_without_its_end_is_of_a_running_game(ctx: Context) -> None:
    record = record_of(ctx, over(ctx))
    record["versions"].pop()

    with refusal("refused", "record.running"):
        imported(ctx, record)


def test_the_record_of_a_branch_is_refused(ctx: Context) -> None:
    made = branch(ctx, Caller(over(ctx)), NewBranch(3))
    resign(ctx, caller(ctx, made, 0))

    with refusal("refused", "record.branch"):
        imported(ctx, record_of(ctx, made.id))


@pytest.mark.parametrize("change", [{"ruleset": "chess"}, {"ruleset_version": 99}, {"digest_tag": "0"}], ids=str)
def test_a_record_of_other_rules_is_refused(ctx: Context, change: dict[str, Any]) -> None:
    record = record_of(ctx, over(ctx))
    for place in (record, *record["versions"]):
        place |= {name: value for name, value in change.items() if name in place}

    with refusal("refused", "record.rules"):
        imported(ctx, record)


def test_nothing_of_a_proof_outlives_it(ctx: Context) -> None:
    record = read_record({"record": record_of(ctx, short_game(ctx, TOYS["toy"], "resign"))})
    proof = Reenactment(ctx, record)
    for version in record["versions"]:
        proof.take(version)
    seen = weakref.ref(proof)
    gc.disable()  # a circle would be kept until it is looked for, and that stops all requests
    try:
        del proof
        assert seen() is None
    finally:
        gc.enable()
