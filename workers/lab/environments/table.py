"""Hosts one game for an environment: in this process, or on a server by its Python SDK, with the same views."""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions, Bound, CardsBound, SeatsBound, Template
from domain.core.agenda import Awaited
from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.documents import Document
from domain.core.ruleset import Result, Ruleset
from workers.agents.agent import Agent
from workers.agents.following import Follower
from workers.agents.search.match import open_position
from workers.agents.turns import decide, in_order

ANSWER_S: Final = 1.0
"""How long an agent of the server that may act, but need not, is waited for."""
MOVE_S: Final = 60.0
"""How long one is waited for that must act."""
FIRST_PAUSE_S: Final = 0.01
"""How long to wait before a server is asked again, twice as long each time."""
LONGEST_PAUSE_S: Final = 0.16


class Look(NamedTuple):
    """Holds what a seat sees now: the state of its view, and what it may do."""

    state: Document
    actions: Actions[Any]


class Table(ABC):
    """Represents one game after the other; nothing of it but `look` says anything that a seat may not know."""

    board: Document

    @abstractmethod
    def open(self, seed: str) -> None:
        """Begin a new game; the same seed and the same commands give the same game."""

    @abstractmethod
    def awaited(self) -> Sequence[Awaited]:
        """Return the seats that may or must act, in the order in which they are asked; none once the game is over."""

    @abstractmethod
    def look(self, seat: int) -> Look:
        """Return what a seat sees."""

    @abstractmethod
    def play(self, seat: int, command: Any) -> None:
        """Carry out a command."""

    @abstractmethod
    def let(self, seat: int) -> bool:
        """Let the agent of a seat act; return whether it did: an agent that may pass need not act."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return the result; None while the game goes on."""

    def close(self) -> None:
        """Give back what the table holds."""
        return


class LocalTable(Table):
    """Hosts games in this process. Some seats may be played by agents; they see what their seat sees."""

    def __init__(self, ruleset: Ruleset, config: Config, agents: dict[int, Agent] | None = None) -> None:
        self.ruleset = ruleset
        self.config = config
        self.agents = agents or {}

    def open(self, seed: str) -> None:
        """Begin a new game."""
        self._state = open_position(self.ruleset, self.config, SeededChance(seed.encode()))
        self._draft = self.ruleset.draft(self._state, SeededChance(seed.encode()))
        believing = [seat for seat, agent in self.agents.items() if agent.believes]
        self._draft.is_read = bool(believing)
        self._follower = Follower(self.ruleset, self._state, believing)
        self._rng = Random(sha256(f"agents:{seed}".encode()).digest())
        self.board = self.ruleset.geometry(self._state)

    def awaited(self) -> Sequence[Awaited]:
        """Return the seats that may or must act."""
        return in_order(self.ruleset.awaiting(self._state))

    def look(self, seat: int) -> Look:
        """Return what a seat sees."""
        ruleset, state = self.ruleset, self._state
        return Look(ruleset.render(ruleset.observe(state, seat)), ruleset.actions(state, seat))

    def play(self, seat: int, command: Any) -> None:
        """Carry out a command; raises IllegalCommand if the rules refuse it."""
        self.ruleset.play(self._draft, seat, command)
        self._follower.follow(self._draft.events)
        self._draft.events.clear()

    @property
    def turn(self) -> int:
        """Return the number of the turn."""
        return self.ruleset.turn(self._state)

    def chosen(self, seat: int) -> Any | None:
        """Return the command that the agent of a seat chooses now; None if it passes."""
        agent, belief = self.agents[seat], self._follower.belief(seat)
        return decide(self.ruleset, self._state, seat, agent, float("inf"), self._rng, belief).command

    def let(self, seat: int) -> bool:
        """Let the agent of a seat act; False if it passes."""
        command = self.chosen(seat)
        if command is not None:
            self.play(seat, command)
        return command is not None

    def result(self) -> Result | None:
        """Return the result; None while the game goes on."""
        return self.ruleset.result(self._state)


