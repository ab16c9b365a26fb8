"""Measures what a command costs the API: CPU, and round trips to both stores by the stores' own counts.

The games have four seats, one of them an agent's; an API key, an idempotency key and all quotas are in use, and the
events store writes every append to the disk. The requests go through WSGI in a process of its own, which also does what
is left for after the answer. `BESIDE=TREE python -m tests.benchmarks round_trips` also measures another checkout of
this project, series by series in turn with this one, since a machine may be much slower at one time than at another;
the ratio of the CPU is the median of those of the series.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

if __name__ == "__main__":  # in the working directory, whichever tree that is, and as the server does
    from gevent import monkey

    monkey.patch_all(os=False, signal=False, subprocess=False, queue=False)
    sys.path[:0] = [os.getcwd()]

try:
    from eventstore.embedded.server import start
except ImportError:  # older trees
    from eventstore.embedded import start

SERIES = 6
COMMANDS = 80  # in a series
AFTER_S = 0.002  # in which a process does what it does right after an answer
LATER_S = 0.02  # and everything else
SEATS = [{"kind": "human"}, {"kind": "human"}, {"kind": "human"}, {"kind": "ai"}]
STORES = ("events", "rq")
HERE = Path(__file__).parents[2]
Figures = dict[str, float]


class Client:
    """Sends requests to a WSGI application."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.key = ""
        self.key = self.ask("POST", "/v1/keys", {})["key"]

    def ask(self, method: str, path: str, body: Any = None, token: str = "", once: str = "") -> Any:
        """Return the body of an answer, which must not be a refusal."""
        statuses: list[str] = []
        sent = b"" if body is None else json.dumps(body).encode()
        given = {
            "HTTP_AUTHORIZATION": token and f"Bearer {token}",
            "HTTP_X_API_KEY": self.key,
            "HTTP_IDEMPOTENCY_KEY": once,
            "CONTENT_TYPE": "application/json" if sent else "",
        }
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "HTTP_HOST": "127.0.0.1:8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(sent)),
            "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0),
            "wsgi.input": io.BytesIO(sent),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **{name: value for name, value in given.items() if value},
        }
        answer = self.app(environ, lambda status, headers, failed=None: statuses.append(status))
        text = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        assert statuses[0][0] == "2", (method, path, statuses, text)
        return json.loads(text)


class Table:
    """Represents a game whose people play here, and whose agent plays outside of what is measured."""

    def __init__(self, client: Client, number: int) -> None:
        made = client.ask("POST", "/v1/games", {"ruleset": "catan", "seats": SEATS, "seed": f"round trips {number}"})
        self.client, self.place = client, f"/v1/games/{made['id']}"
        self.id, self.random = made["id"], Random(number)
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}
        self.sent = 0

    def next(self) -> tuple[str, Any] | None:
        """Return a seat's token with a random command of that seat, or None once the game is over."""
        while True:
            view = self.client.ask("GET", self.place)
            owing = [entry["seat"] for entry in view["awaiting"] if entry["seat"] in self.tokens]
            if view["status"] == "finished":
                return None
            if owing:
                break
            self.have_agent_play(view["version"])
        token = self.tokens[owing[0]]
        legal = self.client.ask("GET", f"{self.place}/legal-actions", token=token)
        options = [action["command"] for action in legal["actions"]] or [it["example"] for it in legal["templates"]]
        return token, self.random.choice(options)

    def have_agent_play(self, version: int) -> None:
        """Let the agent play, as a worker does."""
        from workers.jobs import context, play_ai

        play_ai(self.id, version)
        context().jobs.redis.flushdb()  # no job was ever taken from the queue, and no share is used up

    def post(self, token: str, command: Any) -> None:
        """Post a command; this is what is measured."""
        self.sent += 1
        self.client.ask("POST", f"{self.place}/commands", command, token, f"command {self.id} {self.sent}")


