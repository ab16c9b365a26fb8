"""Tests that a choice for open and late seats which could never apply is refused where it stands in the body."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.http.problem_answers import problem

OPEN = [{"kind": "human"}, {"kind": "open"}]
TAKEN = [{"kind": "human"}, {"kind": "human"}]
CLOCK = {"seconds": 60}


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"seats": TAKEN, "fill": {"after_s": 60}}, "/fill"),
        ({"seats": OPEN, "fill": {}}, "/fill/after_s"),
        ({"seats": OPEN, "fill": {"after_s": 0}}, "/fill/after_s"),
        ({"seats": OPEN, "fill": {"after_s": 86_401}}, "/fill/after_s"),
        ({"seats": OPEN, "fill": {"after_s": 60, "agent": "deep-blue"}}, "/fill/agent"),
        ({"seats": OPEN, "fill": {"after_s": 60, "agent": "uniform", "level": 3}}, "/fill/level"),
        ({"seats": OPEN, "fill": None}, "/fill"),
        ({"seats": TAKEN, "stand_in": {"agent": "deep-blue"}}, "/stand_in/agent"),
        ({"seats": TAKEN, "stand_in": {"agent": "uniform"}, "clock": CLOCK}, "/stand_in"),
        ({"seats": TAKEN, "stand_in": {"after_s": 5}}, "/stand_in/after_s"),
    ],
)
def test_a_choice_that_could_never_apply_is_refused(client: FlaskClient, wish: dict[str, Any], pointer: str) -> None:
    refused = problem(client.post("/v1/games", json={"ruleset": "toy", **wish}), 422, "invalid_body")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]


def test_a_choice_names_its_agent_with_level_and_version(client: FlaskClient) -> None:
    wish = {
        "ruleset": "toy",
        "seats": OPEN,
        "fill": {"after_s": 60, "agent": "uniform"},
        "stand_in": {},
        "clock": {**CLOCK, "on_timeout": "agent"},
    }
    made = client.post("/v1/games", json=wish)
    assert made.status_code == 201, made.text
    view = client.get(f"/v1/games/{made.json['id']}").json
    assert (view["fill"]["agent"], view["fill"]["agent_version"]) == ("uniform", 1)
    assert view["stand_in"]["agent"]
    [opened] = client.get(f"/v1/games/{made.json['id']}/events").json["events"]
    assert opened["fill"] == {"after_s": 60, "agent": "uniform", "agent_version": 1}
