"""Provides games at every stage, everybody who may ask something about them, and who may do what.

`RIGHTS` has a row for every operation of the contract: the stage at which it can succeed, whom it is open to, and what
is sent. Everybody else is refused.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from rq.job import Job
from rq.serializers import JSONSerializer
from werkzeug.test import TestResponse

from domain.catan import CATAN
from domain.core.chance import SeededChance
from eventstore.memory.store import MemoryEventStore
from service.clients.ownership import share_of_address
from service.game.context import Context, compose
from service.handlers.undo_requests import move_head
from service.http.quota_counters import Counters
from service.process.wall_clock import write_time
from service.queue.jobs import Jobs
from service.records.imports import import_file
from service.server.app import create_app
from service.settings import read_settings
from tests.domain.catan.own_boards import SMALL
from tests.service.recorded import record_of
from tests.toy import TOY

ADMIN: Final = "the-key-of-the-administrator-of-this-test"
HOOK: Final = {"url": "https://8.8.8.8/"}
CLOCK: Final = {"kind": "days", "days": 1, "holidays": 3, "on_timeout": "default"}
PASSING: Final = {"kind": "pass"}
HUMAN: Final = {"kind": "human"}
OPEN: Final = {"kind": "open"}

SEATS: Final = frozenset({"seat", "guest", "key of a seat"})
"""The holders of the three seats: two by their tokens, one by a key that acts for it."""
KEYS: Final = frozenset(
    {"key of the maker", "other key", "other key of seats", "former key of a seat", "administrator"}
)
"""Keys without a seat that they act for; all but the first and the last send the number of a seat too."""
OTHERS: Final = frozenset({"seat of another game", "owner of another game"})
LIVE: Final = SEATS | KEYS | OTHERS | {"owner", "nobody"}
SPECTATORS: Final = LIVE - OTHERS
"""Whoever may read a public game; the token of another game is refused."""
PLAYERS_APART: Final = SEATS | KEYS | {"seat of another game"}
"""Whoever has something across games: keys, and the tokens of seats."""
INSIDE: Final = SEATS | {"owner"}
"""Whoever may see a private game."""
DEAD: Final = frozenset(
    {"dead token", "unknown token", "malformed token", "key as token", "dead key", "dead key of seat"}
)
"""Those whose credential opens nothing anywhere."""
CALLERS: Final = LIVE | DEAD


@dataclass
class World:
    """Represents a game at a stage, with the headers of every caller; `ids` fill the places in paths."""

    house: "House"
    path: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """Return the newest version of the game."""
        return self.house.context.store.head(self.path.rpartition("/")[2])

    def post(self, place: str, body: Any, caller: str) -> TestResponse:
        """Post to the game as a caller, who must be answered with success."""
        return self.house.post(self.path + place, body, self.headers[caller])


class House:
    """Represents one server over a log in memory, and the keys that its callers have."""

    def __init__(self, rq_url: str) -> None:
        settings = read_settings({"LONGROAD_ADMIN_KEY": ADMIN, "LONGROAD_STORE_PROMISES": "may-lose-games"})
        self.context: Context = compose(
            settings, MemoryEventStore(), {TOY.name: TOY, CATAN.name: CATAN}, Jobs.at(rq_url)
        )
        self.app: Flask = create_app(self.context, Counters(None))
        self.client: FlaskClient = self.app.test_client()
        self.addresses = (f"10.78.{number >> 8}.{number & 255}" for number in count(1))
        acting = ["games", "me", "webhooks", "seats"]
        self.keys = {
            "key of the maker": self.key(scopes=["games", "me", "webhooks", "keys"]),
            "other key": self.key(),
            "key of a seat": self.key(scopes=acting),
            "other key of seats": self.key(scopes=acting),
            "former key of a seat": self.key(scopes=acting),
            "dead key": self.key(scopes=acting),
            "administrator": ADMIN,
        }
        self.other = self.made({"seats": [HUMAN, HUMAN]}, {})
        dead = {"X-Api-Key": self.keys["dead key"]}
        assert self.ask("DELETE", f"/v1/keys/{self.keys['dead key'].partition('.')[0]}", None, dead).status_code == 204

    def ask(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> TestResponse:
        """Send a request from an address of its own, so that no quota counts two of them together."""
        base = {"REMOTE_ADDR": next(self.addresses)}
        return self.client.open(path, method=method, json=body, headers=dict(headers), environ_base=base)

    def post(self, path: str, body: Any, headers: Mapping[str, str]) -> TestResponse:
        """Post something that must succeed."""
        answer = self.ask("POST", path, body, headers)
        assert answer.status_code < 300, f"{path} {answer.text}"
        return answer

    def key(self, maker: str | None = None, **wish: Any) -> str:
        """Return the text of a new key."""
        return str(self.post("/v1/keys", wish, {} if maker is None else {"X-Api-Key": maker}).json["key"])

    def made(self, wish: Mapping[str, Any], headers: Mapping[str, str]) -> dict[str, Any]:
        """Return a new game of the toy."""
        made: dict[str, Any] = self.post("/v1/games", {"ruleset": "toy", **wish}, headers).json
        return made

    def world(self, stage: str) -> World:
        """Return a new game at a stage."""
        wish, bring = STAGES[stage]
        world = World(self)
        _seat(world, wish)
        bring(world)
        return world


def _seat(world: World, wish: Mapping[str, Any]) -> None:
    """Make a game, let three seats be taken, and let another key hold the last of them for a moment."""
    house, keys = world.house, world.house.keys
    made = house.made(
        {"seats": [HUMAN, OPEN, OPEN], "clock": CLOCK, "undo": "free", "phrases": True, **wish},
        {"X-Api-Key": keys["key of the maker"]},
    )
    world.path = f"/v1/games/{made['id']}"
    dead, invite = made["seats"][0]["token"], made.get("invite", f"{made['id']}.nothing")
    first = house.post(f"{world.path}/seats/0/token", {}, bearer(dead)).json["token"]
    world.tokens = {"seat": first, "owner": made["owner_token"], "dead token": dead, "unknown token": invite}
    world.tokens |= {
        "seat of another game": house.other["seats"][0]["token"],
        "owner of another game": house.other["owner_token"],
    }
    world.tokens |= {"malformed token": "x' OR 1=1 --", "key as token": keys["key of the maker"]}
    joined = {"invite": invite} if "invite" in made else {}
    if made["seats"][1]["kind"] == "open":
        world.tokens["guest"] = house.post(world.path + "/seats", {"seat": 1, **joined}, {}).json["token"]
        former, latter = ({"X-Api-Key": keys[name]} for name in ("former key of a seat", "key of a seat"))
        held = house.post(world.path + "/seats", {"seat": 2, **joined}, former).json["token"]
        house.post(f"{world.path}/seats/2/token", {}, bearer(held) | latter)
    world.headers = {name: bearer(token) for name, token in world.tokens.items()}
    world.headers |= {name: {"X-Api-Key": key} for name, key in keys.items()}
    for name in ("key of a seat", "former key of a seat"):
        world.headers[name]["X-Seat"] = "2"
    world.headers["other key of seats"]["X-Seat"] = "0"
    world.headers["dead key of seat"] = world.headers["dead key"] | {"X-Seat": "0"}
    world.headers["nobody"] = {}
    world.ids = {"id": made["id"], "game": made["id"], "seat": "0", "n": "1", "order": "none"}


def bearer(token: str) -> dict[str, str]:
    """Return the header that sends a token."""
    return {"Authorization": f"Bearer {token}"}


def _stay(world: World) -> None:
    """Leave a game as it was made."""


def _run(world: World) -> None:
    """Let every seat put its first chip aside, so that the first is to roll."""
    for caller in ("seat", "guest", "key of a seat"):
        shown = world.house.ask("GET", world.path + "/legal-actions", None, world.headers[caller]).json
        world.post("/commands", shown["templates"][0]["example"], caller)


def _move(world: World) -> None:
    _run(world)
    world.post("/commands", {"type": "Roll"}, "seat")


def _undo(world: World) -> None:
    _move(world)
    queued = world.post("/undo", {}, "seat").json["job"]["id"]
    ctx = world.house.context
    move_head(ctx, *Job.fetch(queued, connection=ctx.jobs.redis, serializer=JSONSerializer).args)


def _ask_to_end(world: World) -> None:
    _run(world)
    world.post("/abandon", {}, "seat")


def _pause(world: World) -> None:
    _run(world)
    vote = world.post("/pause", _in_a_week(world), "seat").json["id"]
    for caller in ("guest", "key of a seat"):
        world.post(f"/votes/{vote}", {"accept": True}, caller)


def _end(world: World) -> None:
    _run(world)
    vote = world.post("/abandon", {}, "seat").json["id"]
    for caller in ("guest", "key of a seat"):
        world.post(f"/votes/{vote}", {"accept": True}, caller)


def _order(world: World) -> None:
    """Let the first seat have a standing order."""
    _run(world)
    world.ids["order"] = world.post("/seats/0/orders", PASSING, "seat").json["orders"][0]["id"]


def _queue(world: World) -> None:
    """Let the first seat request the record of the game."""
    world.ids["id"] = world.post("/replays", {}, "seat").json["id"]


def _hook(world: World) -> None:
    """Let the maker's key have a webhook with a delivery."""
    maker = world.headers["key of the maker"]
    world.ids["id"] = world.house.post("/v1/webhooks", HOOK, maker).json["id"]
    world.house.post(f"/v1/webhooks/{world.ids['id']}/test", {}, maker)


