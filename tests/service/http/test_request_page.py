"""Tests that requests pass the functions that `docs/request.md` names, in that order."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import StorePair
from tests.service.http.live import ROOT, Server, served
from tests.service.processes import wait_for

PAGE = ROOT / "docs" / "request.md"
STEP = re.compile(r"^\| `(\S+\.py)` \| `(\S+)` \| ", re.MULTILINE)
END = "service/http/connection_limits.py Held.give_back"  # where a connection is over
OTHERS = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "seed": "a request"}


class Followed:
    """Represents a server that writes down what its requests pass."""

    def __init__(self, server: Server, notes: Path) -> None:
        self._server, self._notes = server, notes

    def ask(self, method: str, path: str, body: object = None, token: str = "", **headers: str) -> tuple[dict, list]:
        """Send a request on a connection of its own; return the body of its answer, and the functions it passed."""
        before = self._lines()
        status, document = self._server.ask(method, path, body, token or None, **headers)
        assert status in (200, 201), document
        assert wait_for(lambda: END in self._lines()[len(before) :])
        return document, self._lines()[len(before) :]

    def _lines(self) -> list[str]:
        return self._notes.read_text().splitlines()


@pytest.fixture(scope="module")
def followed(stores: StorePair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    notes = tmp_path_factory.mktemp("followed") / "notes"
    notes.touch()
    with served(stores, "tests.service.http.following", FOLLOWED=str(notes)) as server:
        yield Followed(server, notes)


def steps(heading: str) -> list[str]:
    """Return the functions that a part of the page names, as they are written down."""
    part = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = [f"{file} {function}" for file, function in STEP.findall(part)]
    assert len(found) > 10
    return found


def missing(named: list[str], passed: list[str]) -> list[str]:
    """Return the steps that were not passed after the one before them."""
    found, at = [], 0
    for step in named:
        if step in passed[at:]:
            at = passed.index(step, at) + 1
        else:
            found.append(step)
    return found


def test_a_command_and_a_view_pass_what_the_page_names(followed: Followed) -> None:
    made, _ = followed.ask("POST", "/v1/games", OTHERS)
    place, tokens = f"/v1/games/{made['id']}", {seat["seat"]: seat["token"] for seat in made["seats"]}
    command, passed, number = None, [], 0
    while command != {"type": "EndTurn"}:
        seat = followed.ask("GET", place)[0]["awaiting"][0]["seat"]
        legal, _ = followed.ask("GET", f"{place}/legal-actions", token=tokens[seat])
        offered = [one["command"] for one in legal["actions"]] or [legal["templates"][0]["example"]]
        command = next((one for one in offered if one == {"type": "EndTurn"}), offered[0])
        key = {"Idempotency-Key": f"a key that nobody guesses {number}"}
        _, passed = followed.ask("POST", f"{place}/commands", command, tokens[seat], **key)
        number += 1
    assert missing(steps("A command"), passed) == []
    _, passed = followed.ask("GET", place, token=tokens[0])
    assert missing(steps("A view"), passed) == []


def test_a_step_that_is_not_passed_is_found() -> None:
    assert missing(["a f", "b g"], ["a f", "c h", "b g"]) == []
    assert missing(["b g", "a f"], ["a f", "b g"]) == ["a f"]
    assert missing(["a f", "a gone"], ["a f"]) == ["a gone"]
