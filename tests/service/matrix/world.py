"""Provides a hosted game of the toy and the people around it, with their tokens and all that is known of its state."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from flask import Flask
from redis import Redis
from rq.job import Job
from rq.serializers import JSONSerializer

from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.clients.authentication import Caller, authenticate
from service.game import clocks
from service.game.context import Context, compose
from service.game.deadlines import CLOCK_DEADLINE
from service.game.games import Game
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.undo_requests import move_head
from service.problems import Problem
from service.process.wall_clock import write_time
from service.queue.jobs import Jobs
from service.server.app import create_app
from service.settings import read_settings
from service.views.spectator_delay import visible_to
from tests.service.tables import Clock, first_chip
from tests.toy import TOY, EndTurn, Roll, Step

DAY_S: Final = 86_400
CLOCK: Final = {"kind": "days", "days": 1, "holidays": 3, "on_timeout": "default"}
CREATOR, VICTIM, OTHER, AGENT = range(4)
STAGES: Final = ("open", "running", "voting", "overdue", "paused", "finished")
CALLERS: Final = (
    "own seat",
    "other seat",
    "owner who plays",
    "owner who does not",
    "spectator",
    "dead token",
    "lent seat",
)
RULESETS: Final[dict[str, Ruleset]] = {TOY.name: TOY}


class House:
    """Represents one server over a log in memory with a clock that tests move; hundreds of games are made on it."""

    def __init__(self, rq: Redis) -> None:
        self.clock = Clock()
        self.ctx: Context = compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq), self.clock)
        self.app: Flask = create_app(self.ctx)
        self.client = self.app.test_client()


@dataclass(frozen=True)
class Snapshot:
    """Holds all that an act might change: the log's length, the table, the facts, the names and the time left."""

    version: int
    table: dict[str, Any]
    beside: dict[str, bytes]
    names: dict[int, str]
    left: dict[Any, int]
    game: Game


@dataclass
class World:
    """Represents a game at some stage.

    `tokens` holds the tokens by caller, and `known_left` the least time left that was ever seen.
    """

    house: House
    id: str
    stage: str
    owner_plays: bool
    tokens: dict[str, str] = field(default_factory=dict)
    known_left: dict[Any, int] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Return the path of the game in the API."""
        return f"/v1/games/{self.id}"

    @property
    def game(self) -> Game:
        """Return the game at its head."""
        return self.house.ctx.games.load(self.id)

    def ask(self, method: str, place: str, token: str | None, body: Any = None, **headers: str) -> Any:
        """Send a request and return its answer; an undo job that it queued is done at once."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        answer = self.house.client.open(self.path + place, method=method, json=body, headers=sent)
        self._work(answer)
        return answer

    def _work(self, answer: Any) -> None:
        if answer.status_code != 202 or "job" not in (answer.json or {}):
            return
        job = Job.fetch(answer.json["job"]["id"], connection=self.house.ctx.jobs.redis, serializer=JSONSerializer)
        with suppress(Problem):
            move_head(self.house.ctx, *job.args)

    def caller(self, name: str) -> Caller:
        """Return the caller that a token authenticates; raises Problem for a dead token."""
        return authenticate(self.house.ctx, self.game, self.tokens[name])

    def seen(self, token: str | None) -> int:
        """Return the newest version that the holder of this token may know of, or 1 for a token that opens nothing."""
        try:
            return visible_to(self.house.ctx, self.game, authenticate(self.house.ctx, self.game, token))
        except Problem:
            return 1

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.house.clock.ms += int(1000 * seconds)

    def sweep(self) -> None:
        """Handle the due clock of the game, as the sweep does."""
        fall_due(self.house.ctx, self.id, CLOCK_DEADLINE)

    def snapshot(self) -> Snapshot:
        """Return the state of everything, and remember the least time left so far."""
        game = self.game
        ctx = self.house.ctx
        left = time_left(self)
        for key, ms in left.items():
            self.known_left[key] = min(ms, self.known_left.get(key, ms))
        table = {name: value for name, value in game.table.pack().items() if name not in ("version", "sheet")}
        return Snapshot(game.version, table, dict(ctx.store.facts(self.id)), dict(ctx.store.names(self.id)), left, game)

    def play(self, seat: int, *commands: Any) -> None:
        """Submit commands of a seat, as if they had been sent."""
        submit(self.house.ctx, self.id, seat, list(commands))


