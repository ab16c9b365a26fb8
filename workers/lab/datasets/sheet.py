"""The data sheet of a data set: `dataset.json` for programs, and `README.md` for people, who also read why and how far.

The questions are those of "Datasheets for Datasets" (Gebru et al., 2021). Neither file holds a time or a place, so that
the same wish gives the same bytes.
"""

import json
import platform
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.documents import Document
from service.process import build
from workers.agents.catalog import entry_named
from workers.lab.datasets.fields import GAMES, LATER, decision_fields
from workers.lab.datasets.files import decisions_path, games_path, rows_of
from workers.lab.datasets.specification import Wish
from workers.lab.environments.making import MOST_STEPS, describe

SHEET: Final = "dataset.json"
PAGE: Final = "README.md"
FORMAT: Final = 1
TEMPLATE: Final = Path(__file__).with_suffix(".md")
AGENT_COLUMNS: Final = ("agent", "where it is defined", "seats in finished games", "won")


def begin_sheet(wish: Wish) -> Document:
    """Return what a data set says of itself before its games are played; the same wish and code say the same."""
    return {
        "dataset": FORMAT,
        "command": wish.command(),
        "settings": wish.document(),
        "versions": {
            "longroad": build.version(),
            "commit": build.commit(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "pyarrow": pa.__version__,
        },
    }


def finish_sheet(folder: Path, wish: Wish) -> Document:
    """Return the whole sheet of a data set whose parts are all there."""
    description = describe(wish.rules, wish.config)
    games = [games_path(folder, part) for part in wish.parts]
    decisions = [decisions_path(folder, part) for part in wish.parts]
    results = [row for path in games for row in pq.read_table(path, columns=["agents", "winners"]).to_pylist()]
    files = [_file(path) for path in (*games, *decisions)]
    return {
        **begin_sheet(wish),
        "agents": [_agent(name, results) for name in dict.fromkeys(wish.agents)],
        "counts": {
            "games": len(results),
            "broken_off": sum(row["winners"] is None for row in results),
            "decisions": rows_of(decisions),
            "without_an_action": sum(
                pq.read_table(path, columns=["action"]).column("action").null_count for path in decisions
            ),
            "bytes": sum(file["bytes"] for file in files),
        },
        "checksum": sha256("".join(file["sha256"] for file in files).encode()).hexdigest(),
        "files": files,
        "fields": {
            "games": [field.document() for field in GAMES],
            "decisions": [field.document() for field in decision_fields(description.width)],
        },
        "observation": {"columns": description.columns, "own_columns": description.own_columns},
        "actions": description.actions.names,
    }


def _file(path: Path) -> Document:
    content = path.read_bytes()
    digest, rows = sha256(content).hexdigest(), pq.read_metadata(path).num_rows
    return {"name": path.name, "rows": rows, "bytes": len(content), "sha256": digest}


def _agent(name: str, results: Iterable[Document]) -> Document:
    """Return what an agent has to show: its seats in finished games, and how many of them won."""
    entry = entry_named(name)
    seats = [
        seat in row["winners"]
        for row in results
        if row["winners"] is not None
        for seat, one in enumerate(row["agents"])
        if one == name
    ]
    return {"agent": name, "source": entry.source if entry else "", "seats": len(seats), "wins": sum(seats)}


def as_text(sheet: Document) -> str:
    """Return a sheet as it stands in its file."""
    return json.dumps(sheet, indent=1, ensure_ascii=False) + "\n"


def page(sheet: Document) -> str:
    """Return the page for people: `sheet.md` with the figures of a sheet."""
    wish, counts, versions = sheet["settings"], sheet["counts"], sheet["versions"]
    filled: str = TEMPLATE.read_text(encoding="utf-8").format(
        **counts,
        **versions | {"commit": versions["commit"] or "unknown"},
        **{name: wish[name] for name in ("ruleset", "seats", "seed")},
        map=wish["map"] or "none",
        modules=", ".join(wish["modules"]) or "none",
        options=json.dumps(wish["options"]),
        most_steps=MOST_STEPS,
        columns=len(sheet["observation"]["columns"]),
        own_columns=len(sheet["observation"]["own_columns"]),
        actions=len(sheet["actions"]),
        command=sheet["command"],
        checksum=sheet["checksum"],
        agent_table=_table(
            *AGENT_COLUMNS,
            rows=[(f"`{one['agent']}`", f"`{one['source']}`", one["seats"], one["wins"]) for one in sheet["agents"]],
        ),
        game_fields=_field_table(sheet["fields"]["games"]),
        decision_fields=_field_table(sheet["fields"]["decisions"]),
        file_table=_table(
            *("file", "rows", "bytes", "SHA-256"),
            rows=[
                (f"`{file['name']}`", f"{file['rows']:,}", f"{file['bytes']:,}", f"`{file['sha256']}`")
                for file in sheet["files"]
            ],
        ),
    )
    return filled


def _field_table(fields: Sequence[Document]) -> str:
    rows = [
        (
            f"`{field['name']}`",
            field["type"],
            field["unit"],
            field["meaning"],
            f"**{LATER}**" if field["known_to_the_seat"] == LATER else field["known_to_the_seat"],
        )
        for field in fields
    ]
    return _table("field", "type", "unit", "meaning", "known to the seat then", rows=rows)


def _table(*head: str, rows: Iterable[Sequence[Any]]) -> str:
    first, *others = [f"| {' | '.join(map(str, cells))} |" for cells in (head, *rows)]
    return "\n".join([first, "|---" * len(head) + "|", *others])
