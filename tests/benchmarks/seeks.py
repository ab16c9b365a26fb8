"""Measures the last seek of a game: CPU and time until the game has begun, alone and beside others that wait."""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.clients.api_keys import ADMIN_ID, ADMIN_SCOPES, MOST_QUOTAS, ApiKey, NewKey, make_key
from service.clients.players import NewPlayer, issue_token, make_player
from service.game.context import Context, compose
from service.queue.jobs import Jobs
from service.server.app import create_app
from service.settings import read_settings
from tests.benchmarks.report import report

GAMES = 100
WAITING = (0, 400)
SEATS = 4
ADMINISTRATOR = ApiKey(ADMIN_ID, "", ADMIN_SCOPES, MOST_QUOTAS, None, trusted=True, created=0)


def run() -> None:
    """Measure with nobody else, and with hundreds of seeks in the pool with which none of the others agrees."""
    with tempfile.TemporaryDirectory() as directory:
        events, rq = (start(Path(directory) / name, "always") for name in ("events", "rq"))
        try:
            urls = {"LONGROAD_EVENTS_URL": events.url, "LONGROAD_RQ_URL": rq.url}
            settings = read_settings({**urls, "LONGROAD_STORE_PROMISES": "may-lose-games"})
            context = compose(settings, open_store(events.url), RULESETS, Jobs.at(rq.url))
            for waiting in WAITING:
                measure(context, waiting)
        finally:
            rq.stop()
            events.stop()


def measure(context: Context, waiting: int) -> None:
    """Fill games of four with so many seeks beside them, and report what the last request takes."""
    client = create_app(context).test_client()
    key, _ = make_key(context, ADMINISTRATOR, NewKey())

    def seek(**wish: object) -> str:
        player = make_player(context, key, NewPlayer("Ana"))
        headers = {"X-Api-Key": issue_token(context, player)}
        clock = {"seconds": 60 + waiting}
        body = {"ruleset": "catan", "seats": SEATS, "clock": clock, **wish}
        answer = client.post("/v1/seeks", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return str(answer.json["status"])

    for number in range(waiting):  # no two of them would play the same
        options = {"victory_points": 3 + number % 18, "hand_limit": 8 + number // 18 % 12}
        seek(options=options | {"steal_compulsory": number >= 216})
    cpu, passed = [], []
    for _ in range(GAMES):
        for _ in range(SEATS - 1):
            seek()
        player = make_player(context, key, NewPlayer("Bea"))
        headers = {"X-Api-Key": issue_token(context, player)}
        body = {"ruleset": "catan", "seats": SEATS, "clock": {"seconds": 60 + waiting}}
        began, used = time.perf_counter(), time.process_time()
        answer = client.post("/v1/seeks", json=body, headers=headers)
        cpu.append(1_000 * (time.process_time() - used))
        passed.append(1_000 * (time.perf_counter() - began))
        assert answer.json["status"] == "filled", answer.text
    for name, values in (("cpu", cpu), ("time", passed)):
        report(f"last_seek_{name}_p50_with_{waiting}_waiting", part_of(values, 0.5), "ms")
        report(f"last_seek_{name}_p95_with_{waiting}_waiting", part_of(values, 0.95), "ms")


def part_of(values: Sequence[float], part: float) -> float:
    """Return the value below which a part of the values lies."""
    return sorted(values)[int(part * (len(values) - 1))]
