"""Opens tables, where people play at once and a follower reads the stream, one game after another until the end."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from threading import Lock, Thread
from typing import Any, Final

from tests.linearizability.recording import Recorder
from tests.trials.following import Follower
from tests.trials.met import Met
from tests.trials.players import PATIENCE_S, Asked, Caller, Deadline, GaveUp, Person
from tests.trials.votes import Votes

BRANCHES_AT: Final = 12
"""Half of the games are branched once they have reached this version."""
JOIN_S: Final = 0.3
NO_VERSION: Final = 10**9
UNDOING: Final = 0.04
"""The probability that a command is taken back where that takes no vote."""


@dataclass
class Forgotten:
    """Represents a version that the store was made to forget, with the time of its events."""

    version: int
    time: str


@dataclass
class Table:
    """Represents a game that was opened: who sits there, who follows it, and which other requests were made for it."""

    id: str
    ruleset: str
    people: list[Person]
    owner: str
    follower: Follower
    line: Caller
    asked: list[Asked] = field(default_factory=list)
    branches: list[Any] = field(default_factory=list)
    forgotten: list[Forgotten] = field(default_factory=list)
    recorder: Recorder | None = None
    votes: Votes | None = None
    key: str | None = None

    def play(self) -> None:
        """Let every person play in a thread of their own until the game ends or everybody gives up."""
        threads = [Thread(target=self.follower.follow, daemon=True)]
        threads += [Thread(target=_until_given_up, args=(person,), daemon=True) for person in self.people]
        for thread in threads:
            thread.start()
        with suppress(GaveUp):
            self._ask_beside()
        _await_end(threads, self.line.deadline)

    def _ask_beside(self) -> None:
        """Ask for a branch and a replay, once each, in every second game while the others play."""
        if int(self.id.encode().hex(), 16) % 2 or not self.people:
            return
        somebody = self.people[0]
        while self.follower.version < BRANCHES_AT and not self.follower.is_over:
            somebody.rest(self.follower.version)
            if self.line.deadline.is_over():
                return
        self.asked.append(self._branch(somebody.token))
        self.asked.append(replay(self.line, self.id, somebody.token, "while it was played"))

    def _branch(self, token: str) -> Asked:
        """Branch the game at the newest version that the follower saw, which the store may have forgotten since."""
        body, key = {"version": max(1, self.follower.version)}, f"a branch of the game {self.id}"
        status, made = self.line.ask("POST", f"/v1/games/{self.id}/branches", token, body, Idempotency_Key=key)
        if status != 201:
            return Asked("branch", {"status": "refused", "problem": made})
        self.branches.append(made)
        return Asked("branch", {"status": "made"})


def replay(line: Caller, game: str, token: str, when: str) -> Asked:
    """Ask for a replay of a game, wait for it and return its outcome."""
    key = f"replay of {game} {when}"
    status, job = line.ask("POST", f"/v1/games/{game}/replays", token, {"format": "json"}, Idempotency_Key=key)
    end = line.job(job, token) if status in (200, 202) else {"status": "refused", "problem": job}
    return Asked("replay", end)


def _await_end(threads: Sequence[Thread], deadline: Deadline) -> None:
    """Wait for all threads; after the deadline only until those that ask have given up, for a stream may go on."""
    for thread in threads:
        while thread.is_alive() and not deadline.is_over():
            thread.join(JOIN_S)
    for thread in threads[1:]:
        thread.join(2 * PATIENCE_S)


def _until_given_up(person: Person) -> None:
    with suppress(GaveUp):
        person.play()


@dataclass(frozen=True)
class Behavior:
    """Says how people play.

    `pace_s`, `dropping` and `roaming` are those of a Person; `pause_s` is how many seconds a caller waits before it
    repeats a request. Where there are API `keys`, one game in `keyed` is made with one of them.
    """

    pace_s: float = 0.0
    dropping: float = 0.01
    pause_s: float = 0.02
    roaming: float = 0.0
    keys: tuple[str, ...] = ()
    keyed: int = 4


@dataclass
class Hall:
    """Opens tables from a list of wishes, one after another at each of its places, until it is `closing`."""

    port: int
    wishes: Iterator[dict[str, Any]]
    met: Met = field(default_factory=Met)
    deadline: Deadline = field(default_factory=Deadline)
    closing: Deadline = field(default_factory=Deadline)
    tables: list[Table] = field(default_factory=list)
    ports: tuple[int, ...] = ()
    behavior: Behavior = Behavior()
    _lines: Iterator[int] = field(default_factory=count)
    _lock: Lock = field(default_factory=Lock)
    _threads: list[Thread] = field(default_factory=list)

    def open(self, places: int) -> None:
        """Start games at this many places."""
        self._threads = [Thread(target=self._play_on, daemon=True) for _ in range(places)]
        for thread in self._threads:
            thread.start()

    def hurry(self) -> None:
        """Let everybody play without time to think from now on."""
        self.behavior = replace(self.behavior, pace_s=0.0)
        for person in (person for table in list(self.tables) for person in table.people):
            person.pace_s = 0.0

    def await_end(self) -> None:
        """Wait until the last game is over or given up."""
        for thread in self._threads:
            thread.join()

    def line(self) -> Caller:
        """Return a new caller, which notes its answers and failures in `met`."""
        port = self.ports[next(self._lines) % len(self.ports)] if self.ports else self.port
        pause_s = self.behavior.pause_s
        return Caller(port, met=self.met, deadline=self.deadline, ports=self.ports, pause_s=pause_s)

    def playing(self) -> list[Table]:
        """Return the tables whose game is not over."""
        return [table for table in list(self.tables) if not table.follower.is_over]

    def _play_on(self) -> None:
        with suppress(GaveUp):
            while not self.closing.is_over():
                self.set_up().play()

    def set_up(self) -> Table:
        """Open the next table, at which nobody plays yet."""
        with self._lock:
            wish = next(self.wishes)
        line = self.line()
        api_key = self._api_key()
        sent = {"X_Api_Key": api_key} if api_key else {}
        name = f"a table of this run: {wish['seed']}"
        status, made = line.ask("POST", "/v1/games", None, wish, Idempotency_Key=name, **sent)
        assert status == 201, made
        table = self._seated(made, wish, line)
        table.key = api_key
        self.tables.append(table)
        return table

    def _api_key(self) -> str | None:
        """Return the API key that the next game is made with, if any."""
        keys, number, keyed = self.behavior.keys, len(self.tables), self.behavior.keyed
        return keys[number // keyed % len(keys)] if keys and number % keyed == 0 else None

    def _seated(self, made: Any, wish: dict[str, Any], line: Caller) -> Table:
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat.get("token")}
        followers = [None, *tokens.values()]
        watching = followers[len(self.tables) % len(followers)]
        follower = Follower(line.port, made["id"], watching, self.deadline, self.ports)
        recorder, votes = Recorder(), Votes() if wish["undo"] == "consent" else None
        people = [
            Person(
                replace(self.line(), recorder=recorder),
                made["id"],
                seat,
                token,
                Random(f"{wish['seed']} {seat}"),
                float("inf"),
                NO_VERSION,
                undoing=0.0 if wish["undo"] == "until_reveal" else UNDOING,
                heard=follower,
                pace_s=self.behavior.pace_s,
                dropping=self.behavior.dropping,
                roaming=self.behavior.roaming,
                votes=votes,
            )
            for seat, token in tokens.items()
        ]
        return Table(
            made["id"], wish["ruleset"], people, made["owner_token"], follower, line, recorder=recorder, votes=votes
        )