def time_left(world: World) -> dict[Any, int]:
    """Return the ms that each seat has left for what it owes, by obligation, or nothing while the game is paused."""
    game = world.game
    due = {} if is_paused(game) else clocks.due_times(game)
    return {one.obligation: due[one.place] - world.house.clock.ms for one in clocks.running(game) if one.place in due}


def is_paused(game: Game) -> bool:
    """Return whether the game is paused, so that its clocks stand."""
    return bool(getattr(game.table, "paused", 0))


def new_world(house: House, stage: str, caller: str) -> World:
    """Return a game of four at a stage (the creator, or a guest, two guests and an agent), ready for the caller."""
    owner_plays = caller != "owner who does not"
    first = {"kind": "human"} if owner_plays else {"kind": "open"}
    seats = [first, {"kind": "open"}, {"kind": "open"}, {"kind": "ai", "agent": "uniform"}]
    wish = {"ruleset": "toy", "seats": seats, "undo": "free", "clock": CLOCK, "spectator_delay": {"versions": 2}}
    made = house.client.post("/v1/games", json={**wish, "options": {"target": 100}, "analyses": "finished"}).json
    world = World(house, made["id"], stage, owner_plays)
    world.tokens["owner"] = made["owner_token"]
    if owner_plays:
        world.tokens["creator"] = made["seats"][CREATOR]["token"]
    else:
        world.tokens["creator"] = _sit(world, CREATOR)
    world.tokens["victim"] = _sit(world, VICTIM)
    if stage == "open":
        return _ready(world, caller)
    world.tokens["other"] = _sit(world, OTHER)
    _begin(world)
    return _ready(world, caller)


def _sit(world: World, seat: int) -> str:
    token: str = world.ask("POST", "/seats", None, {"seat": seat}).json["token"]
    return token


def _begin(world: World) -> None:
    """Let all put chips aside and the creator take a turn; then the victim rolls and steps after some thought."""
    for seat in range(4):
        world.play(seat, first_chip(world.game, seat))
    world.play(CREATOR, Roll())
    world.play(CREATOR, EndTurn())
    world.wait(3600)
    world.snapshot()
    world.play(VICTIM, Roll())
    world.wait(1800)
    world.snapshot()
    world.play(VICTIM, Step())


def _ready(world: World, caller: str) -> World:
    """Bring the game to its stage and give the caller the token it needs."""
    if caller == "dead token":
        world.tokens["dead"] = world.tokens["victim"]
        renewed = world.ask("POST", f"/seats/{VICTIM}/token", world.tokens["victim"], {})
        assert renewed.status_code == 201, renewed.text
        world.tokens["victim"] = renewed.json["token"]
    if caller == "lent seat" and world.stage not in ("open", "finished"):
        lent = world.ask("PATCH", f"/seats/{VICTIM}", world.tokens["victim"], {"agent": "idle"})
        assert lent.status_code == 200, lent.text
    _STAGES[world.stage](world)
    world.snapshot()
    return world


def _vote(world: World) -> None:
    asked = world.ask("POST", "/undo", world.tokens["other"], {"to_version": world.game.play.version - 1})
    assert asked.status_code == 201, asked.text


def _late(world: World) -> None:
    world.wait(2 * DAY_S)


def _pause(world: World) -> None:
    until = iso(world.house.clock.ms + 5 * DAY_S * 1000)
    asked = world.ask("POST", "/pause", world.tokens["other"], {"until": until})
    assert asked.status_code == 201, asked.text
    number = len(world.game.table.votes)
    for name in ("creator", "victim"):
        world.ask("POST", f"/votes/{number}", world.tokens[name], {"accept": True})
    assert is_paused(world.game)


def _end(world: World) -> None:
    for name in ("creator", "victim", "other"):
        answer = world.ask("POST", "/resign", world.tokens[name], {})
        assert answer.status_code == 201 or world.game.table.finished, answer.text
    assert world.game.table.finished


_STAGES: Final = {
    "open": lambda world: None,
    "running": lambda world: None,
    "voting": _vote,
    "overdue": _late,
    "paused": _pause,
    "finished": _end,
}


def iso(ms: int) -> str:
    """Return a time in ms as the API writes it."""
    return write_time(ms)
