"""Plays over HTTP by what legal-actions lists."""

from random import Random
from typing import Any

import pytest

from tests.service.http.client import Table


def play_on(table: Table, rng: Random, most: int = 400) -> None:
    """Post listed commands and examples of templates until the game ends."""
    for _ in range(most):
        view = table.get().json
        if view["status"] == "finished":
            return
        seat = rng.choice([entry["seat"] for entry in view["awaiting"] if entry["must"]])
        choices = choices_of(table.get("/legal-actions", seat).json)
        answer = table.post("/commands", rng.choice(choices), seat)
        assert answer.status_code == 201, answer.text
    pytest.fail("the game does not end")


def choices_of(actions: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every command that legal-actions offers without a template."""
    return [entry["command"] for entry in actions["actions"]] + [entry["example"] for entry in actions["templates"]]
