"""Hosts the games with which a client is tried: a server where none is named, a table, and its other seats."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from longroad_client import Client, Seat

READY_S: Final = 120.0
GOODBYE_S: Final = 30.0
LOOK_S: Final = 0.2
LEAST: Final = 2
THOUGHTFUL: Final = 2
"""Says how many commands a seat of the kit thinks about where it is to let the client wait."""
KIND: Final = {"given": "human", "takes": "open"}


@dataclass(frozen=True)
class Kit:
    """Describes which client is tried, how, and on which server.

    `start` is how the client comes to its seat, and `rivals` are the hosted `agents` or the `kit` itself.
    """

    client: Client
    command: Sequence[str]
    start: str
    ruleset: str = "goofspiel"
    options: dict[str, Any] = field(default_factory=dict)
    seats: int = 0
    rivals: str = "agents"
    agent: str = ""
    seed: str = "0"
    idle_s: float = 30.0
    limit_s: float = 300.0


@dataclass(frozen=True)
class Table:
    """Represents a game that is set up for a client; without an id the client creates it."""

    id: str = ""
    token: str = ""
    owner: str = ""


@contextmanager
def table(kit: Kit, pause_s: float) -> Iterator[Table]:
    """Yield the game of a scenario; seats of the kit play until the block ends, and then give up."""
    if kit.start == "creates":
        yield Table()
        return
    is_ours = bool(pause_s) or kit.rivals == "kit"
    rival = {"kind": "human", "name": "Kit"} if is_ours else {"kind": "ai"}
    rival |= {"agent": kit.agent} if kit.agent and not is_ours else {}
    known: Any = kit.client.get_ruleset(kit.ruleset)
    count = kit.seats or min(max(LEAST, known["seats"]["minimum"]), known["seats"]["maximum"])
    seats = [{"kind": KIND[kit.start]}, *[rival] * (count - 1)]
    body: Any = {"ruleset": kit.ruleset, "options": kit.options, "seats": seats}
    made: Any = kit.client.create_game(body)
    tokens = [seat["token"] for seat in made["seats"][1:] if is_ours]
    with ExitStack() as stack:
        for number, token in enumerate(tokens, 1):
            seat = kit.client.seat(made["id"], number, token)
            stack.enter_context(_rival(seat, pause_s, Random(f"{kit.seed} {number}")))
        yield Table(made["id"], made["seats"][0].get("token", ""), made["owner_token"])


@contextmanager
def _rival(seat: Seat, pause_s: float, rng: Random) -> Iterator[None]:
    thoughts = [pause_s] * THOUGHTFUL

    def choose(legal: Any) -> Any:
        if thoughts:
            time.sleep(thoughts.pop())
        return choose_command(legal, rng)

    def play() -> None:
        with suppress(Exception):  # the game may end in any way, and it is the client that is judged
            seat.play_game(choose, decline)

    Thread(target=play, daemon=True).start()
    yield
    with suppress(Exception):
        seat.client().resign_seat(seat.game)


def choose_command(legal: Any, rng: Random) -> Any:
    """Return one of the legal commands, one that builds if there is any."""
    commands: Sequence[Any] = [entry["command"] for entry in legal["actions"]]
    commands = commands or [entry["example"] for entry in legal["templates"]]
    building = [command for command in commands if "Build" in command["type"]]
    return rng.choice(building or commands)


def decline(legal: Any) -> Any:
    """Return the command that declines an offer, if there is one."""
    return next((entry["command"] for entry in legal["actions"] if entry["command"]["type"] == "DeclineOffer"), None)


def sources() -> Path | None:
    """Return the directory from which the server can be run: its sources here, or where it is installed, or None."""
    here = Path.cwd()
    if (here / "service" / "cli" / "__init__.py").exists() and (here / "eventstore").is_dir():
        return here
    try:
        found = find_spec("service.cli")
    except ModuleNotFoundError:
        return None
    if found is None or found.origin is None or find_spec("eventstore") is None:
        return None
    return Path(found.origin).parents[2]


@contextmanager
def own_server(root: Path) -> Iterator[str]:
    """Yield the address of a server that runs until the block ends; raises RuntimeError if it does not come up."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    python = root / ".venv" / "bin" / "python"
    command = [str(python) if python.exists() else sys.executable, "-m", "service.cli", "run"]
    with TemporaryDirectory(prefix="longroad-kit-") as place:
        settings = {"LONGROAD_PORT": str(port), "LONGROAD_DATA_DIR": place, "LONGROAD_DURABILITY": "everysec"}
        process = subprocess.Popen(
            command, cwd=root, env={**os.environ, **settings},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{port}"
            _await(process, url)
            yield url
        finally:
            _end(process)


def _await(process: subprocess.Popen[bytes], url: str) -> None:
    import httpx

    until = time.monotonic() + READY_S
    while process.poll() is None and time.monotonic() < until:
        try:
            if httpx.get(f"{url}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(LOOK_S)
    raise RuntimeError("the server of this machine does not come up: name another one with --url")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(GOODBYE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
