"""Plays the games of a data set and writes its parts: two Parquet files of some games each, whole or not there.

The fields of both tables have types, units and a meaning, and say when the seat knows them.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from domain.core.documents import Document
from domain.core.ruleset import Result
from workers.agents.agent import Agent
from workers.lab.datasets.wish import Wish
from workers.lab.environments.description import PASS, Description
from workers.lab.environments.episode import Choice, Course
from workers.lab.environments.making import MOST_STEPS, describe
from workers.lab.environments.table import LocalTable
from workers.lab.training.records import write_table, write_tables

THEN: Final = "yes"
LATER: Final = "no"
"""Says that a seat did not know a field when it chose, so that a program that plays fairly must not see it."""


class Field(NamedTuple):
    """Describes a field: its name, type and unit, what it means, and whether the seat knew it when it chose."""

    name: str
    kind: Any
    unit: str
    meaning: str
    known: str = THEN

    def document(self) -> Document:
        """Return the field as JSON."""
        return {
            "name": self.name,
            "type": str(self.kind),
            "unit": self.unit,
            "meaning": self.meaning,
            "known_to_the_seat": self.known,
        }


def _list(kind: Any, width: int = -1) -> Any:
    """Return the type of a list; its items are called as they will be in the file."""
    return pa.list_(pa.field("element", kind), width)


GAMES: Final = (
    Field("game", pa.int32(), "number", "The number of the game in this data set, from 0."),
    Field("seed", pa.string(), "text", "The seed of the game: whoever has it computes every draw.", LATER),
    Field("agents", _list(pa.string()), "ids", "Who played, by seat.", LATER),
    Field("commands", pa.int32(), "count", "How many commands were carried out.", LATER),
    Field("decisions", pa.int32(), "count", "How many rows of the other table belong to the game.", LATER),
    Field("turns", pa.int16(), "count", "The number of the last turn.", LATER),
    Field("winners", _list(pa.int8()), "seats", "Who won; null if the game was broken off.", LATER),
    Field("points", _list(pa.int16()), "points", "The final points, by seat; null if it was broken off.", LATER),
)


def decision_fields(width: int) -> Sequence[Field]:
    """Return the fields of decisions, for observations of so many columns."""
    return (
        Field("game", pa.int32(), "number", "The game, as in the table of games."),
        Field("step", pa.int32(), "number", "The number of the decision in its game, from 0; passes count.", LATER),
        Field("version", pa.int32(), "number", "The version of the game: 1 at first, one more for every command."),
        Field("turn", pa.int16(), "number", "The turn, counted over all seats; 0 before the first."),
        Field("seat", pa.int8(), "seat", "Who had to choose, and whose observation this is."),
        Field("agent", pa.string(), "id", "Who played the seat."),
        Field("must_act", pa.bool_(), "yes or no", "False where the seat may pass, which is action 0."),
        Field(
            "observation",
            _list(pa.int32(), width),
            "see the columns",
            "What the seat saw, and nothing else. Columns that tell each seat something else are 0 where the seat "
            "does not see them: the data sheet lists them.",
        ),
        Field("legal", _list(pa.int32()), "actions", "The numbers of the legal actions: those whose mask is 1."),
        Field(
            "action",
            pa.int32(),
            "action",
            "The action that was taken, the first that stands for the command; null if no action does.",
        ),
        Field("command", pa.string(), "JSON", "The command that was sent, exactly; null if the seat passed."),
        Field("reward", pa.float32(), "reward", "1 if the seat won, -1 if not; null if broken off.", LATER),
        Field("points", pa.int16(), "points", "The final points of the seat; null if broken off.", LATER),
    )


def schema_of(fields: Sequence[Field]) -> Any:
    """Return the schema of a table, in which each field says what it means."""
    return pa.schema([pa.field(field.name, field.kind, metadata=field.document()) for field in fields])


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
