"""`python -m tests.deploy.wayback [COMMIT...]`: upgrades what older releases wrote, and goes back; `make deploy`.

Each release, run from its commit, makes games. Their logs are made as old as `AGES` say. This version then runs on the
same data, with an archive, until its sweep has looked at all of them, and plays in one game of each ruleset; then comes
the older release again, then this one. The last release is not run from its commit: its wheel is built and installed,
and this version's wheel over it and back, by the commands of the pages. A line for each release says what was installed
and how many games were readable, by age; the exit code is 1 if any was not that should be. Without the history of the
project it says so and does nothing.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from redis import Redis

from eventstore.embedded.server import start
from service.process.build import base_version
from tests.damage import log_of, put_back
from tests.deploy.releases import Home, Release, built, last_release
from tests.deploy.wheels import wheel_of
from tests.service.cli.command import ROOT
from tests.service.http.playing import choices_of
from tests.service.processes import COMMAND, RunningSupervisor, wait_for

RELEASES: Final = {
    "76f8dc56": "0.1.0",
    "40a03cf8": "1.0.0 of the changelog",
    "198c0074": "1.0.0 of pyproject.toml",
    "b7a2db0e": "1.0.0, packed logs",
}
OF_OLD: Final = ("76f8dc56", "40a03cf8", "198c0074")
"""Lists the releases that cannot read what this version appends."""
HOUR_MS: Final = 3_600_000
NEWEST: Final = "minutes"
AGES: Final = {NEWEST: 0, "2 hours": 2 * HOUR_MS, "8 days": 192 * HOUR_MS, "400 days": 9_600 * HOUR_MS}
PERSON: Final = {"kind": "human"}
TABLES: Final[list[tuple[str, list[Any]]]] = [
    ("catan", [PERSON] * 4),
    ("catan-dice", [PERSON] * 2),
    ("elasund", [PERSON] * 2),
    ("catan-dice", [{"kind": "ai"}] * 2),
]
LEFT: Final = "LONGROAD_PACK_OLDER_LOGS=on packs"


class Game(NamedTuple):
    """Represents a game: how old it is, and the tokens of the people who play it."""

    id: str
    age: str
    tokens: list[str]


class Version(NamedTuple):
    """Represents what can be run: sources or an installation, in which a release perhaps has to be installed before."""

    directory: Path
    command: Sequence[str] = COMMAND
    install: Callable[[], str] = lambda: "from its commit"


class Server:
    """Represents a running version."""

    def __init__(self, running: RunningSupervisor, told: str) -> None:
        self.told = told
        self._url = f"http://127.0.0.1:{running.port}/v1"

    def ask(self, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Return the status and the JSON of an answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self._url + path, data, headers), timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def state(self, game: Game) -> str:
        """Return `readable`, or the name of the problem."""
        status, answer = self.ask(f"/games/{game.id}")
        return "readable" if status == 200 else str(answer["type"]).rpartition("/")[2]


def checked_out(commit: str, directory: Path) -> Path:
    """Write the files of a commit into a directory."""
    packed = subprocess.check_output(["git", "archive", commit], cwd=ROOT)
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(directory, filter="data")
    return directory


@contextmanager
def served(version: Version, data: Path) -> Iterator[Server]:
    """Yield a server of a version on a data directory, and end it."""
    told = version.install()
    running = RunningSupervisor(
        data,
        version.command,
        version.directory,
        LONGROAD_ARCHIVE=str(data.with_name("archive")),
        LONGROAD_AI_WORKERS="1",
        LONGROAD_API_PROCESSES="1",  # another one hears some seconds later which logs are damaged no more
    )
    try:
        running.await_ready()
        yield Server(running, told)
    finally:
        running.process.terminate()
        running.process.wait(180)


def make(server: Server) -> list[Game]:
    """Make games of every age and ruleset, those of agents finished, those of people begun."""
    made = [_new(server, age, ruleset, seats) for age in AGES for ruleset, seats in TABLES]
    for game in made:
        _play(server, game)
    assert wait_for(lambda: all(game.tokens or _is_over(server, game) for game in made), 600)
    return made


def _new(server: Server, age: str, ruleset: str, seats: list[Any]) -> Game:
    status, answer = server.ask("/games", {"ruleset": ruleset, "seats": seats})
    assert status == 201, answer
    return Game(answer["id"], age, [seat["token"] for seat in answer["seats"] if seat.get("token")])


def _is_over(server: Server, game: Game) -> bool:
    return bool(server.ask(f"/games/{game.id}")[1]["status"] == "finished")


def _play(server: Server, game: Game) -> bool:
    """Let people act, some times if they may; return whether something happened."""
    acted = 0
    for token in game.tokens * 4:
        status, legal = server.ask(f"/games/{game.id}/legal-actions", token=token)
        choices = choices_of(legal) if status == 200 else []
        acted += bool(choices) and server.ask(f"/games/{game.id}/commands", choices[0], token)[0] == 201
    return acted > 0


def grow_older(data: Path, games: list[Game]) -> None:
    """Move the times of logs into the past; the chain does not cover them."""
    store = start(data / "events", "no")
    redis = Redis.from_url(store.url)
    for game in games:
        by = AGES[game.age]
        put_back(redis, game.id, [(entry, _older(fields, by)) for entry, fields in log_of(redis, game.id)])
    redis.close()
    store.stop()


def _older(fields: Mapping[bytes, bytes], by: int) -> Mapping[bytes, bytes]:
    if b"h" in fields:
        return {**fields, b"h": _shifted(fields[b"h"], by, lambda text: int(text), str)}
    event, line, header = fields[b"e"].partition(b"\n")
    moved = {**fields, b"e": event + line + _shifted(header, by, lambda text: int(text, 36), _to_base_36)}
    if b"f" in fields:  # last, where it was
        since, dash, number = moved.pop(b"f").partition(b"-")
        moved[b"f"] = b"%d" % (int(since) + by) + dash + number
    return moved


def _shifted(header: bytes, by: int, read: Callable[[bytes], int], write: Callable[[int], str]) -> bytes:
    words = header.split(b" ", 4)
    return b" ".join([*words[:3], write(read(words[3]) - by).encode(), words[4]]) if header else header


def _to_base_36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def by_age(server: Server, games: list[Game]) -> dict[str, dict[str, int]]:
    """Count the games by age and by what the server says of them."""
    return {age: dict(Counter(server.state(game) for game in games if game.age == age)) for age in AGES}


def swept(data: Path) -> bool:
    """Return whether the sweep has looked at all games: it names those it leaves, or has archived some."""
    logs = "".join(path.read_text() for path in data.rglob("sweep*.log"))
    return LEFT in logs or any(data.with_name("archive").rglob("*.*"))


def versions(commit: str, directory: Path) -> tuple[Version, Version]:
    """Return an older version and this one; the last release and this one as they are installed one over the other."""
    if commit != last_release():
        return Version(checked_out(commit, directory / "sources")), Version(ROOT)
    home = Home(directory / "home")
    program = (str(home.directory / "longroad" / "bin" / "longroad"), "run")
    ours = Release(wheel_of(base_version(), directory / "dist"), ROOT / "requirements.lock")
    both = (built(commit, directory / "last"), ours)
    old, new = (Version(home.directory, program, partial(home.install, release)) for release in both)
    return old, new


def trial(commit: str, directory: Path) -> bool:
    """Go from a commit to this version, back and forth again; print what was readable, return whether all was right."""
    (old, new), data = versions(commit, directory), directory / "data"
    data.with_name("archive").mkdir(mode=0o700)
    with served(old, data) as server:
        installed = [server.told]
        games = make(server)
    grow_older(data, games)
    with served(new, data) as server:
        installed.append(server.told)
        upgraded = by_age(server, games)
        assert wait_for(lambda: swept(data)), "the sweep did not look"
        touched = [game for game in games if game.age == NEWEST and _play(server, game)]
        kept = by_age(server, games)
    untouched = [game for game in games if game not in touched]
    with served(old, data) as server:
        back = by_age(server, untouched)
        refused = Counter(server.state(game) for game in touched)
    with served(new, data) as server:
        again = wait_for(lambda: all(server.state(game) == "readable" for game in games), 300)
        forth = by_age(server, games)
    counts = {"upgraded": upgraded, "swept": kept, "back": back, "upgraded_again": forth}
    told = {"commit": commit, "release": RELEASES.get(commit), "installed": installed, **counts}
    print(json.dumps({**told, "touched_and_back": refused}), flush=True)
    are_readable = all(set(states) <= {"readable"} for found in counts.values() for states in found.values())
    return again and are_readable and bool(touched) and (refused["readable"] == 0 or commit not in OF_OLD)


def main(commits: list[str]) -> int:
    """Return the exit code."""
    known = [one for one in commits if _is_known(one)]
    if not known:
        print("the history of the project is not here: nothing was upgraded")
    results = []
    for commit in known:
        with tempfile.TemporaryDirectory() as directory:
            results.append(trial(commit, Path(directory)))
    return 0 if all(results) else 1


def _is_known(commit: str) -> bool:
    return subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT, capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(dict.fromkeys((*RELEASES, last_release())))))
