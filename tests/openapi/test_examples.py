"""Tests that every command and event has an example from a real game, which fits its schema."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from openapi.generate import MESSAGES, PATH
from service.catalog import RULESETS
from service.game.folds import event_table
from service.schemas.spec import RESERVED
from service.table.events import TABLE_EVENTS
from service.texts.files import TABLE
from tests.openapi.schemas import faults_of

CONTRACT = json.loads(PATH.read_text(encoding="utf-8"))
RECORDED = json.loads(MESSAGES.read_text(encoding="utf-8"))


def examples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the kind, the component and the example of every message."""
    for ruleset in RULESETS.values():
        for name in ruleset.commands.by_name:
            yield "commands", RESERVED.get(name, name), RECORDED["commands"][ruleset.name][name]
        for name in event_table(ruleset).by_name:
            group = TABLE if name in TABLE_EVENTS.by_name else ruleset.name
            yield "events", RESERVED.get(name, name), RECORDED["events"][group][name]


@pytest.mark.parametrize("kind", ["commands", "events"])
def test_every_example_fits_its_schema_and_stands_there(kind: str) -> None:
    told = [(component, example) for of, component, example in examples() if of == kind]
    assert len(told) > 80
    examples_of: dict[str, list[Any]] = {}
    for component, example in told:
        examples_of.setdefault(component, []).append(example)
        assert faults_of(CONTRACT, component, example) == [], component
    for component, known in examples_of.items():  # rulesets that share a message share its example
        assert CONTRACT["components"]["schemas"][component]["examples"] == known[:1]


@pytest.mark.parametrize("union", ["Command", "Event"])
def test_the_discriminator_leads_each_example_to_its_schema(union: str) -> None:
    described = CONTRACT["components"]["schemas"][union]
    for name, reference in described["discriminator"]["mapping"].items():
        component = reference.rpartition("/")[2]
        assert CONTRACT["components"]["schemas"][component]["examples"][0]["type"] == name
        assert {"$ref": reference} in described["oneOf"]