def _child(world: World) -> None:
    """Let the maker's key have a child."""
    world.ids["id"] = world.house.key(world.house.keys["key of the maker"]).partition(".")[0]


def _player(world: World) -> None:
    """Let the maker's key have a player."""
    made = world.house.post("/v1/players", {"name": "Ana"}, world.headers["key of the maker"])
    world.ids["id"] = made.json["id"]


def _sought(world: World) -> dict[str, Any]:
    """Return a seek for the player, for which nobody else waits."""
    return {"ruleset": "toy", "seats": 2, "among": "application", "player": world.ids["id"]}


def _seek(world: World) -> None:
    """Let the maker's key have a player who seeks."""
    _player(world)
    made = world.house.post("/v1/seeks", _sought(world) | {"seats": 3}, world.headers["key of the maker"])
    world.ids["id"] = made.json["id"]


Stage = tuple[Mapping[str, Any], Callable[[World], None]]
STAGES: Final[dict[str, Stage]] = {
    "new": ({"seats": [HUMAN, OPEN, OPEN, OPEN]}, _stay),
    "alone": ({"seats": [HUMAN, {"kind": "ai"}]}, _stay),
    "running": ({}, _run),
    "moved": ({}, _move),
    "undone": ({}, _undo),
    "voting": ({}, _ask_to_end),
    "paused": ({}, _pause),
    "finished": ({}, _end),
    "sandbox": ({"sandbox": True}, _run),
    "private": ({"private": True}, _run),
    "ordered": ({}, _order),
    "job": ({}, _queue),
    "webhook": ({}, _hook),
    "child key": ({}, _child),
    "player": ({}, _player),
    "seek": ({}, _seek),
}
"""The stages, each with its wish for the game, and how the game gets there."""


