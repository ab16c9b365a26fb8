"""`python -m service.compiling.proving` plays golden games again with the rules that it finds first on its path.

Every draw, event, digest and chain of a record must come out as it stands there.
"""

import gzip
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import orjson

from domain.core.messages import MessageTable
from eventstore.memory import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import compose
from service.process.build import rules_form
from service.queue.jobs import Jobs
from service.records.proof import prove
from service.settings import read_settings

SPECTATOR: Final = -1
GAMES: Final = Path(__file__).parent / "games"


def play_again() -> int:
    """Prove all golden games; returns how many there are. Raises Problem for the first that comes out differently."""
    ctx = compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs.at("unix:///nowhere"))
    files = sorted(GAMES.glob("*.ndjson.gz"))
    for file in files:
        record = _record(file)
        prove(ctx, record)
        _hide(RULESETS[record["ruleset"]].events, record)
    return len(files)


def _hide(table: MessageTable[Any], record: Mapping[str, Any]) -> None:
    """Show every event to a spectator: compiled rules check that what stands for a secret is of the declared type."""
    for event in (event for version in record["versions"] for event in version["events"]):
        row = table.by_name.get(event["type"])
        if row is not None and row.schema == event["schema"]:
            table.seen([row.decode(event)], SPECTATOR)


def _record(file: Path) -> dict[str, Any]:
    """Return a record from a file with its head in the first line and its versions in the others."""
    head, *versions = map(orjson.loads, gzip.decompress(file.read_bytes()).splitlines())
    return {**head, "versions": [{**version, "time": _milliseconds(version["time"])} for version in versions]}


def _milliseconds(time: str) -> int:
    return round(datetime.fromisoformat(time).timestamp() * 1000)


if __name__ == "__main__":
    sys.stdout.write(f"{play_again()} golden games came out the same with {rules_form()} rules\n")
    sys.exit(rules_form() != "compiled")
