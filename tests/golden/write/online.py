"""Plays on the golden server: by agents, by people with tokens, with a key, an import and a deletion."""

import time
import urllib.request
from random import Random
from typing import Any, Final

from service.demo.client import Client
from tests.golden.records import read_record

IMPORTED: Final = "records/tables/busy"
PATIENCE_S: Final = 240


class Online:
    """Represents the games of a server and the tokens to them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = Client(url)
        self.rng = Random("online")
        self.tokens: dict[str, dict[str, Any]] = {}
        self.key = ""

    def make(self, ruleset: str, *kinds: str, **wish: Any) -> str:
        """Make a game with seats of these kinds (an agent follows a colon), and return its id."""
        seats = [self._seat(kind) for kind in kinds]
        headers: dict[str, Any] = {"X_Api_Key": self.key} if self.key else {}
        made = self.client.post("/v1/games", {"ruleset": ruleset, "seats": seats, **wish}, **headers)
        return self.keep(made)

    def _seat(self, kind: str) -> dict[str, str]:
        word, _, agent = kind.partition(":")
        told = {"kind": word, "agent": agent, "name": "Zoë" if word == "human" else ""}
        return {name: value for name, value in told.items() if value}

    def keep(self, made: dict[str, Any]) -> str:
        """Keep the tokens of a new game, of its owner, or of one more seat; return the game's id."""
        held = self.tokens.setdefault(made["id"], {})
        if made.get("owner_token"):
            held[made["owner_token"]] = "owner"
        held.update({seat["token"]: seat["seat"] for seat in made.get("seats", ()) if seat.get("token")})
        return str(made["id"])

    def as_seat(self, game: str, seat: Any) -> Client:
        """Return a client with the token of a seat, or of the owner."""
        token = next(token for token, opens in self.tokens[game].items() if opens == seat)
        return Client(self.url, token)

    def act(self, game: str, seat: int) -> bool:
        """Give a legal command for a seat that must act; return False where it need not."""
        client, path = self.as_seat(game, seat), f"/v1/games/{game}"
        legal = client.get(f"{path}/legal-actions")
        if not legal["must_act"]:
            return False
        choices = [action["command"] for action in legal["actions"]] or [one["example"] for one in legal["templates"]]
        return client.act(path, self.rng.choice(choices), legal["version"])

    def play(self, game: str, commands: int) -> None:
        """Give this many commands for the people of a game, while agents play beside them."""
        seats = [opens for opens in self.tokens[game].values() if opens != "owner"]
        done, until = 0, time.monotonic() + PATIENCE_S
        while done < commands and time.monotonic() < until:
            done += sum(self.act(game, seat) for seat in seats)
            if self.status(game) == "finished":
                return

    def status(self, game: str) -> str:
        """Return whether a game is open, running or finished."""
        return str(self.client.get(f"/v1/games/{game}")["status"])

    def delete(self, game: str) -> None:
        """Delete a game as its owner."""
        owner = self.as_seat(game, "owner").token
        headers = {"Authorization": f"Bearer {owner}"}
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.url}/v1/games/{game}", None, headers, method="DELETE")
        ):
            del self.tokens[game]

    def await_end(self, *games: str) -> None:
        """Wait until agents have played these games to their end; raise TimeoutError after PATIENCE_S."""
        until = time.monotonic() + PATIENCE_S
        while any(self.status(game) != "finished" for game in games):
            if time.monotonic() > until:
                raise TimeoutError(games)
            time.sleep(0.5)


def play_online(url: str) -> Online:
    """Play all games on the server and return them with their tokens."""
    online = Online(url)
    ended = _of_agents(online)
    _of_people(online)
    online.key = online.client.post("/v1/keys", {"name": "golden"})["key"]
    keyed = online.make("elasund", "human", "bot", undo="free", seed="keyed")
    online.play(keyed, 25)
    gone = online.make("catan-dice", "human")
    online.delete(gone)
    online.await_end(*ended)
    online.keep(online.as_seat(ended[-1], "owner").post(f"/v1/games/{ended[-1]}/rematch", {}))
    online.keep(online.client.post("/v1/games", {"record": read_record(IMPORTED)}))
    return online


def _of_agents(online: Online) -> list[str]:
    """Make games that agents play to their end, and return their ids."""
    return [
        online.make("catan", "ai", "ai:uniform", "ai", map="new-york", modules=["erie-canal", "favors"]),
        online.make("elasund", "ai", "ai:uniform"),
        online.make("catan-dice", "ai:uniform", "ai:uniform", undo="off"),
    ]


def _of_people(online: Online) -> None:
    """Play games with people: one is undone, branched and replayed, one waits for a vote, and one for players."""
    mixed = online.make("catan", "human", "ai", "ai", undo="free", clock={"seconds": 1209600, "on_timeout": "default"})
    online.play(mixed, 20)
    seat = online.as_seat(mixed, 0)
    seat.post(f"/v1/games/{mixed}/undo", {}, 200, Prefer="wait=30")
    online.play(mixed, 5)
    online.keep(seat.post(f"/v1/games/{mixed}/branches", {"version": 12}))
    seat.post(f"/v1/games/{mixed}/replays", {"format": "text"}, 200, Prefer="wait=30")
    asked = online.make("catan-dice", "human", "human", undo="consent", spectator_delay={"versions": 3})
    online.play(asked, 8)
    online.as_seat(asked, 0).post(f"/v1/games/{asked}/undo", {})
    waiting = online.make("catan", "human", "open", "open", private=True, map="mallorca", modules=["helpers"])
    online.as_seat(waiting, "owner").get(f"/v1/games/{waiting}")
