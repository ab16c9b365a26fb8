"""Tests that the examples of operations are what the API answers: all requests are sent again and compared."""

import json
import re

import pytest

from openapi.generate import OPERATIONS, PATH
from service.problems import STATUS
from tests.openapi.recorder import Recorder

RECORDED = json.loads(OPERATIONS.read_text(encoding="utf-8"))
CONTRACT = json.loads(PATH.read_text(encoding="utf-8"))
GAME = re.compile(r"(sbx_|imported-)?[0-9a-f]{18}")
INVENTED = {"a", "unknown"}
"""Ids that the course asks for, and that are nobody's."""
NAMES = [op["operationId"] for item in CONTRACT["paths"].values() for op in item.values() if isinstance(op, dict)]


def test_the_api_answers_as_its_examples(course: Recorder) -> None:
    answered = course.recorded()
    told = "make generate records them again"
    assert answered["problems"] == RECORDED["problems"], told
    for name, answers in answered["answers"].items():
        assert answers == RECORDED["answers"].get(name), f"{name}: {told}"
    assert answered == RECORDED, told


def test_only_games_are_looked_for_in_the_archive(course: Recorder, looked_for: set[str]) -> None:
    """While an archive is away, all that belongs to no game goes on."""
    assert course.recorded()["answers"]
    assert looked_for
    assert {one for one in looked_for - INVENTED if not GAME.fullmatch(one)} == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_operation_shows_a_real_answer(name: str) -> None:
    [operation] = [
        op
        for item in CONTRACT["paths"].values()
        for op in item.values()
        if isinstance(op, dict) and op["operationId"] == name
    ]
    for status, response in operation["responses"].items():
        for media_type, content in response.get("content", {}).items():
            if media_type != "application/problem+json":
                assert content["example"] == RECORDED["answers"][name][f"{status} {media_type}"]


@pytest.mark.parametrize("slug", STATUS)
def test_every_type_of_problem_shows_a_real_one(slug: str) -> None:
    shared = CONTRACT["components"]["responses"][f"Problem{STATUS[slug]}"]["content"]["application/problem+json"]
    shown = shared["examples"][slug]["value"]
    assert shown == RECORDED["problems"][slug]
    assert (shown["type"], shown["status"]) == (f"/problems/{slug}", STATUS[slug])
