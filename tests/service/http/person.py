"""Plays at a table over REST as a person who knows no rules and does anything that is listed."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.service.http.live import Server


class Game:
    """Represents a game and the token of its one person."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server = server
        self.path = f"/v1/games/{made['id']}"
        self.token: str = made["seats"][0]["token"]

    def get(self, place: str = "") -> Any:
        """Get a resource of the game as its person."""
        status, body = self.server.ask("GET", self.path + place, token=self.token)
        assert status == 200, body
        return body

    def post(self, place: str, body: Any, **headers: str) -> tuple[int, Any]:
        """Post as the person."""
        return self.server.ask("POST", self.path + place, body, self.token, **headers)

    def job(self, place: str, body: Any, **headers: str) -> Any:
        """Post a request that queues a job, wait for the job to end and return its document."""
        status, answer = self.post(place, body, **headers, Prefer="wait=30")
        assert status in (200, 202), answer
        job = answer.get("job", answer)
        while job["status"] not in ("finished", "failed"):
            status, job = self.server.ask("GET", f"/v1/jobs/{job['id']}", None, self.token, **headers, Prefer="wait=30")
            assert status == 200, job
        return job

    def act(self, rng: Random) -> None:
        """Send any command that is listed, unless the game goes on meanwhile."""
        legal = self.get("/legal-actions")
        assert all(entry["summary"] for entry in (*legal["actions"], *legal["templates"]))
        choices = [entry["command"] for entry in legal["actions"]] or [entry["example"] for entry in legal["templates"]]
        if choices:
            status, answer = self.post("/commands", rng.choice(choices), If_Match=f'"{legal["version"]}"')
            assert status in (201, 412), answer

    def play(self, rng: Random, until: Callable[[Any], bool]) -> Any:
        """Act whenever it is the person's turn, until a condition holds; fail when the game stands still for long."""
        version, moved = 0, time.monotonic()
        while time.monotonic() < moved + 120:
            view = self.get()
            if until(view):
                return view
            if view["version"] > version:
                version, moved = view["version"], time.monotonic()
            if any(entry["seat"] == 0 for entry in view["awaiting"]):
                self.act(rng)
            else:
                time.sleep(0.02)
        pytest.fail("the game does not get on")


def is_finished(view: Any) -> bool:
    return bool(view["status"] == "finished")
