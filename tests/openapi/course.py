"""The course of requests whose answers are the examples of the contract: `python -m tests.openapi.course` records them.

A test asks all of it again and compares: the examples are what the API answers today.
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eventstore.embedded import start
from eventstore.feed import Runner
from eventstore.streams import open_store
from openapi.generate import OPERATIONS, written
from service.catalog import RULESETS
from service.context import compose
from service.jobs import Jobs
from service.settings import read_settings
from service.webhooks.notices import Notices
from tests.conftest import StorePair
from tests.openapi.recorder import Recorder
from tests.service.http.client import checked_app
from tests.service.http.live import worker

GAME: Final = "catan-dice"
SEED: Final = "example"
HUMAN: Final = {"kind": "human"}
OPEN: Final = {"kind": "open"}
WAIT: Final = {"Prefer": "wait=30"}
SSE: Final = {"Accept": "text/event-stream"}
LINES: Final = {"Accept": "application/x-ndjson"}


@contextmanager
def recorder(folder: Path) -> Iterator[Recorder]:
    """An application over stores of its own, with workers that do jobs."""
    events, rq = start(folder / "events", "always"), start(folder / "rq", "no")
    try:
        stores = StorePair(events.url, rq.url)
        settings = read_settings({"EVENTS_URL": events.url, "RQ_URL": rq.url, "WEBHOOKS": "loopback"})
        app = checked_app(compose(settings, open_store(events.url), RULESETS, Jobs.at(rq.url)))
        with worker(stores, "jobs", WEBHOOKS="loopback"), worker(stores, "long"):
            on = Recorder(app.test_client())
            yield on
            app.extensions["longroad"].hub.stop()
            new_game(on, HUMAN, HUMAN)  # wakes the reader of the feeds, which then goes home
    finally:
        rq.stop()
        events.stop()


class Game:
    """A game of the course and those who sit at it."""

    def __init__(self, on: Recorder, made: dict[str, Any]) -> None:
        self.on = on
        self.path = f"/v1/games/{made['id']}"
        self.owner: str = made["owner_token"]
        self.tokens = [seat.get("token") for seat in made["seats"]]

    def get(self, place: str = "", seat: int | None = None, headers: dict[str, str] | None = None) -> Any:
        """Read."""
        return self.on.ask("GET", self.path + place, token=self._token(seat), headers=headers)

    def post(self, place: str, body: Any = None, seat: int | None = None, headers: dict[str, str] | None = None) -> Any:
        """Ask for something."""
        return self.on.ask("POST", self.path + place, {} if body is None else body, self._token(seat), headers)

    def active(self) -> int:
        """Who is to act."""
        return int(self.get().json["awaiting"][0]["seat"])

    def act(self, query: str = "") -> int:
        """Whoever is to act does the first thing there is; the seat."""
        seat = self.active()
        self.post("/commands" + query, self.get("/legal-actions", seat).json["actions"][0]["command"], seat)
        return seat

    def _token(self, seat: int | None) -> str | None:
        return None if seat is None else self.tokens[seat]


def new_game(on: Recorder, *seats: dict[str, Any], key: str | None = None, **wish: Any) -> Game:
    """A game of the course."""
    body = {"ruleset": GAME, "seats": list(seats), "seed": SEED, **wish}
    return Game(on, on.ask("POST", "/v1/games", body, headers={"X-Api-Key": key} if key else {}).json)


def ask_all(on: Recorder) -> None:
    """The whole course."""
    _look_around(on)
    key = on.ask("POST", "/v1/keys", {"name": "my bot"}).json["key"]
    client = {"X-Api-Key": key}
    on.ask("GET", "/v1/keys", headers=client)
    _play(on, key)
    _go_back_and_forth(on)
    _ask_engines(on)
    _vote_and_end(on)
    _watch(on, key)
    _go_wrong(on)


def _look_around(on: Recorder) -> None:
    for path in ("", "/rulesets", f"/rulesets/{GAME}", "/rules/catan.road.cost", "/agents", "/agents/uniform"):
        on.ask("GET", "/v1" + path)
    on.ask("GET", "/livez")
    on.ask("GET", "/readyz")


def _play(on: Recorder, key: str) -> None:
    game = new_game(on, HUMAN, OPEN, key=key, undo="free")
    on.ask("GET", "/v1/games")
    game.tokens[1] = game.post("/seats", {"name": "Bea"}).json["token"]
    seat = game.active()
    game.get("", seat)
    for place in ("/board", "/board.svg", "/fairness"):
        game.get(place)
    game.act("?dry_run=true")
    game.act()
    game.get("/events?limit=4")
    on.ask("PATCH", f"{game.path}/seats/1", {"reissue": True}, game.owner)


def _go_back_and_forth(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, undo="free")
    seat = game.act()
    job = f"/v1/jobs/{game.post('/undo', seat=seat).json['id']}"
    _await_end(on, job, game.tokens[seat])
    on.ask("GET", job, token=game.tokens[seat])
    game.post("/redo", seat=seat, headers=WAIT)
    game.post("/undo", seat=seat, headers=WAIT)
    _await_end(on, f"/v1/jobs/{game.post('/redo', seat=seat).json['id']}", game.tokens[seat])
    game.post("/replays", {"format": "text"}, seat)
    game.post("/replays", {"format": "text"}, seat, WAIT)
    game.post("/branches", {"version": 1}, seat)


def _await_end(on: Recorder, job: str, token: str) -> None:
    """Wait until a job is done; the first one is when the worker is up."""
    headers = {"Authorization": f"Bearer {token}", **WAIT}
    for _ in range(10):
        if on.client.get(job, headers=headers).json["status"] in ("finished", "failed"):
            return


def _ask_engines(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN, analyses="all")
    seat = game.act()
    arena = {"ruleset": GAME, "agents": ["uniform", "idle"], "games": 2, "seed": SEED}
    waits: tuple[dict[str, str], ...] = ({}, WAIT)
    for more in waits:
        game.post("/analyses", {"agent": "uniform", "budget_ms": 10}, seat, more)
        on.ask("POST", "/v1/arenas", arena, headers=more)


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
    game.post("/rematch", seat=other)


def _watch(on: Recorder, key: str) -> None:
    client = {"X-Api-Key": key}
    hook = on.ask("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9009/told"}, headers=client).json["id"]
    on.ask("GET", "/v1/webhooks", headers=client)
    on.ask("PATCH", f"/v1/webhooks/{hook}", {"types": ["turn", "started", "finished"]}, headers=client)
    game = new_game(on, HUMAN, HUMAN, key=key)
    on.ask("GET", "/v1/me/pending", headers=client)
    on.ask("GET", "/v1/me/events?limit=3", headers=client)
    game.post("/stream-tickets", seat=0)
    context = on.client.application.extensions["longroad"].context
    Runner(context.store, Notices(context, lambda hook_id, n: None)).catch_up()
    on.ask("GET", f"/v1/webhooks/{hook}", headers=client)
    waits: tuple[Mapping[str, str], ...] = ({}, WAIT)
    for more in waits:
        on.ask("POST", f"/v1/webhooks/{hook}/deliveries/1/retry", headers={**client, **more})


def _go_wrong(on: Recorder) -> None:
    game = new_game(on, HUMAN, HUMAN)
    seat = game.active()
    command = {"type": "RollDice", "keep": {}}
    on.ask("POST", game.path + "/commands", b"{", game.tokens[seat], {"Content-Type": "application/json"})
    on.ask("POST", game.path + "/commands", b"roll", game.tokens[seat], {"Content-Type": "text/plain"})
    game.post("/commands", command)
    game.post("/seats", {}, seat)
    game.post("/commands", command, 1 - seat)
    game.post("/commands", command, seat, {"If-Match": '"9"'})
    game.post("/commands", command | {"faces": 6}, seat)
    game.get("/events", seat, {"Accept": "image/png"})
    on.ask("GET", "/v1/games", token="a.b")
    on.ask("GET", "/v1/games/unknown")
    on.ask("DELETE", game.path, token=game.tokens[seat])
    on.ask("POST", f"{game.path}/commands", {"type": "x" * 70_000}, game.tokens[seat])


def main() -> int:
    """Record the course; 0."""
    with tempfile.TemporaryDirectory() as folder, recorder(Path(folder)) as on:
        ask_all(on)
        OPERATIONS.write_text(written(on.recorded()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