class RemoteTable(Table):
    """Hosts one game after the other on a server; each is deleted when the next one begins.

    `client` is a `longroad_client.Client`. `agents` are played by the server, by seat; all other seats belong to the
    environment. An agent of the server may pass without a sign, so one that may answer an offer is waited for, but not
    for long.
    """

    def __init__(self, client: Any, ruleset: Ruleset, config: Config, agents: Mapping[int, str] | None = None) -> None:
        self.client = client
        self.ruleset = ruleset
        self.config = config
        self.agents = dict(agents or {})
        self._game = ""

    def open(self, seed: str) -> None:
        """Begin a new game with a seed; the server marks it as unfair, for its creator knows the seed."""
        self.close()
        wish = {"ruleset": self.ruleset.name, "seed": seed, "seats": [*map(self._wish, range(self.config.seats))]}
        made = self.client.create_game({**self.config.document(), **wish})
        self._game = made["id"]
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}
        self._seats = {seat: self.client.with_token(token) for seat, token in tokens.items()}
        self._owner = self.client.with_token(made["owner_token"])
        self._views: dict[int, Document] = {}
        self._newest: Document = {}
        self.board = self.client.get_board(self._game)
        self._see(min(self._seats))

    def _wish(self, seat: int) -> Document:
        if seat not in self.agents:
            return {"kind": "bot"}
        return {"kind": "ai", "agent": self.agents[seat]}

    def _see(self, seat: int) -> Document:
        """Return the view of a seat, asked for once at each version."""
        if seat not in self._views:
            self._newest = self._views[seat] = self._seats[seat].get_game(self._game)
        return self._views[seat]

    def awaited(self) -> Sequence[Awaited]:
        """Return the seats that may or must act."""
        return in_order(Awaited(entry["seat"], entry["frame"], entry["must"]) for entry in self._newest["awaiting"])

    def look(self, seat: int) -> Look:
        """Return what a seat sees."""
        return Look(self._see(seat)["state"], self._actions(self._seats[seat].get_legal_actions(self._game)))

    def _actions(self, legal: Document) -> Actions[Any]:
        commands = [self.ruleset.commands.decode(entry["command"]) for entry in legal["actions"]]
        return Actions(legal["must_act"], commands, [*map(self._template, legal["templates"])])

    def _template(self, document: Document) -> Template[Any]:
        row = self.ruleset.commands.by_name[document["type"]]
        kinds = {field.name: field.kind for field in row.fields}
        bounds = {name: _bound(kinds[name], bound) for name, bound in document["bounds"].items()}
        return Template(row.cls, bounds, row.decode(document["example"]), tuple(document["disjoint"]))

    def play(self, seat: int, command: Any) -> None:
        """Post a command."""
        self._seats[seat].post_commands(self._game, self.ruleset.commands.encode(command))
        self._views.clear()
        self._see(seat)

    def let(self, seat: int) -> bool:
        """Wait until the game has gone on; False if an agent that need not act has not done so for a second."""
        must = any(entry.must for entry in self.awaited() if entry.seat == seat)
        own, version = min(self._seats), self._newest["version"]
        until, pause = time.monotonic() + (MOVE_S if must else ANSWER_S), FIRST_PAUSE_S
        while time.monotonic() < until:
            self._views.clear()
            if self._see(own)["version"] > version:
                return True
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
        if must:
            raise TimeoutError(f"the agent of seat {seat} has not moved for {MOVE_S:g} s: does a worker run?")
        return False

    def result(self) -> Result | None:
        """Return the result; None while the game goes on."""
        found = self._newest.get("result")
        return Result(tuple(found["winners"]), tuple(found["points"])) if found else None

    def close(self) -> None:
        """Delete the game on the server."""
        if self._game:
            self._owner.delete_game(self._game)
            self._game = ""


def _bound(kind: Any, document: Document) -> Bound:
    if "cards" in document:
        cards = document["cards"]
        return CardsBound(kind.decode(cards["max"]), cards["least"], cards["total"])
    return SeatsBound(kind.decode(document["seats"]))
