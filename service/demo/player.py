"""Plays a seat without knowing a rule: anything that its turn lists may be posted as it is."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from service.demo.client import Client, Surprise


class Player:
    """Plays one seat of one game."""

    def __init__(self, client: Client, made: Any) -> None:
        """Take the answer that created the game in `made`, and play its first seat."""
        self.client = Client(client.url, made["seats"][0]["token"])
        self.path = f"/v1/games/{made['id']}"
        self.seat = made["seats"][0]["seat"]
        self.commands: list[int] = []  # the versions that they became
        self.answered: set[str] = set()  # choices made before
        self.random = Random(2)

    def play(self, after: int = 0, most: int = 10_000, *, alone: bool = False) -> Iterator[Any]:
        """Yield the events after a version as they happen, acting whenever the seat may.

        Ends with the game, or when so many commands were made and the seat must act again; with `alone`, only if no
        other seat may act then, or could before the newest of those commands.
        """
        for line in self._lines(after):
            if "type" in line:
                yield line
            elif not self._act(line["turn"]["legal"], most, alone):
                return

    def _lines(self, after: int) -> Iterator[Any]:
        """Yield the stream to the end of the game, reopened at the last version if it closes before."""
        while True:
            for line in self.client.lines(f"{self.path}/events?after={after}&legal=true"):
                if line.get("type") == "end":
                    return
                if "version" in line:
                    after = line["version"] - 1
                if "version" in line or "type" not in line:
                    yield line

    def _act(self, legal: Any, most: int, alone: bool) -> bool:
        """Act on a turn, whose list is valid until the next turn; return False when enough commands were made."""
        if legal["must_act"] and len(self.commands) >= most and (not alone or self._is_alone()):
            return False
        choices = self._choices(legal)
        became = self.client.act(self.path, self.random.choice(choices)) if choices else None
        if became is not None:
            self.commands.append(became)
            self.answered.update(map(json.dumps, choices))
        return True

    def _is_alone(self) -> bool:
        """Return whether the game waits for this seat alone, and did before its newest command."""
        places = (self.path, f"{self.path}?version={self.commands[-1] - 1}")
        return all(entry["seat"] == self.seat for place in places for entry in self.client.get(place)["awaiting"])

    def _choices(self, legal: Any) -> list[Any]:
        """List everything, or a template's example, if the seat must act; otherwise choices not made before."""
        commands = [action["command"] for action in legal["actions"]]
        if not legal["must_act"]:
            return [command for command in commands if json.dumps(command) not in self.answered]
        choices = commands or [template["example"] for template in legal["templates"]]
        if not choices:
            raise Surprise(f"the seat must act at version {legal['version']}, but nothing is legal")
        return choices

    def job(self, what: str, wish: Any) -> Any:
        """Request a job, wait for its end, and return its result."""
        answer = self.client.post(f"{self.path}/{what}", wish, 200, Prefer="wait=30")
        job = answer.get("job", answer)
        if job["status"] != "finished":
            raise Surprise(f"the {what} job {job['status']}: {job.get('problem')}")
        return job["result"]

    def state(self, version: int | None = None) -> Any:
        """Return the position as this seat may see it, now or right after a version."""
        return self.client.get(self.path + (f"?version={version}" if version else ""))["state"]
