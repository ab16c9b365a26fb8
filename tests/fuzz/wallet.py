"""Remembers what an asker has learned: games and their tokens, API keys, jobs and webhooks."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

MOST: Final = 60
"""This many things of a kind are remembered; the oldest is forgotten first."""
Headers = dict[str, str]


@dataclass
class Known:
    """Represents a game: its tokens, its invitation, and the newest version and status that are known of it."""

    id: str
    seats: dict[int, str] = field(default_factory=dict)
    owner: str | None = None
    invite: str | None = None
    version: int = 1
    status: str = "running"

    @property
    def tokens(self) -> list[str]:
        """Return the tokens of all seats and of the owner."""
        return [*self.seats.values(), *filter(None, [self.owner])]


class Wallet:
    """Holds known things by kind and id, each with the headers that open it."""

    def __init__(self) -> None:
        self.games: dict[str, Known] = {}
        self.keys: dict[str, str] = {}
        self.opened_by: dict[str, dict[str, Headers]] = defaultdict(dict)
        self.cursors: dict[str, str] = {}
        self.records: dict[str, Any] = {}

    def learn(self, operation: str, place: dict[str, Any], sent: Headers, status: int, body: Any) -> None:
        """Remember what an answer says."""
        if status == 204 and "id" in place:
            self._forget(operation, str(place["id"]))
        if not isinstance(body, dict) or status >= 400:
            return
        if "cursor" in body or "next" in body:
            self.cursors[operation] = str(body.get("cursor", body.get("next")))
        if {"seats", "status", "version", "id"} <= body.keys():
            self._learn_game(body)
        elif operation in ("takeSeat", "updateSeat"):
            self._learn_seat(str(place["id"]), body)
        elif "id" in body and "progress" in body:
            self._keep("jobs", body["id"], sent)
            self._learn_record(body)
        elif operation == "createKey":
            _bounded(self.keys)[body["id"]] = body["key"]
        elif operation == "createWebhook":
            self._keep("webhooks", body["id"], sent)

    def ids(self, kind: str) -> list[str]:
        """Return the ids of a kind of thing, the oldest first."""
        known: Any = {"games": self.games, "keys": self.keys}.get(kind, self.opened_by[kind])
        return list(known)

    def knows(self, thing: Any) -> bool:
        """Return whether a thing with this id is known, of whatever kind."""
        return any(thing in self.ids(kind) for kind in ("games", "keys", "jobs", "webhooks"))

    def opens(self, kind: str, thing: str, sent: Mapping[str, Any]) -> bool:
        """Return whether a known thing is open to a request with these headers."""
        token = str(sent.get("Authorization", "")).removeprefix("Bearer ")
        if kind == "games":
            return thing in self.games and token in self.games[thing].tokens
        opening = self.opened_by[kind].get(thing)
        return bool(opening) and all(sent.get(name) == value for name, value in opening.items())

    def any_token(self, rng: Random) -> str | None:
        """Return a random token of any known game, or None."""
        tokens = [token for game in self.games.values() for token in game.tokens]
        return rng.choice(tokens) if tokens else None

    def _learn_game(self, body: dict[str, Any]) -> None:
        game = self.games.get(body["id"]) or Known(body["id"])
        _bounded(self.games)[body["id"]] = game
        game.version = max(game.version, body["version"])
        game.status = body["status"]
        game.seats |= {seat["seat"]: seat["token"] for seat in body["seats"] if "token" in seat}
        game.owner = body.get("owner_token", game.owner)
        game.invite = body.get("invite", game.invite)

    def _learn_record(self, job: dict[str, Any]) -> None:
        result = job.get("result")
        record = result.get("record") if isinstance(result, dict) else None
        if isinstance(record, dict):
            _bounded(self.records)[job["id"]] = record

    def _learn_seat(self, game_id: str, body: dict[str, Any]) -> None:
        game = self.games.get(game_id)
        if game is None:
            return
        game.invite = body.get("invite", game.invite)
        game.seats.pop(body["seat"], None)  # whose token is dead now
        if "token" in body:
            game.seats[body["seat"]] = body["token"]

    def _keep(self, kind: str, thing: str, sent: Headers) -> None:
        opening = {name: sent[name] for name in ("Authorization", "X-Api-Key") if name in sent}
        _bounded(self.opened_by[kind])[thing] = opening

    def _forget(self, operation: str, thing: str) -> None:
        kinds: dict[str, dict[str, Any]] = {
            "deleteGame": self.games,
            "deleteKey": self.keys,
            "deleteWebhook": self.opened_by["webhooks"],
        }
        kinds.get(operation, {}).pop(thing, None)


def _bounded(known: dict[str, Any]) -> dict[str, Any]:
    while len(known) >= MOST:
        del known[next(iter(known))]
    return known
