"""The figures of the positions of recorded games, one row a turn, in Parquet beside the games."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.ruleset import Ruleset
from workers.agents.catan.value.figures import NAMES, figures
from workers.training.games import SEATS, Game, turns_of
from workers.training.records import write_table

_META: Final = {b"figures": json.dumps(NAMES).encode()}
_FIGURES: Final = pa.list_(pa.float32(), SEATS * len(NAMES))
_SCHEMA: Final = pa.schema(
    [("game", pa.int32()), ("turn", pa.int16()), ("winner", pa.int8()), ("figures", _FIGURES)], metadata=_META
)


class Samples(NamedTuple):
    """Holds positions with their outcome: figures (positions, seats, features), the seat that won, and the game."""

    figures: Any
    winner: Any
    game: Any


def write_features(path: Path, ruleset: Ruleset, games: Sequence[Game]) -> None:
    """Play recorded games again and write the figures as each turn begins; games without a winner are left out."""
    rows: list[tuple[int, int, int, Any]] = []
    for game in games:
        if game.result is not None:
            number, winner = game.plan.number, game.result.winners[0]
            for position in turns_of(ruleset, game.plan, game.moves):
                rows.append((number, ruleset.turn(position), winner, np.ravel(figures(position))))
    games_, turns, winners, found = zip(*rows, strict=True)
    flat = pa.array(np.concatenate(found).astype(np.float32))
    columns = [pa.array(games_, pa.int32()), pa.array(turns, pa.int16()), pa.array(winners, pa.int8())]
    table = pa.Table.from_arrays([*columns, pa.FixedSizeListArray.from_arrays(flat, type=_FIGURES)], schema=_SCHEMA)
    write_table(path, table)


def is_current(path: Path) -> bool:
    """Say whether a file is there and holds the figures of today."""
    return path.exists() and (pq.read_schema(path).metadata or {}).get(b"figures") == _META[b"figures"]


def read_features(paths: Sequence[Path]) -> Samples:
    """Read the positions of several files."""
    tables = pa.concat_tables([pq.read_table(path) for path in paths])
    flat = np.concatenate([chunk.flatten().to_numpy() for chunk in tables.column("figures").chunks])
    return Samples(
        flat.reshape(tables.num_rows, SEATS, len(NAMES)),
        tables.column("winner").to_numpy().astype(np.int64),
        tables.column("game").to_numpy(),
    )
