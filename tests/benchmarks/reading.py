"""Measures the CPU of the API's process for a command, a view and legal actions, at the first request and again.

Requests go through WSGI. The games have four seats, one of them an agent's, with an API key, quotas and a durable
events store. `BESIDE=TREE make bench` also measures another checkout of the service, both in turns, and prints the
ratio: only ratios within one run count.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

ROUNDS = 2
GAMES = 5
STEPS = 24
AGENT = "heuristic"
"""Plays alike in all trees, and quickly, so that both measure the same games."""
ADMIN = "an-administrator-of-the-benchmark"
HERE = Path(__file__).resolve().parents[2]
PLACES = {"view": "", "legal_actions": "/legal-actions"}
SETTLED_S = 5.0


class Client:
    """Sends requests to a WSGI application in this process."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.key = ADMIN
        self.key = json.loads(self.ask("POST", "/v1/keys", {"name": "benchmark"}))["key"]

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> bytes:
        """Return the body of an answer, which must not be a refusal."""
        sent = b"" if body is None else json.dumps(body).encode()
        environment: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_X_API_KEY": self.key,
            "HTTP_USER_AGENT": "benchmark",
            "HTTP_ACCEPT": "*/*",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(sent)),
            "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0),
            "wsgi.input": io.BytesIO(sent),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        if body is not None:
            environment["CONTENT_TYPE"] = "application/json"
        if token is not None:
            environment["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        told: list[str] = []
        answer = self.app(environment, lambda status, headers, failed=None: told.append(status))
        text = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        assert told[0][0] == "2", (method, path, told, text)
        return text


class Play:
    """Represents a game of three people and an agent; `probe` chooses commands, so that `client` has not read them."""

    def __init__(self, client: Client, probe: Client, number: int) -> None:
        self.client, self.probe, self.random = client, probe, Random(number)
        seats = [*[{"kind": "human"}] * 3, {"kind": "ai", "agent": AGENT}]
        made = json.loads(client.ask("POST", "/v1/games", {"ruleset": "catan", "seats": seats, "seed": f"{number}"}))
        self.path = f"/v1/games/{made['id']}"
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}
        self.seat = 0
        self.command: Any = None

    def choose(self) -> bool:
        """Wait for the agent and choose the next command, and return whether there is one."""
        view = self._settled()
        self.seat = next((entry["seat"] for entry in view["awaiting"] if entry["seat"] in self.tokens), 0)
        legal = json.loads(self.probe.ask("GET", f"{self.path}/legal-actions", token=self.tokens[self.seat]))
        options = [one["command"] for one in legal["actions"]] or [one["example"] for one in legal["templates"]]
        self.command = self.random.choice(options) if options else None
        return self.command is not None

    def _settled(self) -> Any:
        until = time.monotonic() + SETTLED_S
        while True:
            view = json.loads(self.probe.ask("GET", self.path))
            agents = [entry for entry in view["awaiting"] if entry["seat"] not in self.tokens]
            if not agents or time.monotonic() > until:
                return view
            time.sleep(0.01)

    def act(self) -> None:
        """Post the chosen command."""
        self.client.ask("POST", f"{self.path}/commands", self.command, self.tokens[self.seat])

    def read(self, place: str) -> None:
        """Read a resource of the game as the seat that is to act."""
        self.client.ask("GET", self.path + place, token=self.tokens[self.seat])


def series(client: Client, probe: Client, first: int) -> dict[str, float]:
    """Play some games for some steps, and return the mean CPU milliseconds of each kind of request."""
    spent: dict[str, float] = {}
    counts: dict[str, int] = {}

    def measure(name: str, plays: list[Play], *place: str) -> None:
        begun = time.process_time()
        for play in plays:
            play.read(*place) if place else play.act()
        spent[name] = spent.get(name, 0.0) + time.process_time() - begun
        counts[name] = counts.get(name, 0) + len(plays)

    plays = [Play(client, probe, first + number) for number in range(GAMES)]
    for _ in range(STEPS):
        plays = [play for play in plays if play.choose()]
        measure("command", plays)
        plays = [play for play in plays if play.choose()]
        for name, place in PLACES.items():
            measure(f"{name}_first", plays, place)
            measure(f"{name}_again", plays, place)
    return {name: seconds / counts[name] * 1e3 for name, seconds in spent.items()}


def serve(tree: str) -> None:
    """Measure one checkout: a series for each line of the input."""
    sys.path.insert(0, tree)
    try:
        from eventstore.embedded.server import start
    except ImportError:  # older trees
        from eventstore.embedded import start

    with tempfile.TemporaryDirectory() as directory:
        events, rq = start(Path(directory) / "events", "always"), start(Path(directory) / "rq", "everysec")
        os.environ |= {
            "LONGROAD_EVENTS_URL": events.url,
            "LONGROAD_RQ_URL": rq.url,
            "LONGROAD_DATA_DIR": directory,
            "LONGROAD_AI_WORKERS": "1",
        }
        os.environ |= {"LONGROAD_API_KEYS": "required", "LONGROAD_ADMIN_KEY": ADMIN}
        agents = subprocess.Popen((sys.executable, "-m", "workers.run", "ai"), cwd=tree)
        try:
            place = "service.app" if Path("service/app.py").is_file() else "service.server.app"  # older trees
            create_app = import_module(place).create_app

            client, probe = Client(create_app()), Client(create_app())
            for number, _ in enumerate(sys.stdin):
                print(json.dumps(series(client, probe, number * GAMES)), flush=True)
        finally:
            agents.terminate()
            agents.wait()
            events.stop()
            rq.stop()


class Tree:
    """Represents a checkout of the service that a process of its own measures."""

    def __init__(self, tree: Path) -> None:
        own = tree / ".venv/bin/python"  # an older tree may not run with the libraries of this one
        command = (str(own) if own.is_file() else sys.executable, "-P", __file__, str(tree))
        self.process = subprocess.Popen(command, cwd=tree, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.best: dict[str, float] = {}

    def measure(self, counts: bool) -> None:
        """Let the process run one series, and keep the least of each figure if the series counts."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        found: dict[str, float] = json.loads(self.process.stdout.readline())
        if counts:
            self.best = {name: min(value, self.best.get(name, value)) for name, value in found.items()}

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate()


def run() -> None:
    """Measure this checkout, and in turns with it the one in BESIDE."""
    from tests.benchmarks.report import report

    other = os.environ.get("BESIDE")
    trees = [Tree(HERE), *([Tree(Path(other).resolve())] if other else [])]
    for number in range(ROUNDS + 1):
        for tree in trees:
            tree.measure(counts=number > 0)
    for tree in trees:
        tree.close()
    for name, value in trees[0].best.items():
        report(f"api_cpu_{name}", value, "ms", trees[1].best[name] if other else None)


if __name__ == "__main__":
    serve(sys.argv[1])
