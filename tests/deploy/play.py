"""Plays on the hosts while the page is followed, as clients behind the proxy do, and knows what they were told."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from random import Random
from threading import Thread
from typing import Any, Final

from tests.fuzz.faulty import Told
from tests.trials.checker import documents
from tests.trials.following import SILENT_S, Follower
from tests.trials.met import Met
from tests.trials.players import Caller, Deadline, GaveUp, Person

PORT: Final = 8000
PACE_S: Final = 0.3
AGENTS: Final = 2
WISH: Final = {
    "ruleset": "catan",
    "seats": [{"kind": "human", "name": "Ada"}, *[{"kind": "ai"}] * AGENTS],
    "undo": "free",
}
WITHOUT_END: Final = 10**9


@dataclass
class Way(Caller):
    """Represents the way through the proxy: to the next host, when one does not answer or fails."""

    hosts: Sequence[str] = ()

    def roam(self) -> None:
        """Ask another host from now on."""
        self.host = self.hosts[(self.hosts.index(self.host) + 1) % len(self.hosts)]


class Listener(Follower):
    """Follows a game on one host, and on another one when its stream ends."""

    hosts: Sequence[str] = ()

    def connect(self) -> HTTPConnection:
        """Return a connection to the host that is asked now."""
        return HTTPConnection(self.hosts[self.breaks % len(self.hosts)], PORT, timeout=SILENT_S)


class News:
    """Says that there may always be news, so that people look again at once."""

    version = WITHOUT_END


class Game:
    """Represents a game of a person against agents, which is followed by a stream."""

    def __init__(self, way: Way, number: int, deadline: Deadline) -> None:
        status, made = way.ask("POST", "/v1/games", None, WISH, Idempotency_Key=f"a game of the page, number {number}")
        assert status == 201, made
        self.id, self.is_forgotten, self.began = made["id"], False, time.monotonic()
        seat = made["seats"][0]
        self.person = Person(way, self.id, seat["seat"], seat["token"], Random(number), float("inf"), WITHOUT_END)
        self.person.heard, self.person.pace_s = News(), PACE_S
        self.listener = Listener(PORT, self.id, seat["token"], deadline)
        self.listener.hosts = way.hosts
        self.threads = [Thread(target=act, daemon=True) for act in (self._play, self.listener.follow)]
        for thread in self.threads:
            thread.start()

    def _play(self) -> None:
        with suppress(GaveUp):
            self.person.play()

    @property
    def is_open(self) -> bool:
        """Return whether the person still plays."""
        return self.threads[0].is_alive() and not self.is_forgotten

    def wrong(self, line: Way) -> Iterator[str]:
        """Yield what was told and is not in the log, as a host shows it, and where the stream differs from it."""
        accepted, heard = self.accepted, [event for _, event in self.listener.events]
        log = documents(line, self.id, None if self.is_forgotten else self.person.token)  # last, for it may still grow
        for told in accepted:
            for version in told.versions:
                events = [event for event in told.events if event["version"] == version]
                if not self._is_same(log.get(version, []), events):
                    yield f"game {self.id}: told {events}, the log on {line.host} has {log.get(version)}"
        if self.person.denied and not self.is_forgotten:
            yield f"game {self.id}: the person was denied it: {self.person.denied[-1]}"
        logged = [event for version in sorted(log) for event in log[version]][: len(heard)]
        if [_plain(event) for event in heard] != [_plain(event) for event in logged]:
            yield f"game {self.id}: the stream has {len(heard)} events that are not those of the log"

    def _is_same(self, logged: list[dict[str, Any]], told: list[dict[str, Any]]) -> bool:
        """Return whether events are those that were told; others see less of them once the person is forgotten."""
        if self.is_forgotten:
            return list(map(_plain, logged)) == list(map(_plain, told))
        return logged == told

    @property
    def accepted(self) -> list[Told]:
        """Return the commands that were accepted."""
        return [told for told in self.person.told if told.status == 201]


def _plain(event: dict[str, Any]) -> tuple[int, int, str]:
    return event["version"], event["index"], event["type"]


@dataclass
class Players:
    """Represents all who play, a game each; whose game is over begins another one.

    The number of a game is part of its Idempotency-Key, so that a restored store knows those of before: begin at
    `first`.
    """

    hosts: Sequence[str]
    count: int
    met: Met = field(default_factory=Met)
    deadline: Deadline = field(default_factory=Deadline)
    games: list[Game] = field(default_factory=list)
    first: int = 0
    is_resting: bool = False

    def line(self, host: str | None = None) -> Way:
        """Return a way to the hosts, or to one alone."""
        hosts = [host] if host else self.hosts
        return Way(PORT, host=hosts[0], hosts=hosts, met=self.met, deadline=self.deadline)

    def begin(self) -> None:
        """Let everybody play, and begin anew when a game is over."""
        self._keeper = Thread(target=self._keep_playing, daemon=True)
        self._keeper.start()

    def _keep_playing(self) -> None:
        with suppress(GaveUp):
            while not self.is_resting and not self.deadline.is_over():
                if len(self.open) < self.count:
                    self.games.append(Game(self.line(), self.first + len(self.games), self.deadline))
                time.sleep(PACE_S)

    @property
    def open(self) -> list[Game]:
        """Return the games that are played."""
        return [game for game in self.games if game.is_open]

    def silence(self, began: float) -> float:
        """Return the longest time since then in which any game that is played had no accepted command."""
        return max((self._silence(game, began) for game in self.open), default=0.0)

    def _silence(self, game: Game, began: float) -> float:
        return self.met.silence(max(began, game.began), time.monotonic(), {game.id})

    def silent(self, began: float, seconds: float) -> int:
        """Return how many games that are played had no accepted command for so long, since then."""
        return sum(self._silence(game, began) >= seconds for game in self.open)

    def all_go_on(self) -> bool:
        """Return whether each game that is played had a command accepted from now on, waiting for it."""
        began = time.monotonic()
        waiting = {game.id for game in self.open}
        while waiting and time.monotonic() - began < 180:
            time.sleep(0.1)
            moved = {game for at, game in list(self.met.accepted_in) if at > began}
            waiting = (waiting - moved) & {game.id for game in self.open}
        return not waiting

    def rest(self) -> None:
        """Let everybody stop after what is under way, and begin no other game."""
        self.is_resting = True
        self._keeper.join(180)
        for game in self.games:
            game.person.until = 0.0
        for game in self.games:
            game.threads[0].join(180)

    def wrong(self) -> list[str]:
        """Return what is wrong with the log on each host."""
        lines = [self.line(host) for host in self.hosts]
        return [text for line in lines for game in self.games for text in game.wrong(line)]
