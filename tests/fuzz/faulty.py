"""Plays through a bad network: each command has a key of its own and is repeated until it is answered."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import chain
from random import Random
from threading import Thread
from typing import Any, Final

from eventstore.records import StoredEvent
from eventstore.streams import open_store
from tests.conftest import StorePair

LIMIT_S: Final = 60
PAUSE_S: Final = 0.02
BUSY: Final = (429, 503)
HUMAN: Final = {"kind": "human"}
TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"ruleset": "toy", "seats": [HUMAN] * 3, "options": {"target": 60}, "undo": "free"},
    {"ruleset": "catan", "seats": [HUMAN] * 3},
    {"ruleset": "catan-dice", "seats": [HUMAN] * 2},
    {"ruleset": "elasund", "seats": [HUMAN] * 3},
)


@dataclass
class Told:
    """Holds the answer to one request of a client.

    `late` holds the events of a copy of the request that arrived later, when it had become legal, after the client had
    read the refusal. Only a request without If-Match may have some: a refusal claims no key, and its copy is judged as
    things stand then.
    """

    path: str
    key: str
    body: Any
    is_tagged: bool
    status: int
    events: list[dict[str, Any]]
    late: list[dict[str, Any]] = field(default_factory=list)

    @property
    def versions(self) -> list[int]:
        """Return the versions that the request made, according to its answer."""
        return _versions(self.events)

    def settle(self, made: Mapping[tuple[str, str], bytes]) -> None:
        """Look up what became of the copies of a refused request."""
        if self.status != 201 and (self.path, self.key) in made:
            self.late = json.loads(made[self.path, self.key])["events"]


@dataclass
class Line:
    """Represents one client's way to the API, which repeats a request until it is answered."""

    port: int
    retries: int = 0
    replayed: int = 0
    busy: Sequence[int] = BUSY
    limit_s: float = LIMIT_S
    pause_s: float = PAUSE_S
    host: str = "127.0.0.1"

    def ask(self, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Send a request until it is answered, and return the status and the body."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent |= {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        while True:
            try:
                status, found = self.once(method, path, sent, body)
                if status not in self.busy:
                    return status, found
            except (OSError, HTTPException, ValueError):
                pass
            self.retries += 1
            time.sleep(self.pause_s)

    def once(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """Return the status and body of one answer; raises OSError, HTTPException or ValueError if none comes whole."""
        connection = HTTPConnection(self.host, self.port, timeout=self.limit_s)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            found = json.loads(answer.read())
            self.replayed += answer.getheader("Idempotency-Replayed") == "true"
            return answer.status, found
        finally:
            connection.close()


@dataclass
class Player:
    """Represents the player of one seat of one game."""

    line: Line
    game: str
    seat: int
    token: str
    rng: Random
    until: float
    last: int
    told: list[Told] = field(default_factory=list)

    @property
    def versions(self) -> list[int]:
        """Return the versions that were reported as accepted, in the order of the requests."""
        return [version for one in self.told if one.status == 201 for version in one.versions]

    def play(self) -> None:
        """Play until the game is over, has reached the last version, or the time is up."""
        while time.monotonic() < self.until and self.step():
            pass

    def step(self) -> bool:
        """Look once, then act or rest, and return whether there is anything left to do."""
        status, legal = self.line.ask("GET", f"/v1/games/{self.game}/legal-actions", self.token)
        if status != HTTPStatus.OK:
            return self.bear(status, legal)
        if legal["seat"] is None or legal["version"] >= self.last:
            return False
        commands = [entry["command"] for entry in legal["actions"]]
        commands = commands or [entry["example"] for entry in legal["templates"]]
        if commands and (legal["must_act"] or self.rng.random() < 0.1):
            self.send(commands, legal["version"])
        else:
            self.rest(legal["version"])
        return True

    def bear(self, status: int, answer: Any) -> bool:
        """Handle an answer other than the legal actions; return whether to ask again."""
        raise AssertionError(f"game {self.game} is answered {status} {answer}")

    def rest(self, version: int) -> None:
        """Wait a little for the game to go on from a version."""
        time.sleep(PAUSE_S)

    def send(self, commands: list[Any], version: int) -> Told:
        """Send one of the commands, or two, and half the time only for this version."""
        key = f"{self.seat}-{len(self.told)}"
        tag = {"If_Match": f'"{version}"'} if self.rng.random() < 0.5 else {}
        path, body = f"/v1/games/{self.game}/commands", self._body(commands)
        status, answer = self.line.ask("POST", path, self.token, body, Idempotency_Key=key, **tag)
        events = answer["events"] if status == 201 else []
        self.told.append(Told(path, key, body, bool(tag), status, events))
        return self.told[-1]

    def choose(self, commands: list[Any]) -> Any:
        """Return a random one of the commands."""
        return self.rng.choice(commands)

    def _body(self, commands: list[Any]) -> Any:
        if self.rng.random() < 0.1:
            return {"commands": [self.choose(commands) for _ in range(2)]}
        return self.choose(commands)


@dataclass
class Outcome:
    """Holds what all clients together did, and how they were answered."""

    players: list[Player]
    games: list[str]
    lines: list[Line]

    @property
    def accepted(self) -> list[Told]:
        """Return the requests that were answered with 201."""
        return [told for player in self.players for told in player.told if told.status == 201]

    @property
    def late(self) -> list[Told]:
        """Return the refused requests of which a late copy was carried out."""
        return [told for player in self.players for told in player.told if told.late]

    def settle(self, made: Mapping[tuple[str, str], bytes]) -> None:
        """Look up what became of the copies of all refused requests."""
        for player in self.players:
            for told in player.told:
                told.settle(made)

    @property
    def statuses(self) -> dict[int, int]:
        """Return how often each status answered a command."""
        return dict(sorted(Counter(told.status for player in self.players for told in player.told).items()))


def merged(outcomes: Sequence[Outcome]) -> Outcome:
    """Return several outcomes as one."""
    return Outcome(
        [player for outcome in outcomes for player in outcome.players],
        [game for outcome in outcomes for game in outcome.games],
        [line for outcome in outcomes for line in outcome.lines],
    )


def play_through(port: int, tables: Sequence[dict[str, Any]], seconds: float, last: int, seed: int) -> Outcome:
    """Play at all tables at once, with a thread for each seat, through the port and up to a last version."""
    until = time.monotonic() + seconds
    opener = Line(port)
    made = [_opened(opener, {**wish, "seed": f"{seed} {number}"}) for number, wish in enumerate(tables)]
    players = [
        Player(Line(port), game["id"], seat["seat"], seat["token"], Random(f"{seed} {game['id']}"), until, last)
        for game in made
        for seat in game["seats"]
    ]
    threads = [Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 4 * LIMIT_S)
    assert not any(thread.is_alive() for thread in threads), "a client was never answered"
    return Outcome(players, [game["id"] for game in made], [opener, *(player.line for player in players)])


def _opened(line: Line, wish: dict[str, Any]) -> Any:
    status, made = line.ask("POST", "/v1/games", None, wish, Idempotency_Key=f"a table in a bad network {wish['seed']}")
    assert status == 201, made
    return made


def applied_once(stores: StorePair, outcome: Outcome) -> Iterator[str]:
    """Yield where the log differs from what the clients were answered, or nothing if each command was applied once."""
    store = open_store(stores.events_url)
    for player in outcome.players:
        mine = [event for event in store.read(player.game) if event.header.seat == player.seat]
        yield from (f"game {player.game} seat {player.seat}: {wrong}" for wrong in _wrong(player, mine))
    for game in outcome.games:
        made = [
            _versions(told.events + told.late)
            for player in outcome.players
            if player.game == game
            for told in player.told
        ]
        if sorted(chain.from_iterable(made)) != list(range(2, store.head(game) + 1)):
            yield f"game {game}: other versions are in the log than were told"


def _wrong(player: Player, mine: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield what is wrong with one seat, whose events in the log are `mine`."""
    told, logged = player.versions, {event.version for event in mine}
    late = {version for one in player.told for version in _versions(one.late)}
    if told != sorted(set(told)):
        yield f"told out of order or twice: {told}"
    if set(told) - logged:
        yield f"told but not in the log: {sorted(set(told) - logged)}"
    if logged - set(told) - late:
        yield f"in the log but never told: {sorted(logged - set(told) - late)}"
    if any(one.late and one.is_tagged for one in player.told):
        yield "a copy of a request that was refused at its version was carried out later"
    counted = Counter(event["version"] for one in player.told for event in one.events + one.late)
    if counted != Counter(event.version for event in mine):
        yield "other events were told than are in the log"


def _versions(events: Sequence[dict[str, Any]]) -> list[int]:
    return sorted({event["version"] for event in events})


def line_of(stores: StorePair, outcome: Outcome, met: Counter[str]) -> str:
    """Return all counts in one line."""
    told = sum(len(told.versions) for told in outcome.accepted)
    applied = sum(open_store(stores.events_url).head(game) - 1 for game in outcome.games)
    faults = ", ".join(f"{name}: {count}" for name, count in sorted(met.items()) if name != "none")
    return (
        f"{sum(len(player.told) for player in outcome.players)} requests of {len(outcome.players)} clients, "
        f"answered {outcome.statuses}; faults {{{faults}}}; {sum(line.retries for line in outcome.lines)} retries, "
        f"{sum(line.replayed for line in outcome.lines)} answers given again; "
        f"{applied} commands in the log, {told} told as accepted, "
        f"{sum(len(_versions(told.late)) for told in outcome.late)} refused and carried out by a late copy"
    )
