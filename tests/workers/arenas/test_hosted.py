"""Tests arenas with bots: hosted games, forfeits, games that are made once, ratings; the clock is driven by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from service.game.games import Game
from service.handlers.arenas import host_game
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.problems import Problem
from service.process.wall_clock import write_time
from service.queue.arena_book import ArenaBook
from tests.service.http.keys import with_key
from tests.service.http.problem_answers import problem
from tests.service.webhooks.conftest import House
from tests.service.webhooks.conftest import house as house
from tests.workers.conftest import run_job
from workers.arenas import hosted
from workers.arenas.document import arena_document
from workers.arenas.hosted import host_slice

Act = Callable[[Game, int], None]
POLLING = {"kind": "bot", "name": "Poll"}
AGENT = {"kind": "ai", "agent": "uniform"}


class Arena:
    """Represents an arena of the house whose job is done slice by slice, beside its bots."""

    def __init__(self, house: House, redis: Redis, *entrants: dict[str, Any], **wish: Any) -> None:
        body = {"ruleset": "toy", "options": {"target": 4}, "games": 2, "entrants": list(entrants), **wish}
        answer = house.client.post("/v1/arenas", json=body, headers=house.headers)
        assert answer.status_code == 202, answer.text
        self.house, self.path = house, answer.headers["Location"]
        (self.plan, self.share) = house.ctx.jobs.long.jobs[-1].args
        self.book = ArenaBook(redis, answer.json["id"])
        self.shares: list[float] = []

    def slice(self) -> Any:
        """Do a slice; return the games once all have ended."""
        return host_slice(self.house.ctx, self.book, self.plan, self.shares.append)

    def document(self) -> Any:
        """Return the job as its owner sees it."""
        return self.house.client.get(self.path, headers=self.house.headers).json

    def games(self) -> list[Game]:
        """Return the hosted games as they are now."""
        return [self.house.ctx.games.load(table["game"]) for table in self.book.tables().values()]

    def run(self, act: Act) -> Any:
        """Do slices until all games have ended, and between them let agents and bots act; return the result."""
        for _ in range(500):
            found = self.slice()
            if found is not None:
                return arena_document(self.plan, found)
            for game in self.games():
                if game.table.status == "running":
                    run_job(self.house.ctx, game.id)
                self.bots(self.house.ctx.games.load(game.id), act)
        raise AssertionError("the arena never comes to an end")

    def bots(self, game: Game, act: Act) -> None:
        """Let each bot act that must."""
        for seat in {entry.seat for entry in game.awaiting() if entry.must}:
            if game.table.seats[seat].kind == "bot":
                act(self.house.ctx.games.load(game.id), seat)


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted, "SLICE_S", 0.0)
    monkeypatch.setattr(hosted, "REST_S", 0.0)


def plays(house: House) -> Act:
    """Return a bot that plays the first command that it may."""

    def act(game: Game, seat: int) -> None:
        actions = game.ruleset.actions(game.position, seat)
        command = actions.commands[0] if actions.commands else actions.templates[0].example
        submit(house.ctx, game.id, seat, [command], game.version)

    return act


def late(house: House, who: str) -> Act:
    """Return bots of which the one of this name never acts, so that its time runs out; the others play as above."""

    def act(game: Game, seat: int) -> None:
        view = house.client.get(f"/v1/games/{game.id}").json
        if view["seats"][seat]["name"] != who:
            plays(house)(game, seat)
        elif {entry.seat for entry in game.awaiting() if entry.must} == {seat}:
            house.clock.ms += 31_000
            fall_due(house.ctx, game.id, "clock")

    return act


def test_key_with_the_scope_seats_acts_for_the_seats_of_its_bots(house: House, rq_redis: Redis) -> None:
    made = house.client.post("/v1/keys", json={"scopes": ["games", "me", "seats"]}).json
    house.key = made["key"]
    arena = Arena(house, rq_redis, POLLING, AGENT, games=1)
    arena.slice()
    [game] = arena.games()

    shown = house.client.get(f"/v1/games/{game.id}/legal-actions", headers={**house.headers, "X-Seat": "0"})

    assert shown.json["seat"] == 0


def test_a_bot_and_an_agent_play_from_every_seat_in_public_games(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT, games=4)
    result = arena.run(plays(house))
    assert (result["games"], result["unfinished"]) == (4, 0)
    assert [(row["kind"], row.get("agent"), row.get("name")) for row in result["table"]] == [
        ("bot", None, "Poll"),
        ("ai", "uniform", None),
    ]
    for row in result["table"]:
        assert [(seat["seat"], seat["games"]) for seat in row["seats"]] == [(0, 2), (1, 2)]
        assert row["rating_low"] < row["rating"] < row["rating_high"]
        assert row["forfeits"] == 0
        assert "seconds_per_decision" not in row
    assert sum(row["wins"] for row in result["table"]) == 4
    assert arena.shares[-1] == 1
    assert arena.shares == sorted(arena.shares)
    listed = house.client.get("/v1/games?status=finished").json["games"]
    games = arena.document()["games"]
    assert {one["id"] for one in listed} == {one["game"] for one in games}
    assert all(one["unfair"] for one in listed)
    assert [one["status"] for one in games] == ["finished"] * 4
    watched = house.client.get(f"/v1/games/{games[0]['game']}/events").json["events"]
    assert watched[-1]["type"] == "SeedRevealed"


def test_games_of_one_seed_have_the_same_luck(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT, games=4, seed="s")
    arena.slice()
    seeds = [game.table.opened.seed for game in arena.games()]
    assert (seeds[0] == seeds[1], seeds[2] == seeds[3], seeds[1] == seeds[2]) == (True, True, False)
    assert [[one["entrant"] for one in table["seats"]] for table in arena.document()["games"]] == [[0, 1], [1, 0]] * 2


def test_only_who_made_the_arena_sees_tokens_which_play(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT)
    arena.slice()
    answer = house.client.get(arena.path, headers=house.headers)
    assert answer.headers["Cache-Control"] == "no-store"
    [first, second] = answer.json["games"]
    assert [["token" in seat for seat in game["seats"]] for game in (first, second)] == [[True, False], [False, True]]
    pending = house.client.get("/v1/me/pending", headers=house.headers).json["pending"]
    assert {(one["game"], one["seat"]) for one in pending} == {(first["game"], 0), (second["game"], 1)}
    path, token = f"/v1/games/{first['game']}", first["seats"][0]["token"]
    headers = with_key(house.key, token)
    legal = house.client.get(f"{path}/legal-actions", headers=headers).json
    command = legal["templates"][0]["example"]
    assert house.client.post(f"{path}/commands", json=command, headers=headers).status_code == 201
    stranger = house.client.post("/v1/keys", json={}).json["key"]
    problem(house.client.get(arena.path, headers=with_key(stranger)), 404, "not_found")


def test_who_is_late_forfeits_that_game_and_the_others_play_on(house: House, rq_redis: Redis) -> None:
    bots = [POLLING | {"name": name} for name in ("good", "late")]
    arena = Arena(house, rq_redis, *bots, AGENT, games=3, deadline_s=30)
    result = arena.run(late(house, "late"))
    playing, forfeiting, agent = result["table"]
    assert (forfeiting["games"], forfeiting["forfeits"], forfeiting["wins"]) == (3, 3, 0)
    assert [(row["games"], row["forfeits"]) for row in (playing, agent)] == [(3, 0), (3, 0)]
    assert result["unfinished"] == 0
    assert forfeiting["rating"] < min(playing["rating"], agent["rating"])
    for game in arena.games():
        assert [seat.left for seat in game.table.seats].count("resigned") == 1
        assert game.table.closed is None, "it was played to its end"


def test_a_game_that_its_only_bot_forfeits_ends_there(house: House, rq_redis: Redis) -> None:
    forfeiting, agent = Arena(house, rq_redis, POLLING, AGENT).run(late(house, "Poll"))["table"]
    assert (forfeiting["wins"], forfeiting["forfeits"], agent["wins"]) == (0, 2, 2)


def test_a_bot_has_its_time_for_each_thing(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT, deadline_s=40)
    arena.slice()
    house.clock.ms += 39_000
    for game in arena.games():
        fall_due(house.ctx, game.id, "clock")
    assert not any(seat.left for game in arena.games() for seat in game.table.seats)
    assert arena.run(plays(house))["table"][0]["forfeits"] == 0


@pytest.mark.parametrize("what", ["abandon", "pause"])
def test_bots_that_agree_to_abandon_or_to_pause_forfeit_the_game(house: House, rq_redis: Redis, what: str) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT, AGENT, games=1)
    arena.slice()
    [game] = arena.document()["games"]
    body = {"until": write_time(house.clock.ms + 3_600_000)} if what == "pause" else {}
    headers = with_key(house.key, game["seats"][0]["token"])
    path = f"/v1/games/{game['game']}/{what}"
    answer = house.client.post(path, json=body, headers=headers)
    assert answer.status_code in (200, 201), answer.text
    [ended] = arena.slice()
    assert (ended["forfeited"], ended["shares"]) == ([0], [0.0, 0.0, 0.0])


def test_a_seat_that_another_player_takes_over_was_forfeited(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, POLLING, AGENT, games=1)
    arena.slice()
    [game] = arena.document()["games"]
    path, tokens = f"/v1/games/{game['game']}", [seat.get("token") for seat in game["seats"]]
    assert house.client.post(f"{path}/resign", headers=with_key(house.key, tokens[0])).status_code == 201
    opened = house.client.patch(f"{path}/seats/0", json={"open": True}, headers=with_key(house.key, tokens[1]))
    assert opened.status_code == 200, opened.text
    assert house.client.post(f"{path}/seats", json={}).status_code == 201
    for _ in range(100):
        [loaded] = arena.games()
        for seat in {entry.seat for entry in loaded.awaiting() if entry.must}:
            plays(house)(house.ctx.games.load(loaded.id), seat)
    [ended] = arena.slice()
    assert (ended["forfeited"], ended["shares"][0]) == ([0], 0)


def test_an_arena_whose_key_is_revoked_ends_with_the_problem(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT)
    assert house.client.delete(f"/v1/keys/{house.key.partition('.')[0]}", headers=house.headers).status_code == 204
    with pytest.raises(Problem) as raised:
        arena.slice()
    assert (raised.value.status, arena.book.tables()) == (401, {})


def test_a_game_is_made_once_though_its_worker_was_killed_before_it_noted_that(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT)
    first, _ = host_game(house.ctx, arena.plan, 0)
    arena.slice()
    assert arena.book.tables()[0]["game"] == first.id
    assert arena.book.tables()[0]["seats"][0]["token"] == first.seats[0]["token"]
    assert first.owner_token is None
    assert len(house.client.get("/v1/games").json["games"]) == 2


def test_so_many_games_at_a_time(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT, games=20)
    arena.slice()
    assert len(arena.book.tables()) == hosted.AT_ONCE
    act, most = plays(house), 0

    def counted(game: Game, seat: int) -> None:
        nonlocal most
        most = max(most, sum(one.table.status == "running" for one in arena.games()))
        act(game, seat)

    assert arena.run(counted)["games"] == 20
    assert most == hosted.AT_ONCE


def test_a_game_without_an_end_for_a_day_or_that_was_deleted_is_unfinished(house: House, rq_redis: Redis) -> None:
    arena = Arena(house, rq_redis, POLLING, AGENT, deadline_s=3600)
    arena.slice()
    first, _ = arena.games()
    house.ctx.store.delete(first.id)
    assert arena.slice() is None
    house.clock.ms += 25 * 3_600_000
    result = arena_document(arena.plan, arena.slice())
    assert (result["unfinished"], [row["games"] for row in result["table"]]) == (2, [0, 0])


def test_a_webhook_that_is_gone_forfeits_its_games(house: House, rq_redis: Redis) -> None:
    hook = house.hook()
    arena = Arena(house, rq_redis, {"kind": "bot", "webhook": hook["id"]}, AGENT, AGENT, games=1)
    house.client.delete(f"/v1/webhooks/{hook['id']}", headers=house.headers)
    result = arena.run(plays(house))
    assert [(row["forfeits"], row["games"]) for row in result["table"]] == [(1, 1), (0, 1), (0, 1)]
    assert result["table"][0]["webhook"] == hook["id"]


def test_a_public_webhook_of_somebody_else_may_play_and_a_private_one_may_not(house: House, rq_redis: Redis) -> None:
    stranger = house.client.post("/v1/keys", json={}).json["key"]
    for public, status in ((True, 202), (False, 422)):
        body = {"url": house.receiver.url, "public": public}
        hook = house.client.post("/v1/webhooks", json=body, headers=with_key(stranger)).json
        entrants = [{"kind": "bot", "webhook": hook["id"]}, AGENT]
        wish = {"ruleset": "toy", "games": 1, "entrants": entrants}
        answer = house.client.post("/v1/arenas", json=wish, headers=house.headers)
        assert answer.status_code == status
    assert [(error["pointer"], error["code"]) for error in answer.json["errors"]] == [
        ("/entrants/0/webhook", "webhook")
    ]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"entrants": [{"kind": "human"}, AGENT]}, "/entrants/0/kind"),
        ({"entrants": [POLLING | {"agent": "uniform"}, AGENT]}, "/entrants/0/agent"),
        ({"entrants": [POLLING | {"level": 1}, AGENT]}, "/entrants/0/level"),
        ({"entrants": [POLLING, AGENT | {"webhook": "hook-1"}]}, "/entrants/1/webhook"),
        ({"entrants": [POLLING, AGENT | {"agent": "nobody"}]}, "/entrants/1/agent"),
        ({"entrants": [POLLING | {"webhook": "hook-000000000000000000"}, AGENT]}, "/entrants/0/webhook"),
        ({"entrants": [POLLING] * 9}, "/entrants"),
        ({"entrants": []}, "/entrants"),
        ({"deadline_s": 0}, "/deadline_s"),
        ({"deadline_s": 3601}, "/deadline_s"),
        ({"agents": ["uniform", "uniform"]}, ""),
    ],
)
def test_an_arena_that_cannot_be_is_refused(house: House, change: Any, pointer: str) -> None:
    body = {"ruleset": "toy", "games": 1, "entrants": [POLLING, AGENT]} | change
    found = problem(house.client.post("/v1/arenas", json=body, headers=house.headers), 422, "invalid_body")
    assert found["errors"][0]["pointer"] == pointer


def test_bots_need_a_key(house: House) -> None:
    body = {"ruleset": "toy", "games": 1, "entrants": [POLLING, AGENT]}
    problem(house.client.post("/v1/arenas", json=body), 401, "unauthorized")
    body["entrants"] = [AGENT, AGENT]
    assert house.client.post("/v1/arenas", json=body).status_code == 202
