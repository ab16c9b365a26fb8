"""The committed contract is the one that the schemas make, in any process."""

import json
import os
import subprocess
import sys

import pytest

from openapi.generate import PATH, rendered


def test_the_committed_contract_is_not_stale() -> None:
    assert PATH.read_text(encoding="utf-8") == rendered(), "stale: python -m openapi.generate writes it anew"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_contract_does_not_depend_on_hashing(seed: str) -> None:
    environment = os.environ | {"PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-m", "openapi.generate", "--check"], env=environment, timeout=300)
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
