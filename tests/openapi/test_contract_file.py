"""The committed contract is the one that schemas, tables and games make, in any process."""

import json
import os
import subprocess
import sys

from openapi.generate import PATH, generated, is_fresh
from openapi.recording import recorded


def test_no_generated_file_is_stale() -> None:
    stale = [path.name for path, text in generated(recorded()) if not is_fresh(path, text)]
    assert stale == [], "python -m openapi.generate writes them anew"


def test_the_contract_does_not_depend_on_hashing() -> None:
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-m", "openapi.generate", "--check"], env=environment, timeout=600)
    assert done.returncode == 0


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
