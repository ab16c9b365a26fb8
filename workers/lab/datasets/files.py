"""Writes the parts of a data set: two Parquet files of some games each, whole or not there."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from workers.lab.datasets.fields import GAMES, decision_fields, schema_of
from workers.lab.datasets.playing import Decision, Played, Player
from workers.lab.datasets.wish import Wish
from workers.lab.training.records import write_table, write_tables


def games_path(folder: Path, part: int) -> Path:
    """Return where the games of a part are kept."""
    return folder / f"games-{part:05}.parquet"


def decisions_path(folder: Path, part: int) -> Path:
    """Return where the decisions of a part are kept."""
    return folder / f"decisions-{part:05}.parquet"


def is_finished(folder: Path, part: int) -> bool:
    """Say whether both files of a part are there; the games are written last."""
    return games_path(folder, part).exists() and decisions_path(folder, part).exists()


def write_part(folder: Path, wish: Wish, part: int) -> int:
    """Play the games of a part, write them, and return the number of the part."""
    player = Player(wish)
    schema, rows = schema_of(decision_fields(player.description.width)), list[dict[str, Any]]()
    tables = _tables(player, wish.games_of(part), schema, rows)
    write_tables(decisions_path(folder, part), schema, tables)
    write_table(games_path(folder, part), pa.Table.from_pylist(rows, schema=schema_of(GAMES)))
    return part


def _tables(player: Player, numbers: range, schema: Any, rows: list[dict[str, Any]]) -> Iterator[Any]:
    """Yield the decisions of each game, and note what the game came to."""
    for number in numbers:
        played = player.play(number)
        rows.append(_game(player.wish, played))
        yield _table(player, played, schema)


def _game(wish: Wish, played: Played) -> dict[str, Any]:
    decisions, result = played.decisions, played.result
    return {
        "game": played.number,
        "seed": wish.seed_of(played.number),
        "agents": played.agents,
        "commands": sum(decision.command is not None for decision in decisions),
        "decisions": len(decisions),
        "turns": decisions[-1].turn,
        "winners": None if result is None else [*result.winners],
        "points": None if result is None else [*result.points],
    }


def _table(player: Player, played: Played, schema: Any) -> Any:
    """Return the decisions of a game as a table."""
    rows = [_row(player.wish, played, step, decision) for step, decision in enumerate(played.decisions)]
    flat = pa.array(np.concatenate([decision.observation for decision in played.decisions]))
    columns = {
        "observation": pa.FixedSizeListArray.from_arrays(flat, type=schema.field("observation").type),
        **{name: pa.array([row[name] for row in rows], schema.field(name).type) for name in rows[0]},
    }
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def _row(wish: Wish, played: Played, step: int, decision: Decision) -> dict[str, Any]:
    seat, result = decision.choice.seat, played.result
    return {
        "game": played.number,
        "step": step,
        "version": decision.version,
        "turn": decision.turn,
        "seat": seat,
        "agent": played.agents[seat],
        "must_act": decision.choice.look.actions.must_act,
        "legal": sorted(decision.choice.choices),
        "action": decision.action,
        "command": _say(wish, decision.command),
        "reward": None if result is None else 1.0 if seat in result.winners else -1.0,
        "points": None if result is None else result.points[seat],
    }


def _say(wish: Wish, command: Any | None) -> str | None:
    return None if command is None else orjson.dumps(wish.rules.commands.encode(command)).decode()


def rows_of(paths: Sequence[Path]) -> int:
    """Return how many rows files hold together."""
    return sum(pq.read_metadata(path).num_rows for path in paths)
