"""Hosts the games of an environment on a server, by its Python SDK: the same views, legal actions and results."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.core.actions import Actions, Bound, CardsBound, SeatsBound, Template
from domain.core.agenda import Awaited
from domain.core.documents import Document
from domain.core.ruleset import Config, Result, Ruleset
from workers.agents.catalog import id_and_level
from workers.agents.turns import in_order
from workers.lab.environments.table import Look, Table

ANSWER_S: Final = 1.0
"""How long an agent of the server that may act, but need not, is waited for."""
MOVE_S: Final = 60.0
"""How long one is waited for that must act."""
FIRST_PAUSE_S: Final = 0.01
"""How long to wait before a server is asked again, twice as long each time."""
LONGEST_PAUSE_S: Final = 0.16


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
        agent, level = id_and_level(self.agents[seat])
        return {"kind": "ai", "agent": agent} | ({"level": level} if level else {})

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