def _in_a_week(world: World) -> dict[str, str]:
    return {"until": write_time(world.house.context.clock() + 7 * 86_400_000)}


def _position(world: World) -> dict[str, Any]:
    record = record_of(world.house.context, world.path.rpartition("/")[2])
    return {"record": record, "version": 8, "budget_ms": 20, "agent": "uniform"}


def _exported(world: World) -> dict[str, Any]:
    return {"to": "catanatron", "position": import_file("jsettlers", SAVED)["position"]}


def _somewhere(**more: Any) -> dict[str, Any]:
    """Return a position of no game here, and more members."""
    opening = CATAN.setup(CATAN.configure(3, "beginner", (), {"starting_seat": 0}), SeededChance(b"matrix"))
    state = CATAN.begin(opening[0])
    for event in opening[1:]:
        CATAN.evolve(state, event)
    shown = CATAN.render(CATAN.observe(state, 0))
    options = {"starting_seat": 0}
    document = {"edition": 1, "ruleset": "catan", "map": "beginner", "options": options, "seat": 0, "state": shown}
    return {"position": document, **more}


class Right(NamedTuple):
    """Says who may do something, at which stage of the game, and what is sent; `ids` differ from the world's.

    A `query` follows the path.
    """

    callers: frozenset[str]
    stage: str = "running"
    body: Any = None
    ids: Mapping[str, str] = {}
    query: str = ""


