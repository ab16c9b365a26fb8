"""Tests that a seat says how it answers votes beforehand, and that only its holder reads it."""

from typing import Any

import pytest

from tests.service.http.client import Table

READ = ("", "/votes", "/events?summaries=true", "/fairness", "/legal-actions", "/board.svg")
ASKED = dict.fromkeys(("undo", "redo", "abandon", "pause", "seat"), "ask")


def say(table: Table, seat: int, votes: Any) -> Any:
    """Let a seat say how it answers."""
    return table.client.patch(f"{table.path}/seats/{seat}", json={"votes": votes}, headers=table.headers(seat))


def read(table: Table, who: int | None) -> list[bytes]:
    """Return all that a caller reads of a game."""
    return [table.get(path, who).data for path in READ] + [table.client.get("/v1/games").data]


def test_only_its_holder_reads_it(running: Table) -> None:
    before = [read(running, who) for who in (0, None)]

    answer = say(running, 1, {"undo": "decline", "pause": "accept"})

    assert (answer.status_code, answer.json["votes"]) == (200, ASKED | {"undo": "decline", "pause": "accept"})
    assert running.get("/votes", 1).json["beforehand"] == answer.json["votes"]
    assert [read(running, who) for who in (0, None)] == before
    owner = running.client.get(running.path + "/votes", headers={"Authorization": f"Bearer {running.owner}"})
    assert "beforehand" not in owner.json


@pytest.mark.parametrize(
    ("votes", "pointer"),
    [({"undo": "yes"}, "/votes/undo"), ({"peace": "accept"}, "/votes/peace"), (None, "/votes"), ([], "/votes")],
)
def test_what_is_no_answer_is_refused(running: Table, votes: Any, pointer: str) -> None:
    refused = say(running, 1, votes)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer)


def test_nothing_said_changes_nothing(running: Table) -> None:
    say(running, 1, {"undo": "accept"})
    assert say(running, 1, {}).json["votes"] == ASKED | {"undo": "accept"}
