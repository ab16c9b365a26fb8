"""Tests arenas: fair to every entrant, repeatable, and done slice by slice beside the work of others."""

from typing import Any

import pytest
from redis import Redis
from rq.job import Job
from rq.serializers import JSONSerializer

from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker
from service.game.context import Context
from service.handlers.arenas import ArenaWish, request_arena
from service.handlers.new_seats import NewSeat
from service.queue import keys
from service.queue.arena_book import ArenaBook
from service.queue.jobs import LONG_LAST_QUEUE
from tests.service.processes import wait_for
from tests.toy import TOY
from tests.workers.conftest import Start, work
from tests.workers.sample_jobs import HERE
from workers import jobs
from workers.arenas import in_memory
from workers.arenas.document import arena_document
from workers.arenas.in_memory import play_game

PLAN: dict[str, Any] = {
    "ruleset": "toy",
    "agents": ["uniform", "idle", "uniform"],
    "games": 3,
    "seed": "s",
    "config": {"seats": 3, "map": "table", "modules": [], "options": {"target": 12}},
}
WIDE = ArenaWish("toy", 7, ["uniform", "idle"], options={"target": 6}, seed="wide")
DICE = ArenaWish("catan-dice", 3, ["uniform"])


def test_entrants_change_seats_and_a_game_can_be_repeated() -> None:
    games = [play_game(TOY, PLAN, number) for number in range(4)]
    assert [game["entrants"] for game in games] == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    again = play_game(TOY, PLAN, 2)
    for name in ("shares", "points", "commands", "decisions"):
        assert again[name] == games[2][name]
    assert games[0]["points"] != games[3]["points"] or games[0]["commands"] != games[3]["commands"]


def test_the_table_counts_by_entrant_and_seat() -> None:
    common = {"commands": 100, "decisions": [10, 20, 30], "seconds": [0.1, 0.2, 0.6]}
    games = [
        {"entrants": [0, 1, 2], "shares": [1.0, 0.0, 0.0], "points": [12, 3, 4], **common},
        {"entrants": [1, 2, 0], "shares": [0.5, 0.5, 0.0], "points": [12, 12, 1], **common},
        {"entrants": [2, 0, 1], "shares": None, "points": None, **common},
    ]
    found = arena_document(PLAN, games)
    assert (found["games"], found["unfinished"], found["mean_commands"]) == (3, 1, 100)
    first = found["table"][0]
    assert (first["agent"], first["games"], first["wins"], first["mean_points"]) == ("uniform", 2, 1, 6.5)
    assert first["seats"] == [{"seat": 0, "games": 1, "wins": 1.0}, {"seat": 2, "games": 1, "wins": 0.0}]
    assert first["seconds_per_decision"] == round(0.9 / 60, 6)
    assert (first["low"], first["high"]) == (0.0945, 0.9055)
    ratings = [row["rating"] for row in found["table"]]
    assert ratings[2] == max(ratings) > 0
    assert abs(sum(ratings)) <= 2
    assert all(row["rating_low"] < row["rating"] < row["rating_high"] for row in found["table"])


def test_so_many_games_as_there_are_seats_have_the_same_luck() -> None:
    same = PLAN | {"agents": ["uniform"] * 3}
    games = [play_game(TOY, same, number) for number in range(6)]
    assert [game["points"] for game in games[:3]] == [games[0]["points"]] * 3
    assert games[3]["commands"] != games[0]["commands"] or games[3]["points"] != games[0]["points"]


def test_an_arena_of_one_has_no_rating() -> None:
    common = {"commands": 9, "decisions": [9], "seconds": [0.1]}
    plan = PLAN | {"agents": ["uniform"]}
    found = arena_document(plan, [{"entrants": [0], "shares": [1.0], "points": [12], **common}])
    assert "rating" not in found["table"][0]


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch, here: Context) -> Context:
    """Return a context whose arenas are played in this process, one game in a slice."""
    monkeypatch.setattr(in_memory, "SLICE_S", 0.0)
    return here


