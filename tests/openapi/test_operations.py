"""The examples of operations are what the API answers: the whole course is asked again and compared."""

import json
from pathlib import Path

import pytest

from openapi.generate import OPERATIONS, PATH
from tests.openapi.course import ask_all, recorder

RECORDED = json.loads(OPERATIONS.read_text(encoding="utf-8"))
CONTRACT = json.loads(PATH.read_text(encoding="utf-8"))
NAMES = [op["operationId"] for item in CONTRACT["paths"].values() for op in item.values() if isinstance(op, dict)]


def test_the_api_answers_as_its_examples(tmp_path: Path) -> None:
    with recorder(tmp_path) as on:
        ask_all(on)
        answered = on.recorded()
    told = "python -m tests.openapi.course records them anew, python -m openapi.generate shows them"
    assert answered["problems"] == RECORDED["problems"], told
    for name, answers in answered["answers"].items():
        assert answers == RECORDED["answers"].get(name), f"{name}: {told}"
    assert answered == RECORDED, told


@pytest.mark.parametrize("name", NAMES)
def test_every_operation_shows_a_real_answer(name: str) -> None:
    [operation] = [
        op
        for item in CONTRACT["paths"].values()
        for op in item.values()
        if isinstance(op, dict) and op["operationId"] == name
    ]
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json")
        if content and status < "300":
            assert content["example"] == RECORDED["answers"][name][f"{status} application/json"]


@pytest.mark.parametrize("status", ["400", "401", "403", "404", "406", "409", "412", "413", "415", "422"])
def test_every_kind_of_refusal_shows_a_real_problem(status: str) -> None:
    shared = CONTRACT["components"]["responses"][f"Problem{status}"]["content"]["application/problem+json"]
    assert shared["example"] == RECORDED["problems"][status]
    assert shared["example"]["status"] == int(status)
