"""The figures of the positions of recorded games, one row a turn, in Parquet beside the games."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.ruleset import Ruleset
from workers.agents.measures import Lesson
from workers.lab.training.games import SEATS, Game, turns_of
from workers.lab.training.records import write_table

_COLUMNS: Final = (
    ("game", pa.int32()),
    ("is_fair", pa.bool_()),
    ("lead", pa.int8()),
    ("turn", pa.int16()),
    ("winner", pa.int8()),
)


class Samples(NamedTuple):
    """Holds positions with their outcome: figures (positions, seats, features), the seat that won, and the game.

    A game was fair if no seat played at random; -1 is the lead of a game without one.
    """

    figures: Any
    winner: Any
    game: Any
    is_fair: Any
    lead: Any


def write_features(path: Path, lesson: Lesson, ruleset: Ruleset, games: Sequence[Game]) -> None:
    """Play recorded games again and write the figures as each turn begins; games without a winner are left out."""
    schema = _schema(lesson)
    columns: list[list[Any]] = [[] for _ in schema]
    for game in games:
        if game.result is not None:
            plan, winner = game.plan, game.result.winners[0]
            for position in turns_of(ruleset, game.plan, game.moves):
                turn, found = ruleset.turn(position), np.ravel(lesson.figures(position))
                row = (plan.number, plan.is_fair, plan.lead, turn, winner, found)
                for column, value in zip(columns, row, strict=True):
                    column.append(value)
    flat = pa.array(np.concatenate(columns.pop()).astype(np.float32))
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=False)]
    all_figures = pa.FixedSizeListArray.from_arrays(flat, type=schema.field("figures").type)
    write_table(path, pa.Table.from_arrays([*arrays, all_figures], schema=schema))


def is_current(path: Path, lesson: Lesson) -> bool:
    """Say whether a file is there and holds the figures of today."""
    return path.exists() and (pq.read_schema(path).metadata or {}).get(b"figures") == _names(lesson)


def _schema(lesson: Lesson) -> Any:
    figures = ("figures", pa.list_(pa.float32(), SEATS * len(lesson.names)))
    return pa.schema([*_COLUMNS, figures], metadata={b"figures": _names(lesson)})


def _names(lesson: Lesson) -> bytes:
    return json.dumps(["fair", "lead", *lesson.names]).encode()


def read_features(paths: Sequence[Path], lesson: Lesson) -> Samples:
    """Read the positions of several files."""
    tables = pa.concat_tables([pq.read_table(path) for path in paths])
    flat = np.concatenate([chunk.flatten().to_numpy() for chunk in tables.column("figures").chunks])
    return Samples(
        flat.reshape(tables.num_rows, SEATS, len(lesson.names)),
        tables.column("winner").to_numpy().astype(np.int64),
        tables.column("game").to_numpy(),
        tables.column("is_fair").to_numpy(),
        tables.column("lead").to_numpy(),
    )
