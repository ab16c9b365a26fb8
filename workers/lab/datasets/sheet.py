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
from workers.lab.datasets.fields import GAMES, LATER, Field, decision_fields
from workers.lab.datasets.files import decisions_path, games_path, rows_of
from workers.lab.datasets.wish import Wish
from workers.lab.environments.description import Description
from workers.lab.environments.making import MOST_STEPS, describe

SHEET: Final = "dataset.json"
PAGE: Final = "README.md"
FORMAT: Final = 1


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
            "without_an_action": _without_action(decisions),
            "bytes": sum(file["bytes"] for file in files),
        },
        "checksum": sha256("".join(file["sha256"] for file in files).encode()).hexdigest(),
        "files": files,
        "fields": {name: [field.document() for field in fields] for name, fields in _fields(description).items()},
        "observation": {"columns": description.columns, "own_columns": description.own_columns},
        "actions": description.actions.names,
    }


def _fields(description: Description) -> dict[str, Sequence[Field]]:
    return {"games": GAMES, "decisions": decision_fields(description.width)}


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


def _without_action(paths: Iterable[Path]) -> int:
    return sum(pq.read_table(path, columns=["action"]).column("action").null_count for path in paths)


def as_text(sheet: Document) -> str:
    """Return a sheet as it stands in its file."""
    return json.dumps(sheet, indent=1, ensure_ascii=False) + "\n"


def page(sheet: Document) -> str:
    """Return the page for people."""
    wish, counts, versions = sheet["settings"], sheet["counts"], sheet["versions"]
    columns, own = sheet["observation"]["columns"], sheet["observation"]["own_columns"]
    modules = ", ".join(wish["modules"]) or "none"
    return "\n".join(
        [
            f"# {counts['games']:,} games of {wish['ruleset']}, decision by decision",
            "",
            "A data sheet after Gebru et al., *Datasheets for Datasets* (2021). `dataset.json` has the same for "
            "programs, with the name of every column and action.",
            "",
            "## Motivation",
            "",
            "Games of known agents, for programs that learn to play: to imitate agents, to learn the value of "
            "positions, or to learn offline. Made by a program of Longroad; nobody was paid for it.",
            "",
            "## Composition",
            "",
            f"* {counts['games']:,} games in `games-*.parquet`, a row each; {counts['broken_off']:,} were broken off "
            f"after {MOST_STEPS:,} decisions and have neither winner nor points.",
            f"* {counts['decisions']:,} decisions in `decisions-*.parquet`, a row each: what the seat saw, what it "
            f"could do, what it did, and what came of it. A seat that may act but need not has a row, too.",
            f"* Ruleset {wish['ruleset']}, map {wish['map'] or 'none'}, modules {modules}, options "
            f"`{json.dumps(wish['options'])}`, {wish['seats']} seats.",
            "* All rows that there are; nothing is a sample of more. There are no people in it: agents alone played.",
            "* There is no split. Divide by game, never by row: the rows of a game share its course and result.",
            "",
            *_table(
                "agent", "where it is defined", "seats in finished games", "won", rows=map(_of_agent, sheet["agents"])
            ),
            "",
            "### Games",
            "",
            *_field_table(sheet["fields"]["games"]),
            "",
            "### Decisions",
            "",
            *_field_table(sheet["fields"]["decisions"]),
            "",
            f"The {len(columns):,} columns of an observation and the {len(sheet['actions']):,} actions are listed in "
            "`dataset.json` and explained in docs/environments.md of Longroad.",
            "",
            "### Hidden information",
            "",
            "An observation holds what its seat saw at that moment, and nothing else. "
            f"{len(own):,} columns tell each seat something else, such as its hand, or what it can conclude about "
            "others; `own_columns` in `dataset.json` has their numbers. At one position all other columns are the "
            "same for every seat. A 0 in an own column of another seat means *not seen*, not *none*.",
            "",
            "Fields marked **no** were not known to the seat when it chose: results, who else played, and the seed, "
            "from which every draw can be computed. Rows of other seats of the same game show what those saw and "
            "did: put no two seats of one game together for a program that shall play fairly.",
            "",
            "## Collection",
            "",
            "Agents of Longroad played in memory, each with what its seat knows and no limit of time. They move on by "
            "one seat with every game. To make it again, in any number of processes and with any number of stops:",
            "",
            f"    {sheet['command']}",
            "",
            f"With Longroad {versions['longroad']}, commit {versions['commit'] or 'unknown'}, Python "
            f"{versions['python']}, numpy {versions['numpy']}, pyarrow {versions['pyarrow']}: the same versions write "
            f"the same bytes. The seed of game n is `{wish['seed']}:n`.",
            "",
            "## Preprocessing",
            "",
            "None. `command` is the exact command; `observation` lays the view of the seat out as whole numbers, and "
            "`action` names the command in the fixed list of actions. "
            f"{counts['without_an_action']:,} decisions took a command that no action stands for: there `action` is "
            "null.",
            "",
            "## Uses",
            "",
            "Good for comparing learning methods. It shows how these agents play, not how people do or how one "
            "should; positions that they never reach are missing.",
            "",
            "## Distribution and maintenance",
            "",
            "The files are yours, made by your run of a program under the MIT license; they hold no work of others. "
            f"SHA-256 over the hashes of all files, in the order of `dataset.json`: `{sheet['checksum']}`.",
            "",
            *_table("file", "rows", "bytes", "SHA-256", rows=map(_of_file, sheet["files"])),
            "",
        ]
    )


def _of_agent(agent: Document) -> Sequence[Any]:
    return f"`{agent['agent']}`", f"`{agent['source']}`", agent["seats"], agent["wins"]


def _of_file(file: Document) -> Sequence[Any]:
    return f"`{file['name']}`", f"{file['rows']:,}", f"{file['bytes']:,}", f"`{file['sha256']}`"


def _field_table(fields: Sequence[Document]) -> list[str]:
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


def _table(*head: str, rows: Iterable[Sequence[Any]]) -> list[str]:
    return [_line(head), "|---" * len(head) + "|", *map(_line, rows)]


def _line(cells: Sequence[Any]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
