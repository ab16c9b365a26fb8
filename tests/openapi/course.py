"""`python -m tests.openapi.course` writes what `openapi.generate` does, with the answers to a course of requests.

The requests go to a server of the code as it is, and its answers are the examples of the contract. A test sends all of
them again and compares: the examples are what the API answers today.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from eventstore.archive.opening import open_archive
from eventstore.embedded.server import start
from eventstore.feed import Runner
from eventstore.streams import open_store
from openapi import generate
from openapi.missing import Missing
from service.catalog import RULESETS
from service.game.context import compose
from service.process.wall_clock import now_ms
from service.process.wall_clock import write_time as written_moment
from service.queue.jobs import Jobs
from service.schemas.boards import RULES
from service.server.app import specification
from service.settings import read_settings
from service.views.rated_games import RatedGames
from service.webhooks.notices import Notices
from tests.conftest import StorePair
from tests.golden.untabled import without_tables
from tests.openapi.recorder import Recorder
from tests.openapi.tables import GAME, HUMAN, OPEN, SEED, new_game
from tests.openapi.trouble import go_wrong
from tests.service.following import follow
from tests.service.http.client import CONTRACTS, ROOMY, checked_app
from tests.service.http.contract import Contract
from tests.service.http.live import worker

ADMIN: Final = "the-key-of-the-administrator"
WAIT: Final = {"Prefer": "wait=30"}
SSE: Final = {"Accept": "text/event-stream"}
DATA: Final = Path(__file__).parent.parent / "data"
WEEK_MS: Final = 7 * 86_400_000
R = TypeVar("R", bound=Recorder)
LINES: Final = {"Accept": "application/x-ndjson"}


@contextmanager
def recorder(folder: Path, make: Callable[[FlaskClient], R]) -> Iterator[R]:
    """Yield what `make` makes of a client: a recorder on an application with workers and stores of its own.

    Its answers are checked against the contract that the code gives, whatever the file says.
    """
    offered = tuple(RULESETS.values())
    if offered not in CONTRACTS:
        CONTRACTS[offered] = Contract(specification())
    events, rq = start(folder / "events", "always"), start(folder / "rq", "no")
    try:
        stores = StorePair(events.url, rq.url)
        urls = {
            "LONGROAD_EVENTS_URL": events.url,
            "LONGROAD_RQ_URL": rq.url,
            "LONGROAD_STORE_PROMISES": "may-lose-games",
        }
        urls["LONGROAD_ADMIN_KEY"] = ADMIN
        settings = read_settings({**urls, "LONGROAD_WEBHOOKS": "loopback", **ROOMY})
        archive = folder / "archive"
        archive.mkdir()
        store = open_store(events.url, archive=open_archive(archive))
        app = checked_app(compose(settings, store, RULESETS, Jobs.at(rq.url)))
        with (
            without_tables(folder),
            worker(stores, "jobs", LONGROAD_WEBHOOKS="loopback"),
            worker(stores, "long"),
        ):
            on = make(app.test_client())
            yield on
            app.extensions["longroad"].hub.stop()
            new_game(on, HUMAN, HUMAN)  # wakes the reader of the feeds, which then goes home
    finally:
        rq.stop()
        events.stop()


def ask_all(on: Recorder) -> None:
    """Send all requests of the course."""
    _look_around(on)
    key = on.ask("POST", "/v1/keys", {"name": "my bot"}).json["key"]
    client = {"X-Api-Key": key}
    on.ask("GET", "/v1/keys", headers=client)
    _play(on, key)
    _have_players(on, client)
    _go_back_and_forth(on)
    _ask_engines(on)
    _vote_and_end(on)
    _take_time(on)
    _steer(on)
    _read_positions(on)
    _watch(on, key)
    go_wrong(on)
    _administer(on)
    _remove(on, key)


def _look_around(on: Recorder) -> None:
    for path in (
        "",
        "/rulesets",
        f"/rulesets/{GAME}",
        "/rules/catan.road.cost",
        "/agents",
        "/agents/uniform",
        "/ladder",
    ):
        on.ask("GET", "/v1" + path)
    board = on.ask("POST", "/v1/boards", RULES).json["map"]
    on.ask("GET", f"/v1/boards/{board}")
    on.ask("GET", f"/v1/boards/{board}/board.svg")
    on.ask("GET", "/livez")
    on.ask("GET", "/readyz")
    on.ask("GET", "/metrics")


def _play(on: Recorder, key: str) -> None:
    game = new_game(on, HUMAN, OPEN, key=key, undo="free")
    on.ask("GET", "/v1/games")
    game.tokens[1] = game.post("/seats", {"name": "Bea", "presence": True}).json["token"]
    seat = game.active()
    game.get("", seat)
    for place in ("/board", "/board.svg", "/fairness"):
        game.get(place)
    game.act("/dry-runs")
    game.act()
    game.get("/events?limit=4")
    on.ask("PATCH", f"{game.path}/seats/1", {"name": "Beatriz"}, game.tokens[1])
    on.ask("PATCH", f"{game.path}/seats/1", {"votes": {"redo": "decline"}}, game.tokens[1])
    game.get("/presence", 1)
    on.ask("POST", f"{game.path}/seats/1/token", token=game.tokens[1])
    waiting = new_game(on, HUMAN, OPEN)
    on.ask("DELETE", f"{waiting.path}/seats/0", token=waiting.tokens[0])


def _have_players(on: Recorder, client: Mapping[str, str]) -> None:
    player = on.ask("POST", "/v1/players", {"name": "Ana", "external_id": "user-17"}, headers=client).json["id"]
    on.ask("GET", "/v1/players", headers=client)
    on.ask("PATCH", f"/v1/players/{player}", {"name": "Bea"}, headers=client)
    on.ask("POST", f"/v1/players/{player}/token", {}, headers=client)
    wish = {"ruleset": GAME, "seats": [{"kind": "human", "player": player}, HUMAN], "seed": SEED}
    on.ask("POST", "/v1/games", wish, headers=client)
    on.ask("GET", f"/v1/players/{player}")
    _seek(on, client, player)
    on.ask("DELETE", f"/v1/players/{player}/token", headers=client)
    on.ask("DELETE", f"/v1/players/{player}", headers=client)


def _seek(on: Recorder, client: Mapping[str, str], player: str) -> None:
    other = on.ask("POST", "/v1/players", {"name": "Cyd"}, headers=client).json["id"]
    on.ask("PUT", f"/v1/players/{player}/blocks", {"players": [other]}, headers=client)
    on.ask("PUT", f"/v1/players/{player}/blocks", {"players": []}, headers=client)
    wish = {"ruleset": GAME, "seats": 2, "clock": {"seconds": 60}}
    seek = on.ask("POST", "/v1/seeks", {**wish, "player": player}, headers=client).json["id"]
    on.ask("GET", "/v1/seeks")
    withdrawn = on.ask("POST", "/v1/seeks", {**wish, "seats": 3, "player": player}, headers=client).json["id"]
    on.ask("DELETE", f"/v1/seeks/{withdrawn}", headers=client)
    on.ask("POST", "/v1/seeks", {**wish, "player": other}, headers=client)
    game = on.ask("GET", f"/v1/seeks/{seek}", headers=client).json["game"]
    _resign(on, client, other, game)
    _rate(on, client, player, other)


def _rate(on: Recorder, client: Mapping[str, str], player: str, other: str) -> None:
    on.ask("PATCH", f"/v1/players/{player}", {"listed": True}, headers=client)
    wish = {"ruleset": GAME, "seats": 2, "rated": True}
    on.ask("POST", "/v1/seeks", {**wish, "player": player}, headers=client)
    game = on.ask("POST", "/v1/seeks", {**wish, "player": other}, headers=client).json["game"]
    context = on.client.application.extensions["longroad"].context
    _resign(on, client, other, game)
    follow(context, RatedGames(context))
    on.ask("GET", f"/v1/ladder/{GAME}?list=application&speed=untimed", headers=client)


def _resign(on: Recorder, client: Mapping[str, str], player: str, game: str) -> None:
    """End a game that seeks have made, without keeping the answer: its seed, and who begins, are new every time."""
    token = on.client.post(f"/v1/players/{player}/token", json={}, headers=client).json["token"]
    shown = on.client.get(f"/v1/players/{player}").json["games"]
    seat = next(one["seat"] for one in shown if one["game"] == game)
    on.client.post(f"/v1/games/{game}/resign", json={}, headers={"X-Api-Key": token, "X-Seat": str(seat)})


def _go_back_and_forth(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, undo="free")
    seat = game.act()
    job = f"/v1/jobs/{game.post('/undo', seat=seat).json['job']['id']}"
    _await_end(on, job, game.tokens[seat])
    on.ask("GET", job, token=game.tokens[seat])
    game.post("/redo", seat=seat, headers=WAIT)
    game.post("/undo", seat=seat, headers=WAIT)
    _await_end(on, f"/v1/jobs/{game.post('/redo', seat=seat).json['job']['id']}", game.tokens[seat])
    game.post("/replays", {"format": "text"}, seat)
    game.post("/replays", {"format": "text"}, seat, WAIT)
    game.post("/branches", {"version": 1}, seat)


def _await_end(on: Recorder, job: str, token: str = "", headers: Mapping[str, str] | None = None) -> None:
    """Wait until a job is done; the first job also waits for the worker to start."""
    headers = {**(headers or {"Authorization": f"Bearer {token}"}), **WAIT}
    for _ in range(10):
        if on.client.get(job, headers=headers).json["status"] in ("finished", "failed"):
            return


def _end_all(on: Recorder, *asked: TestResponse, token: str) -> None:
    """Wait until the jobs that were asked for are done, so that the next request for each makes a job of its own."""
    for answer in asked:
        _await_end(on, f"/v1/jobs/{answer.json['id']}", token)


def _ask_engines(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, analyses="all", seed="advice")  # no game that withholds it is there
    seat = game.act()
    arena = {"ruleset": GAME, "agents": ["uniform", "idle"], "games": 2, "seed": SEED}
    waits: tuple[dict[str, str], ...] = ({}, WAIT)
    for more in waits:
        analysis = game.post("/analyses", {"agent": "uniform", "budget_ms": 10}, seat, more)
        games = on.ask("POST", "/v1/arenas", arena, headers=more)
        _end_all(on, analysis, games, token=game.tokens[seat])


def _vote_and_end(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, undo="consent")
    seat = game.act()
    other = 1 - seat
    game.post("/undo", seat=seat)
    game.get("/votes", seat)
    game.post("/votes/1", {"accept": True}, other)
    game.post("/votes/1", {"accept": True}, other)
    game.post("/redo", seat=seat)
    game.post("/votes/2", {"accept": False}, other)
    game.post("/abandon", seat=seat)
    game.post("/votes/3", {"accept": False}, other)
    game.post("/resign", seat=seat)
    game.get("/events?after=8", seat, SSE)
    game.get("/events?after=8", seat, LINES)
    record = game.post("/replays", {"format": "json"}, other, WAIT).json["result"]["record"]
    position = {"record": record, "version": 3, "agent": "uniform", "budget_ms": 10}
    waits: tuple[dict[str, str], ...] = ({}, WAIT)
    for more in waits:
        review = game.post("/reviews", seat=other, headers=more)
        analysis = on.ask("POST", "/v1/analyses", position, headers=more)
        _end_all(on, review, analysis, token=game.tokens[other])
    game.post("/rematch", seat=other)


def _take_time(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, clock={"kind": "days", "days": 3, "holidays": 14}, phrases=True)
    game.post("/phrases", {"phrase": "good_luck"}, 0)
    game.get("/phrases", 1)
    on.ask("PUT", f"{game.path}/seats/1/muted", {"seats": [0]}, game.tokens[1])
    game.post("/seats/0/holiday", {"days": 2}, 0)
    listed = game.post("/seats/1/orders", {"kind": "pass", "unless": ["DiceBuildCity"]}, 1).json["orders"]
    game.post("/seats/1/orders", {"kind": "send", "commands": [{"type": "DiceRollDice"}], "again": True}, 1)
    on.ask("DELETE", f"{game.path}/seats/1/orders/{listed[0]['id']}", token=game.tokens[1])
    game.get("/seats/1/orders", 1)
    on.ask("DELETE", f"{game.path}/seats/1/orders", token=game.tokens[1])
    game.post("/pause", {"until": written_moment(now_ms() + WEEK_MS)}, 0)
    game.post("/votes/1", {"accept": True}, 1)
    on.ask("DELETE", f"{game.path}/pause", token=game.tokens[1])


def _steer(on: Recorder) -> None:
    turn = [
        {"type": "TurnStarted", "seat": 1, "turn": 2},
        {"type": "AgendaSet", "frames": [{"frame": "roll", "seats": [1]}]},
    ]
    game = new_game(on, HUMAN, HUMAN, sandbox=True, given=turn)
    draws = [{"stream": "dice", "outcome": {"gold": 2, "ore": 4}}]
    on.ask("POST", f"{game.path}/draws", {"draws": draws}, game.owner)
    game.act()
    on.ask("GET", "/v1/games?sandbox=true")


def _read_positions(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, analyses="all", seed="advice")
    seat = game.act()
    shown = game.get("/position", seat).json
    of_nowhere = {"position": {name: value for name, value in shown.items() if name != "game"}}
    on.ask("POST", "/v1/positions/notation", of_nowhere)
    on.ask("POST", "/v1/positions/legal-actions", of_nowhere)
    on.ask("POST", "/v1/positions/apply", of_nowhere | {"commands": [{"type": "StopRolling"}]})
    saved = json.loads((DATA / "jsettlers" / "roads.game.json").read_text(encoding="utf-8"))
    brought = on.ask("POST", "/v1/imports", {"from": "jsettlers", "document": saved}).json
    on.ask("POST", "/v1/exports", {"to": "catanatron", "position": brought["position"]})
    on.ask("POST", "/v1/positions/advice", of_nowhere | {"agent": "dice_competitor", "seed": "advice"})
    on.ask("POST", "/v1/positions/advice", of_nowhere, headers={"Prefer": "respond-async"})
    members = [{"do": "legal-actions"}, {"do": "advice", "agent": "nobody"}]
    batch = {"members": [of_nowhere | one for one in members]}
    on.ask("POST", "/v1/positions/batch", batch)
    on.ask("POST", "/v1/positions/batch", batch, headers=WAIT)


def _watch(on: Recorder, key: str) -> None:
    client = {"X-Api-Key": key}
    hook = on.ask("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9009/told"}, headers=client).json["id"]
    on.ask("GET", "/v1/webhooks", headers=client)
    on.ask("PATCH", f"/v1/webhooks/{hook}", {"types": ["turn", "started", "finished"]}, headers=client)
    game = new_game(on, HUMAN, HUMAN, key=key)
    on.ask("GET", "/v1/me/pending", headers=client)
    on.ask("GET", "/v1/me/events?limit=3", headers=client)
    on.ask("GET", "/v1/me/records?limit=2", headers=client)
    game.post("/stream-tickets", seat=0)
    for form in (SSE, LINES):
        on.watch("/v1/me/events", game.tokens[0], form["Accept"])
    context = on.client.application.extensions["longroad"].context
    Runner(context.store, Notices(context, lambda hook_id, n: None)).catch_up()
    on.ask("GET", f"/v1/webhooks/{hook}", headers=client)
    waits: tuple[Mapping[str, str], ...] = ({}, WAIT)
    for more in waits:
        on.ask("POST", f"/v1/webhooks/{hook}/deliveries/1/retry", headers={**client, **more})
        on.ask("POST", f"/v1/webhooks/{hook}/test", headers={**client, **more})


def _administer(on: Recorder) -> None:
    admin = {"X-Api-Key": ADMIN}
    farm = on.ask("POST", "/v1/keys", {"name": "a farm"}, headers=admin).json
    seats = [{"kind": "ai"}, {"kind": "ai"}]
    on.ask("POST", "/v1/games", {"ruleset": GAME, "seats": seats}, headers={"X-Api-Key": farm["key"]})
    named = [{"kind": "human", "name": "Rude"}, {"kind": "human"}]
    game = on.ask("POST", "/v1/games", {"ruleset": GAME, "seats": named}, headers={"X-Api-Key": farm["key"]}).json["id"]
    on.ask("PUT", f"/v1/admin/games/{game}/seats/0/name", {"name": "Player 1"}, headers=admin)
    on.ask("GET", f"/v1/admin/games?client={farm['id']}", headers=admin)
    on.ask("DELETE", f"/v1/admin/games/{game}?reason=spam", headers=admin)
    _count(on, farm, admin)
    on.ask("GET", "/v1/admin/clients?limit=1", headers=admin)
    on.ask("PUT", f"/v1/admin/clients/{farm['id']}/limits", {"ai_games": 5, "closed": True}, headers=admin)
    on.ask("GET", f"/v1/admin/clients/{farm['id']}", headers=admin)
    over = f"/v1/admin/games?finished_days=30&key={farm['id']}"
    on.ask("DELETE", over, headers={**admin, **WAIT})
    _await_end(on, f"/v1/jobs/{on.ask('DELETE', over, headers=admin).json['id']}", headers=admin)
    games = f"/v1/admin/clients/{farm['id']}/games"
    on.ask("DELETE", games, headers={**admin, **WAIT})
    _await_end(on, f"/v1/jobs/{on.ask('DELETE', games, headers=admin).json['id']}", headers=admin)
    on.ask("GET", f"/v1/admin/acts?on={farm['id']}", headers=admin)


def _count(on: Recorder, farm: Mapping[str, Any], admin: Mapping[str, str]) -> None:
    """Set a budget, show what was used, and let the budget be used up."""
    usage, seats = on.client.application.extensions["longroad"].context.usage, [{"kind": "ai"}, {"kind": "ai"}]
    on.ask(
        "PUT", f"/v1/keys/{farm['id']}/budget", {"cpu_seconds": 600, "games": 20, "agents": ["uniform"]}, headers=admin
    )
    usage.count_more(farm["id"], "playAgents", worker_us=1_250_000)
    usage.count_decisions(farm["id"], {"planner": 1_200, "graded@3": 400})
    usage.flush()
    on.ask("GET", f"/v1/keys/{farm['id']}/usage", headers={"X-Api-Key": farm["key"]})
    on.ask("PUT", f"/v1/keys/{farm['id']}/budget", {"cpu_seconds": 1}, headers=admin)
    on.ask("POST", "/v1/games", {"ruleset": GAME, "seats": seats}, headers={"X-Api-Key": farm["key"]})
    on.ask("PUT", f"/v1/keys/{farm['id']}/budget", {}, headers=admin)


def _remove(on: Recorder, key: str) -> None:
    client = {"X-Api-Key": key}
    game = new_game(on, HUMAN, HUMAN, hot_seat=True)
    on.ask("DELETE", game.path, token=game.owner)
    for hook in on.ask("GET", "/v1/webhooks", headers=client).json["webhooks"]:
        on.ask("DELETE", f"/v1/webhooks/{hook['id']}", headers=client)
    mine = on.ask("POST", "/v1/keys", {"name": "mine"}).json
    on.ask("DELETE", f"/v1/keys/{mine['id']}", headers={"X-Api-Key": mine["key"]})


def recorded(contract: dict[str, Any]) -> dict[str, Any]:
    """Return what a server of a contract answers to the course; raises Missing if that leaves anything without example.

    What it and its workers log is shown only if the course breaks off.
    """
    CONTRACTS[tuple(RULESETS.values())] = Contract(contract)
    with tempfile.TemporaryDirectory() as folder, _hidden(Path(folder) / "log"), recorder(Path(folder), Recorder) as on:
        ask_all(on)
        missing = sorted(on.missing())
        if missing:
            raise Missing(missing)
        return on.recorded()


@contextmanager
def _hidden(log: Path) -> Iterator[None]:
    """Write to a file what this process and those that it starts write to stderr, and show it if the block fails."""
    kept = os.dup(2)
    with log.open("wb") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    except Missing:
        raise
    except Exception:
        os.write(kept, log.read_bytes())
        raise
    finally:
        os.dup2(kept, 2)
        os.close(kept)


if __name__ == "__main__":
    sys.exit(generate.main([], recorded))
