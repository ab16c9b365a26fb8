"""Plays the games of a data set and writes its parts: two Parquet files of some games each, whole or not there."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.ruleset import Result
from workers.agents.agent import Agent
from workers.lab.datasets.fields import GAMES, decision_fields, schema_of
from workers.lab.datasets.specification import Wish
from workers.lab.environments.description import PASS, Description
from workers.lab.environments.episode import Choice, Course
from workers.lab.environments.making import MOST_STEPS, describe
from workers.lab.environments.table import LocalTable
from workers.lab.training.records import write_table, write_tables


class Decision(NamedTuple):
    """Holds what a seat saw and may do, and what it did: a command (None: it passed), and the action of that, if any.

    `version` is that of the game at which it chose: 1 at the beginning, and one more for every command.
    """

    version: int
    turn: int
    choice: Choice
    observation: Any
    command: Any | None
    action: int | None


class Played(NamedTuple):
    """Holds a game that was played; the result is None if it was broken off."""

    number: int
    agents: list[str]
    decisions: list[Decision]
    result: Result | None


class Player:
    """Plays the games of a wish, one after the other."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.description: Description = describe(wish.rules, wish.config)
        self._agents: Mapping[str, Agent] = dict(zip(wish.agents, wish.players(), strict=True))

    def play(self, number: int) -> Played:
        """Play a game; it is the same whenever it is played."""
        seating = self.wish.seating(number)
        players = {seat: self._agents[name] for seat, name in enumerate(seating)}
        table = LocalTable(self.wish.rules, self.wish.config, players)
        course = Course(table, self.description)
        course.open(self.wish.seed_of(number))
        decisions = [decision for decision, _ in zip(_decisions(course, table), range(MOST_STEPS), strict=False)]
        return Played(number, seating, decisions, table.result())


def _decisions(course: Course, table: LocalTable) -> Iterator[Decision]:
    version = 1
    while (seat := course.next_seat()) is not None:
        choice, command = course.choice(seat), table.chosen(seat)
        yield Decision(
            version, table.turn, choice, course.observation(seat, choice.look), command, _action(choice, command)
        )
        course.carry_out(seat, command)
        version += command is not None


def _action(choice: Choice, command: Any | None) -> int | None:
    """Return the first action that stands for a command; None where there is no such action."""
    if command is None:
        return PASS
    return min((action for action, one in choice.choices.items() if one == command), default=None)


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
    seat, command, result = decision.choice.seat, decision.command, played.result
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
        "command": None if command is None else orjson.dumps(wish.rules.commands.encode(command)).decode(),
        "reward": None if result is None else 1.0 if seat in result.winners else -1.0,
        "points": None if result is None else result.points[seat],
    }


def rows_of(paths: Sequence[Path]) -> int:
    """Return how many rows files hold together."""
    return sum(pq.read_metadata(path).num_rows for path in paths)
