"""Keeps games and the figures of their positions in Parquet files, a shard each; a file is whole or not there."""

import json
import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.ruleset import Result, Ruleset
from workers.agents.measures import Lesson
from workers.lab.training.games import Game, Plan, turns_of

UNFINISHED: Final = ".part"
"""Ends the names of files that are being written."""

_GAMES: Final = pa.schema(
    [
        ("number", pa.int32()),
        ("seed", pa.string()),
        ("agents", pa.list_(pa.string())),
        ("has_random_opening", pa.bool_()),
        ("moves", pa.string()),
        ("winner", pa.int8()),
        ("points", pa.list_(pa.int8())),
    ]
)

_FIGURES: Final = (
    ("game", pa.int32()),
    ("is_fair", pa.bool_()),
    ("lead", pa.int8()),
    ("turn", pa.int16()),
    ("winner", pa.int8()),
)


def write_games(path: Path, ruleset: Ruleset, games: Sequence[Game]) -> None:
    """Write a shard of games; a game that was broken off has neither winner nor points."""
    rows = [_row(ruleset, game) for game in games]
    write_table(path, pa.Table.from_pylist(rows, schema=_GAMES))


def read_games(path: Path, ruleset: Ruleset) -> list[Game]:
    """Read a shard of games."""
    return [_game(ruleset, row) for row in pq.read_table(path).to_pylist()]


def write_table(path: Path, table: Any) -> None:
    """Write a table beside its place and then put it there."""
    write_tables(path, table.schema, [table])


def write_tables(path: Path, schema: Any, tables: Iterable[Any]) -> None:
    """Write tables one after the other beside the place of a file, as they are made, and then put it there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(f".{os.getpid()}{UNFINISHED}")
    with pq.ParquetWriter(beside, schema, compression="zstd") as writer:
        for table in tables:
            writer.write_table(table)
    beside.replace(path)


def remove_unfinished(folder: Path) -> None:
    """Remove unfinished files that killed processes have left; no process may be writing to the folder."""
    for path in folder.glob(f"*{UNFINISHED}"):
        path.unlink()


def checksum(paths: Sequence[Path]) -> str:
    """Return the SHA-256 over the files, in order."""
    total = sha256()
    for path in paths:
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _row(ruleset: Ruleset, game: Game) -> dict[str, Any]:
    moves = [[seat, ruleset.commands.encode(command)] for seat, command in game.moves]
    result = game.result
    return {
        "number": game.plan.number,
        "seed": game.plan.seed,
        "agents": list(game.plan.agents),
        "has_random_opening": game.plan.has_random_opening,
        "moves": json.dumps(moves, separators=(",", ":")),
        "winner": None if result is None else result.winners[0],
        "points": None if result is None else list(result.points),
    }


def _game(ruleset: Ruleset, row: dict[str, Any]) -> Game:
    plan = Plan(row["number"], row["seed"], tuple(row["agents"]), row["has_random_opening"])
    moves = [(seat, ruleset.commands.decode(command)) for seat, command in json.loads(row["moves"])]
    result = None if row["winner"] is None else Result((row["winner"],), tuple(row["points"]))
    return Game(plan, moves, result)


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
    schema = _schema(lesson, len(games[0].plan.agents))
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


def _schema(lesson: Lesson, seats: int) -> Any:
    figures = ("figures", pa.list_(pa.float32(), seats * len(lesson.names)))
    return pa.schema([*_FIGURES, figures], metadata={b"figures": _names(lesson)})


def _names(lesson: Lesson) -> bytes:
    return json.dumps(["fair", "lead", *lesson.names]).encode()


def read_features(paths: Sequence[Path], lesson: Lesson) -> Samples:
    """Read the positions of several files."""
    tables = pa.concat_tables([pq.read_table(path) for path in paths])
    flat = np.concatenate([chunk.flatten().to_numpy() for chunk in tables.column("figures").chunks])
    return Samples(
        flat.reshape(tables.num_rows, -1, len(lesson.names)),
        tables.column("winner").to_numpy().astype(np.int64),
        tables.column("game").to_numpy(),
        tables.column("is_fair").to_numpy(),
        tables.column("lead").to_numpy(),
    )