def series(client: Client, number: int, redis: dict[str, Any]) -> Figures:
    """Return the median CPU of a game's first commands, and the mean calls of as many commands of the next game."""
    cpu = [spent(table, *chosen) for table, chosen in chosen_commands(client, 2 * number)]
    calls = [counted(table, *chosen, redis) for table, chosen in chosen_commands(client, 2 * number + 1)]
    names = (*(f"{name}_before_answer" for name in STORES), *(f"{name}_in_all" for name in STORES))
    return {"cpu": median(cpu), **dict(zip(names, map(fmean, zip(*calls, strict=True)), strict=True))}


def chosen_commands(client: Client, number: int) -> Iterator[tuple[Table, tuple[str, Any]]]:
    """Yield the first commands of a new game; each must be posted before the next is chosen."""
    table = Table(client, number)
    for _ in range(COMMANDS):
        chosen = table.next()
        if chosen is None:
            return
        yield table, chosen


def spent(table: Table, token: str, command: Any) -> float:
    """Return the CPU of a command in ms, with what the process does right after the answer."""
    before = time.process_time()
    table.post(token, command)
    time.sleep(AFTER_S)
    return (time.process_time() - before) * 1e3


def counted(table: Table, token: str, command: Any, redis: dict[str, Any]) -> list[int]:
    """Return the calls to each store until the answer, and those until a moment later."""
    before = [reads_of(redis[name]) for name in STORES]
    table.post(token, command)
    answered = [reads_of(redis[name]) - reads - 1 for name, reads in zip(STORES, before, strict=True)]
    time.sleep(LATER_S)
    return answered + [reads_of(redis[name]) - reads - 2 for name, reads in zip(STORES, before, strict=True)]


def reads_of(redis: Any) -> int:
    """Return how often a store has read from its connections: once for each call or pipeline."""
    return int(redis.info("stats")["total_reads_processed"])


def measure() -> None:
    """Measure a series of the tree in the working directory for each line of the input."""
    from redis import Redis

    with tempfile.TemporaryDirectory() as directory:
        events, rq = start(Path(directory) / "events", "always"), start(Path(directory) / "rq", "everysec")
        named = {"EVENTS_URL": events.url, "RQ_URL": rq.url, "DATA_DIR": directory}  # as older trees name them
        os.environ |= named | {f"LONGROAD_{name}": value for name, value in named.items()}
        try:
            place = "service.app" if Path("service/app.py").is_file() else "service.server.app"  # older trees
            create_app = import_module(place).create_app

            with suppress(ImportError):  # older trees count no CPU time
                import_module("eventstore.budget").follow()
            client = Client(create_app())
            redis = {"events": Redis.from_url(events.url), "rq": Redis.from_url(rq.url)}
            for line in sys.stdin:
                print(json.dumps(series(client, int(line), redis)), flush=True)
        finally:
            events.stop()
            rq.stop()


def run() -> None:
    """Take all measurements of this tree, and in turns with it those of the one in BESIDE."""
    from tests.benchmarks.report import report

    other = os.environ.get("BESIDE")
    found = found_in([HERE, *([Path(other).resolve()] if other else [])])
    best = [means(series) for series in found]
    for name, value in best[0].items():
        peer = best[1][name] if other else None
        report(f"command_{name}", value, "ms" if name == "cpu" else "calls", peer or None)
    if other:
        ratios = [here["cpu"] / there["cpu"] for here, there in zip(*found, strict=True)]
        report("command_cpu_to_other", median(ratios), "times")


def found_in(trees: list[Path]) -> list[list[Figures]]:
    """Return what each tree's process measured, without the first series, which only warms it up."""
    command = (sys.executable, "-P", __file__)
    processes = [
        subprocess.Popen(command, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for tree in trees
    ]
    found: list[list[Figures]] = [[] for _ in trees]
    for number in range(SERIES + 1):
        for process, figures in zip(processes, found, strict=True):
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{number}\n")
            process.stdin.flush()
            figures.append(json.loads(process.stdout.readline()))
    for process in processes:
        process.communicate()
    return [figures[1:] for figures in found]


def means(found: list[Figures]) -> Figures:
    """Return the mean of each count, and the least CPU, since others may be using the machine."""
    return {name: (min if name == "cpu" else fmean)(one[name] for one in found) for name in found[0]}


if __name__ == "__main__":
    measure()