def test_an_arena_lets_others_in_between(long: Context, rq_redis: Redis) -> None:
    asked = request_arena(long, DICE, "token", Maker("somebody")).job["id"]
    work(long, "long", 1)
    document = long.jobs.read(asked, "token")
    assert document is not None
    assert (document["status"], document["progress"]) == ("running", 0.333)
    other = long.jobs.enqueue("sample", f"{HERE}.double", [4], "token", is_long=True)["id"]
    work(long, "long")
    document = long.jobs.read(asked, "token")
    assert document is not None
    assert (document["status"], document["result"]["games"]) == ("finished", 3)
    ended = [Job.fetch(one, connection=rq_redis, serializer=JSONSerializer).ended_at for one in (other, asked)]
    assert None not in ended
    assert ended == sorted(ended)  # type: ignore[type-var]


def test_whoever_used_more_than_a_share_comes_last(long: Context, rq_redis: Redis) -> None:
    long.jobs.shares.charge("greedy", 60)
    greedy = request_arena(long, DICE, "token", Maker("greedy")).job["id"]
    modest = request_arena(long, DICE, "token", Maker("modest")).job["id"]
    work(long, "long")
    ended = [Job.fetch(one, connection=rq_redis, serializer=JSONSerializer).ended_at for one in (modest, greedy)]
    assert None not in ended
    assert ended == sorted(ended)  # type: ignore[type-var]


def test_every_worker_has_a_job_of_an_arena_and_no_game_is_played_twice(
    long: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = request_arena(long, WIDE, "token", Maker("alone")).job["id"]
    work(long, "long")
    monkeypatch.setenv("LONGROAD_JOB_WORKERS", "3")
    jobs.context.cache_clear()
    played: list[int] = []
    monkeypatch.setattr(
        in_memory, "play_game", lambda ruleset, plan, number: played.append(number) or play_game(ruleset, plan, number)
    )
    shared = request_arena(long, WIDE, "token", Maker("shared")).job["id"]
    work(long, "long", 1)
    assert len(long.jobs.long.get_job_ids()) == 3, "its own, and two that help"
    work(long, "long")
    assert sorted(played) == list(range(7))
    found, expected = (long.jobs.read(one, "token") or {} for one in (shared, alone))
    assert timeless(found["result"]) == timeless(expected["result"])


def timeless(found: Any) -> Any:
    rows = [{name: value for name, value in row.items() if "seconds" not in name} for row in found["table"]]
    return found | {"table": rows}


def test_a_game_whose_worker_was_killed_is_played_by_the_job_of_the_arena(long: Context, rq_redis: Redis) -> None:
    asked = request_arena(long, DICE, "token", Maker("somebody")).job["id"]
    assert ArenaBook(rq_redis, asked).claim(1), "as a job did that helped and was killed then"
    work(long, "long")
    document = long.jobs.read(asked, "token") or {}
    assert (document["status"], document["result"]["games"]) == ("finished", 3)


def test_an_arena_with_bots_waits_where_it_holds_up_nobody(long: Context) -> None:
    key, _ = make_key(long, None, NewKey())
    bots = ArenaWish("toy", 1, entrants=[NewSeat("bot"), NewSeat("ai")])
    asked = request_arena(long, bots, "token", Maker("somebody", key.id)).job["id"]
    other = long.jobs.enqueue("sample", f"{HERE}.double", [4], "token", is_long=True)["id"]
    work(long, "long", 2)
    assert (long.jobs.read(other, "token") or {})["status"] == "finished"
    document = long.jobs.read(asked, "token") or {}
    assert [set(game) for game in document["games"]] == [{"number", "game", "status", "seats"}]
    assert long.jobs.redis.lrange(keys.queue(LONG_LAST_QUEUE), 0, -1) == [asked.encode()]


def test_a_worker_that_is_told_to_stop_stops_and_puts_its_job_back(ctx: Context, start: Start) -> None:
    asked = ctx.jobs.enqueue("sample", f"{HERE}.dawdle", [600], "token", is_long=True)["id"]
    worker = start("run", "long")

    def status() -> Any:
        return (ctx.jobs.read(asked, "token") or {})["status"]

    assert wait_for(lambda: status() == "running")
    worker.terminate()
    assert worker.wait(120) == 0
    assert ctx.jobs.long.get_job_ids() == [asked]
