"""Tests that the checker in TypeScript, written from docs/fairness.md, agrees with that in Python and with the rules.

The test vectors come from it; the functions of Python and of the server must find the same.
"""

import json
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from longroad_client import fairness

from domain.core.chance import SeededChance
from eventstore.log.chain import event_bytes, next_chain
from eventstore.log.codec import canonical
from eventstore.records import NewEvent
from tests.golden.records import read_record
from tests.openapi.generators.toolbox import ROOT
from tests.openapi.sdks.forging import FORGERS, chosen, rechained
from tests.openapi.sdks.second_checker import HAS_NODE, checked, ran
from tests.openapi.sdks.typescript import SOURCES

VECTORS = ROOT / "openapi" / "clients" / "fairness-vectors.json"
CHECKER = SOURCES / "src" / "fairness.js"
GOLDEN = ("records/base/beginner-3", "records/others/elasund-german-3", "records/tables/busy", "records/others/dice-2")
MOST_LINES = 150
FORGERIES = 1
needs_node = pytest.mark.skipif(not HAS_NODE, reason="Node is not installed here")


@pytest.fixture(scope="module")
def vectors() -> dict[str, list[dict[str, Any]]]:
    """Return the committed test vectors."""
    return json.loads(VECTORS.read_text(encoding="utf-8"))


@needs_node
def test_vectors_are_those_of_the_checker(tmp_path: Path) -> None:
    assert ran("vectors.mjs", tmp_path) == VECTORS.read_text(encoding="utf-8")


def test_python_and_the_server_draw_the_same(vectors: dict[str, list[dict[str, Any]]]) -> None:
    assert len(vectors["draws"]) > 10
    for draw in vectors["draws"]:
        seed = bytes.fromhex(draw["seed"])
        entropies = [text.encode() for text in draw["entropies"]] if draw["version"] > 1 else []
        key = sha256(b"\0".join([seed, *entropies])).digest() if entropies else seed
        asked = (draw["stream"], draw["number"], draw["weights"])
        assert fairness.drawn(key, *asked) == draw["outcome"]
        assert SeededChance(seed, entropies).pick(*asked) == draw["outcome"]


def test_the_server_chains_and_commits_the_same(vectors: dict[str, list[dict[str, Any]]]) -> None:
    for row in vectors["chains"]:
        written = [event_bytes(_event(**event)) for event in row["events"]]
        assert next_chain(row["previous"], row["version"], written) == row["chain"]
    for row in vectors["commitments"]:
        assert sha256(bytes.fromhex(row["salt"] + row["seed"])).hexdigest() == row["commitment"]


@needs_node
def test_both_checkers_agree(tmp_path: Path, long_games: int) -> None:
    """Both accept the same golden records, and refuse the same forgeries for the same check and version."""
    records = [read_record(name) for name in GOLDEN]
    rng = Random(16)
    for record in tuple(records):
        for forge, _ in FORGERS.values():
            records += [forge(record, rng) for _ in range(long_games or FORGERIES)]
        records += [chosen(record), *_misshapen(record)]
    assert checked(tmp_path, records) == [_found(record) for record in records]
    print(f"{len(records)} records, {len(records) - len(GOLDEN)} of them changed")


@needs_node
def test_example_says_what_holds(tmp_path: Path) -> None:
    record = read_record(GOLDEN[0])
    for name, content in (("good", record), ("bad", FORGERS["chained"][0](record, Random(1)))):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    ends = [_example(tmp_path / f"{name}.json") for name in ("good", "bad", "none")]
    assert ends == [0, 1, 2]
    assert _example(tmp_path / "good.json", "00" * 32) == 1


def test_checker_is_short() -> None:
    assert len([line for line in CHECKER.read_text(encoding="utf-8").splitlines() if line.strip()]) <= MOST_LINES


def _event(type: str, schema: int, **body: Any) -> NewEvent:
    return NewEvent(type, schema, canonical(body))


def _misshapen(record: dict[str, Any]) -> Sequence[dict[str, Any]]:
    """Return records with a version, a chain, a commitment or all draws gone, or a jump to a later version."""
    jump = json.loads(json.dumps(record))
    jump["versions"][3]["events"].append({"type": "HeadMoved", "schema": 1, "to": 9})
    undrawn = json.loads(json.dumps(record))
    for version in undrawn["versions"]:
        version.pop("draws", None)
    return (
        {**record, "versions": record["versions"][:3] + record["versions"][4:]},
        {**record, "chain": "00" * 16},
        {**record, "commitment": "00" * 32},
        {**record, "status": "running"},
        {name: member for name, member in record.items() if name != "seed"},
        rechained(jump),
        undrawn,
        {},
    )


def _found(record: dict[str, Any]) -> int | list[str | int]:
    try:
        return fairness.check(record)
    except fairness.Unfair as unfair:
        return [unfair.check, unfair.version]


def _example(*told: object) -> int:
    command = ["node", str(SOURCES / "examples" / "fairness.js"), *map(str, told)]
    return subprocess.run(command, capture_output=True, timeout=120, check=False).returncode