FIRST: Final = frozenset({"seat"})
OWNER: Final = frozenset({"owner"})
MAKER: Final = frozenset({"key of the maker"})
ADMINISTRATOR: Final = frozenset({"administrator"})
ARENA: Final = {"ruleset": "toy", "agents": ["uniform"] * 2, "games": 2}
VECTORS: Final = Path(__file__).parents[3] / "openapi" / "clients" / "position-vectors.json"
SAVED: Final = json.loads((Path(__file__).parents[2] / "data" / "jsettlers" / "turn.game.json").read_text())
BROUGHT: Final = next(one["text"] for one in json.loads(VECTORS.read_text()) if one["document"]["ruleset"] == "catan")
END: Final = {"type": "EndTurn"}
LITTLE: Final = {"budget_ms": 20, "agent": "uniform", "version": 8, "seat": 0}

RIGHTS: Final[dict[str, Right]] = {
    "getServer": Right(LIVE),
    "listRulesets": Right(LIVE),
    "getRuleset": Right(LIVE, ids={"id": "toy"}),
    "getRule": Right(LIVE, ids={"id": "game.paused"}),
    "listAgents": Right(LIVE),
    "getAgent": Right(LIVE, ids={"id": "uniform"}),
    "listLadders": Right(LIVE),
    "requestBoard": Right(LIVE, body={"map": SMALL}),
    "getOwnBoard": Right(LIVE, ids={"id": SMALL}),
    "getOwnBoardPicture": Right(LIVE, ids={"id": SMALL}),
    "createGame": Right(LIVE, body={"ruleset": "toy", "seats": [HUMAN, HUMAN]}),
    "listGames": Right(LIVE),
    "getGame": Right(SPECTATORS),
    "deleteGame": Right(OWNER, "alone"),
    "getBoard": Right(SPECTATORS),
    "createAdvice": Right(LIVE, body=_somewhere()),
    "createPositionBatch": Right(LIVE, body={"members": [_somewhere(do="legal-actions")]}),
    "getBoardPicture": Right(SPECTATORS),
    "takeSeat": Right(SPECTATORS - SEATS, "new", {}),
    "updateSeat": Right(FIRST, body={"name": "Bea"}),
    "leaveSeat": Right(FIRST, "new"),
    "renewToken": Right(FIRST, body={}),
    "getLegalActions": Right(SPECTATORS),
    "postCommands": Right(FIRST, body={"type": "Roll"}),
    "tryCommands": Right(SEATS, body={"type": "Roll"}),
    "getFairness": Right(SPECTATORS),
    "listEvents": Right(SPECTATORS),
    "createStreamTicket": Right(SPECTATORS, body={}),
    "requestUndo": Right(INSIDE, "moved", {}),
    "requestRedo": Right(INSIDE, "undone", {}),
    "listVotes": Right(SPECTATORS),
    "castVote": Right(SEATS - FIRST, "voting", {"accept": True}, {"id": "1"}),
    "createBranch": Right(SPECTATORS, body={"version": 8}),
    "createReplay": Right(SPECTATORS, body={}),
    "getJob": Right(FIRST, "job"),
    "getPosition": Right(SPECTATORS),
    "createPositionText": Right(LIVE, body={"text": BROUGHT}),
    "listPositionActions": Right(LIVE, body={"text": BROUGHT}),
    "tryPositionCommands": Right(LIVE, body={"text": BROUGHT, "commands": [END]}),
    "createAnalysis": Right(SPECTATORS, "finished", LITTLE),
    "createPositionAnalysis": Right(LIVE, "finished", _position),
    "createImport": Right(LIVE, body={"from": "jsettlers", "document": SAVED}),
    "createExport": Right(LIVE, body=_exported),
    "createReview": Right(SPECTATORS, "finished", {}),
    "createArena": Right(LIVE, body=ARENA),
    "listPhrases": Right(SPECTATORS),
    "postPhrase": Right(SEATS, body={"phrase": "hello"}),
    "updateMutedSeats": Right(FIRST, body={"seats": [1]}),
    "getPresence": Right(INSIDE),
    "listOrders": Right(FIRST),
    "createOrder": Right(FIRST, body=PASSING),
    "deleteOrders": Right(FIRST),
    "deleteOrder": Right(FIRST, "ordered"),
    "requestPause": Right(INSIDE, body=_in_a_week),
    "endPause": Right(SEATS, "paused"),
    "takeHoliday": Right(FIRST, body={"days": 1}),
    "resignSeat": Right(SEATS, body={}),
    "requestAbandonment": Right(INSIDE, body={}),
    "createRematch": Right(INSIDE, "finished", {}),
    "postDraws": Right(OWNER, "sandbox", {"draws": []}),
    "listPending": Right(PLAYERS_APART),
    "listMyEvents": Right(PLAYERS_APART),
    "listMyRecords": Right(PLAYERS_APART),
    "createKey": Right(LIVE - KEYS - {"key of a seat"} | {"key of the maker", "administrator"}, body={}),
    "listKeys": Right(KEYS | {"key of a seat"}),
    "deleteKey": Right(MAKER, "child key"),
    "getUsage": Right(MAKER | ADMINISTRATOR, "child key"),
    "updateKeyBudget": Right(MAKER | ADMINISTRATOR, "child key", {"cpu_seconds": 60}),
    "createPlayer": Right(KEYS | {"key of a seat"}, body={"name": "Ana"}),
    "listPlayers": Right(KEYS | {"key of a seat"}),
    "getPlayer": Right(LIVE, "player"),
    "updatePlayer": Right(MAKER, "player", {"name": "Bea"}),
    "deletePlayer": Right(MAKER, "player"),
    "createPlayerToken": Right(MAKER, "player", {}),
    "deletePlayerToken": Right(MAKER, "player"),
    "listRatings": Right(LIVE, ids={"id": "toy"}),
    "updatePlayerBlocks": Right(MAKER, "player", {"players": []}),
    "createSeek": Right(MAKER, "player", _sought),
    "listSeeks": Right(LIVE),
    "getSeek": Right(MAKER, "seek"),
    "deleteSeek": Right(MAKER, "seek"),
    "createWebhook": Right(PLAYERS_APART, body=HOOK),
    "listWebhooks": Right(PLAYERS_APART),
    "getWebhook": Right(MAKER, "webhook"),
    "updateWebhook": Right(MAKER, "webhook", {"active": True}),
    "deleteWebhook": Right(MAKER, "webhook"),
    "testWebhook": Right(MAKER, "webhook", {}),
    "retryDelivery": Right(MAKER, "webhook", {}),
    "listClients": Right(ADMINISTRATOR),
    "getClient": Right(ADMINISTRATOR, ids={"id": "key-admin"}),
    "updateClientLimits": Right(ADMINISTRATOR, body={"closed": False}, ids={"id": share_of_address("203.0.113.7")}),
    "deleteClientGames": Right(ADMINISTRATOR, ids={"id": share_of_address("203.0.113.7")}),
    "listAllGames": Right(ADMINISTRATOR),
    "deleteAnyGame": Right(ADMINISTRATOR),
    "deleteFinishedGames": Right(ADMINISTRATOR, query="?finished_days=36500"),
    "updateSeatName": Right(ADMINISTRATOR, body={}, ids={"seat": "0"}),
    "listActs": Right(ADMINISTRATOR),
    "getLiveness": Right(CALLERS),
    "getReadiness": Right(CALLERS),
    "getMetrics": Right(CALLERS),
}
"""The rights to every operation of the contract."""
