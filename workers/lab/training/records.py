"""Keeps games and what is computed from them in Parquet files, a shard each; a file is whole or not there."""

import json
import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.ruleset import Result, Ruleset
from workers.lab.training.games import Game, Plan

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
