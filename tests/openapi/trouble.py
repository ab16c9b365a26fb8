"""Provides the part of the course in which requests fail: a problem of every type, as the API really answers it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from flask import Flask
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from redis import Redis

from eventstore import keys
from eventstore.archive.opening import open_archive
from eventstore.records import Conflict, Tip
from eventstore.redis.connection import Patience
from eventstore.streams import RedisEventStore, open_store
from service.clients.tokens import hash_of
from service.game.context import Context
from service.game.idempotency import Key
from service.http.malformed_requests import answer_unreadable, raw_answer
from service.http.problem_answers import LONG_S, REPLACED_S
from service.http.quotas import count_request
from service.problems import Problem
from service.queue.keys import first_answer
from service.server.worker import TURNED_AWAY
from tests.damage import append_unheard
from tests.eventstore.archive.putting_away import put_away
from tests.eventstore.faults import LossyProxy
from tests.openapi.recorder import Recorder
from tests.openapi.tables import GAME, HUMAN, Game, new_game
from tests.service.http.client import checked_app

NOWHERE: Final = "unix:///nowhere/at/all.sock"
AT_ONCE: Final = Patience(1.0, 0, 0.0, has_breaker=True)
ROLL: Final = {"type": "DiceRollDice", "keep": {}}
JSON: Final = {"Content-Type": "application/json"}
WAIT: Final = {"Prefer": "wait=30"}
SLOW: Final = {"ruleset": "catan", "seats": [HUMAN, *[{"kind": "ai", "agent": "lookahead"}] * 2]}
ALONE: Final = {"ruleset": GAME, "seats": [HUMAN]}


class Crowded(RedisEventStore):
    """Represents a store in which another process always appends first."""

    def _append(self, game: str, base: Tip, *rest: Any) -> int:
        raise Conflict(base.version)


def go_wrong(on: Recorder) -> None:
    """Provoke every problem with which a request may be refused."""
    game = new_game(on, HUMAN, HUMAN)
    seat = game.active()
    _misuse(on, game, seat)
    _say_nonsense(on, game, seat)
    _repeat(on, game, seat)
    _ask_too_much(on, game, seat)
    with quiet():
        _break_jobs(on)
        _come_from_the_future(on)
        _lose_the_archive(on)
        _break_the_server(on, game, seat)


def _misuse(on: Recorder, game: Game, seat: int) -> None:
    game.post("/commands", ROLL)
    game.post("/seats", {}, seat)
    game.post("/commands", ROLL, 1 - seat)
    game.post("/commands", ROLL, seat, {"If-Match": '"9"'})
    game.get("/events", seat, {"Accept": "image/png"})
    game.get("/events?after=99", seat)
    game.get("/events?after=1.0123456789", seat)
    on.ask("GET", "/v1/games", token="a.b")
    on.ask("GET", "/v1/games/unknown")
    on.ask("GET", "/v1/game")
    on.ask("GET", "/v1", headers={"X-Longroad-Version": "2020-01-01"})
    on.ask("GET", "/v1/games", headers={"Host": "evil.example"})
    on.ask("PUT", game.path)
    on.ask("DELETE", game.path, token=game.tokens[seat])


def _say_nonsense(on: Recorder, game: Game, seat: int) -> None:
    place, token = game.path + "/commands", game.tokens[seat]
    on.ask("POST", place, b"{", token, JSON)
    on.ask("POST", place, b"roll", token, {"Content-Type": "text/plain"})
    on.ask("POST", place, ROLL | {"faces": 6}, token)
    on.ask("POST", place, {"type": "x" * 70_000}, token)
    on.ask("POST", "/v1/games", {"ruleset": "catan", "seats": [HUMAN]})
    app = on.client.application
    for error in (ParseException(), LimitRequestLine(9000, 8190), LimitRequestHeaders("limit request headers")):
        answer = answer_unreadable(error, count_request(app, "127.0.0.1"), "")
        on.keep_problem(app.json.loads(answer.partition(b"\r\n\r\n")[2]))


def _repeat(on: Recorder, game: Game, seat: int) -> None:
    on.ask("POST", "/v1/games", ALONE, headers={"Idempotency-Key": "short"})
    for body in (ALONE, ALONE | {"undo": "off"}):
        on.ask("POST", "/v1/games", body, headers={"Idempotency-Key": "a-key-of-22-characters"})
    context: Context = on.client.application.extensions["longroad"].context
    place, token = game.path + "/stream-tickets", game.tokens[seat]
    first = Key.of("twice", "POST", place, token, b"")
    context.jobs.redis.set(first_answer(first.scope_key), b"at work")
    on.ask("POST", place, None, token, {"Idempotency-Key": "twice"})


def _ask_too_much(on: Recorder, game: Game, seat: int) -> None:
    wish = {"name": "modest", "quotas": {"requests": 1}}
    modest = {"X-Api-Key": on.ask("POST", "/v1/keys", wish).json["key"]}
    for _ in range(3):  # a minute may end between two of them
        game.get("", seat, modest)
    context: Context = on.client.application.extensions["longroad"].context
    settings = replace(context.settings, streams_per_address=1, thinking_ms=1)
    narrow = checked_app(replace(context, settings=settings))
    stream = {"Accept": "text/event-stream"}
    with narrow.test_client().get(game.path + "/events", headers=stream):
        on.ask("GET", game.path + "/events", headers=stream, client=narrow.test_client())
    for _ in range(2):  # a table that is the only one with slow agents is always admitted
        on.ask("POST", "/v1/games", SLOW, client=narrow.test_client())
    narrow.extensions["longroad"].hub.stop()
    others = Problem("store_replaced", retry_after=REPLACED_S), Problem("too_long", retry_after=LONG_S)
    for raw in (TURNED_AWAY, *others):
        on.keep_problem(narrow.json.loads(raw_answer(raw, {}, "").partition(b"\r\n\r\n")[2]))


def _break_jobs(on: Recorder) -> None:
    context: Context = on.client.application.extensions["longroad"].context
    game = new_game(on, HUMAN, HUMAN, undo="free")
    seat = game.act()
    game.act()
    job = context.jobs.enqueue("replay", "workers.jobs.nothing", [], hash_of(game.tokens[seat]))
    failed = on.ask("GET", f"/v1/jobs/{job['id']}", token=game.tokens[seat], headers=WAIT)
    on.keep_problem(failed.json["problem"])
    name = game.path.rpartition("/")[2]
    log = Redis.from_url(context.settings.events_url or "")
    log.xdel(keys.log(name), *[entry for entry, _ in log.xrange(keys.log(name), "2-0", "2-99")])
    damaged = game.post("/replays", {"format": "text"}, seat, WAIT)
    on.keep_problem(damaged.json["problem"])


def _come_from_the_future(on: Recorder) -> None:
    context: Context = on.client.application.extensions["longroad"].context
    game = new_game(on, HUMAN, HUMAN)
    name = game.path.rpartition("/")[2]
    append_unheard(context.store, name, ruleset=GAME)
    game.get()
    context.store.delete(name)


def _lose_the_archive(on: Recorder) -> None:
    context: Context = on.client.application.extensions["longroad"].context
    game = new_game(on, HUMAN, HUMAN)
    game.act()
    name = game.path.rpartition("/")[2]
    with TemporaryDirectory() as directory:
        assert put_away(open_store(context.settings.events_url or "", archive=open_archive(Path(directory))), name)
    on.ask(
        "GET", game.path + "/events", client=_over(context, open_store(context.settings.events_url or "")).test_client()
    )
    context.store.delete(name)


def _break_the_server(on: Recorder, game: Game, seat: int) -> None:
    app = on.client.application
    context: Context = app.extensions["longroad"].context
    crowded = _over(context, Crowded(*_clients(open_store(context.settings.events_url or ""))))
    on.ask("POST", game.path + "/commands", ROLL, game.tokens[seat], client=crowded.test_client())
    cut_off = _over(context, open_store(NOWHERE, patience=AT_ONCE)).test_client()
    on.ask("GET", game.path, client=cut_off)
    on.ask("GET", "/readyz", client=cut_off)
    full = _over(context, open_store(context.settings.events_url or "", room=lambda: False))
    on.ask("POST", game.path + "/commands", ROLL, game.tokens[seat], client=full.test_client())
    _lose_answers(on, game, seat)
    broken = checked_app(context)
    broken.view_functions["catalog.agents"] = _stumble
    on.ask("GET", "/v1/agents", client=broken.test_client())


def _lose_answers(on: Recorder, game: Game, seat: int) -> None:
    context: Context = on.client.application.extensions["longroad"].context
    with TemporaryDirectory() as directory:
        proxy = LossyProxy(context.settings.events_url or "", Path(directory), lambda _: True)
        store = open_store(proxy.url, patience=AT_ONCE)
        on.ask("POST", game.path + "/commands", ROLL, game.tokens[seat], client=_over(context, store).test_client())
        store.close()
        proxy.close()


def _over(context: Context, store: RedisEventStore) -> Flask:
    return checked_app(replace(context, store=store, games=type(context.games)(store, context.rulesets)))


def _clients(store: RedisEventStore) -> tuple[Any, Any]:
    return store._redis, store._blocking


def _stumble() -> str:
    raise ZeroDivisionError


@contextmanager
def quiet() -> Iterator[None]:
    """Log nothing while faults are provoked."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
