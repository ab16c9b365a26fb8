"""Tests that the committed contract is what schemas, tables and games give, in any process."""

import json
import os
import subprocess
import sys

from eventstore.memory.store import MemoryEventStore
from openapi.generate import PATH
from service.catalog import RULESETS
from service.game.context import compose
from service.http.quota_counters import Counters
from service.queue.jobs import Jobs
from service.server.app import create_app
from service.settings import read_settings
from tests.json_documents import read_yaml

NOWHERE = "redis://127.0.0.1:1"


def test_no_generated_file_is_stale_in_any_process() -> None:
    """No generated file is stale, even in a process that hashes sets and dicts in another way."""
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    command = (sys.executable, "-m", "openapi.generate", "--check")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_what_is_served_for_our_own_rulesets_is_the_committed_contract() -> None:
    contract = json.loads(PATH.read_text(encoding="utf-8"))
    app = create_app(compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs.at(NOWHERE)), Counters(None))
    assert app.test_client().get("/openapi.json").json == contract
    assert read_yaml(app.test_client().get("/openapi.yaml").data) == contract


def test_every_reference_leads_somewhere() -> None:
    contract = json.loads(PATH.read_text(encoding="utf-8"))
    references = set(_values(contract, "$ref"))
    assert len(references) > 100
    for reference in references:
        place = contract
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


def _values(node: object, name: str) -> list[str]:
    if isinstance(node, list):
        return [value for inner in node for value in _values(inner, name)]
    if not isinstance(node, dict):
        return []
    own = [node[name]] if isinstance(node.get(name), str) else []
    return own + [value for inner in node.values() for value in _values(inner, name)]
