"""Folds the log of a game into its table and its play, with the codec of each ruleset."""

import struct
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, Literal, TypeVar, cast

import orjson

from domain.core.errors import InvalidConfiguration, Unsound
from domain.core.messages import MessageTable
from domain.core.packing import POSITION_SET
from domain.core.ruleset import Ruleset
from eventstore.log.codec import Codec, Entry, UnknownEvent
from eventstore.log.folds import Fold, Folds
from eventstore.records import StoredEvent
from service.game.position import Play, course_after
from service.table.clock_events import TimedOut
from service.table.events import TABLE_EVENTS, TableOpened
from service.table.evolving import evolve
from service.table.seat_events import CHANGES_OF_SEATS
from service.table.state import Table, config_of

_UNKNOWN: Final = (LookupError, TypeError, ValueError, InvalidConfiguration)
_PLAY_PACK = "2"
_TABLE_PACK = "12"
_SIZES = struct.Struct(">II")
SEATS: Final = 0xFF
"""Masks the bits of a mark for the seats whose belongings a version changed, or which were changed themselves."""
REVEALS: Final = 1 << 8
TIMED_OUT: Final = 1 << 9
A = TypeVar("A", bound=Callable[..., Any])


def _guard(advance: A) -> A:
    """Make every failure on an event an UnknownEvent with its version; a lack of memory is not the event's fault."""

    @wraps(advance)
    def guard_advance(fold: Any, state: Any, kind: str, event: Any, stored: StoredEvent) -> Any:
        try:
            return advance(fold, state, kind, event, stored)
        except MemoryError:
            raise
        except Exception as error:  # rules can fail in any way on an event that they do not understand
            raise UnknownEvent(f"{kind}: {error!r}", stored.version) from error

    return cast(A, guard_advance)


class TableFold(Fold[Table]):
    """Folds the table's events; raises UnknownEvent for a table with a setting that this code does not know."""

    tag = f"table-{_TABLE_PACK}"

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def initial(self) -> Table:
        """Return a table before it is opened."""
        return Table()

    def apply(self, state: Table, kind: str, event: Any) -> Table:
        """Apply an event within a version."""
        evolve(state, event)
        return self._require_known(state) if isinstance(event, TableOpened) else state

    @_guard
    def advance(self, state: Table, kind: str, event: Any, stored: StoredEvent) -> Table:
        """Apply an event, which may be the first of its version."""
        state.version = stored.version
        return self.apply(state, kind, event)

    def copy(self, state: Table) -> Table:
        """Return an independent copy."""
        return state.copy()

    def pack(self, state: Table) -> bytes:
        """Serialize the table as JSON."""
        return orjson.dumps(state.pack())

    def unpack(self, packed: bytes) -> Table:
        """Restore the table from its snapshot."""
        return self._require_known(Table.unpack(orjson.loads(packed)))

    def _require_known(self, table: Table) -> Table:
        unknown = _find_unknown(self.ruleset, table.opened) if table.seats else None
        if unknown:
            raise UnknownEvent(unknown, 1)
        return table


class PlayFold(Fold[Play]):
    """Folds the game's events along the line of a version."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.tag = f"{ruleset.name}-{ruleset.version}-{ruleset.pack_version}-{_PLAY_PACK}"

    def initial(self) -> Play:
        """Return a game before it is set up."""
        return Play()

    def apply(self, state: Play, kind: str, event: Any) -> Play:
        """Apply an event within a version; the very first one creates the position."""
        if state.position is None:
            state.position = self.ruleset.begin(event)
        else:
            self.ruleset.evolve(state.position, event)
        return state

    @_guard
    def advance(self, state: Play, kind: str, event: Any, stored: StoredEvent) -> Play:
        """Apply an event, which may be the first of its version."""
        if stored.version != state.version:
            state = state.follow(self.ruleset, state.position, stored.version)
        state.course = course_after(state.course, event_table(self.ruleset).by_name[kind], stored)
        return self.apply(state, kind, event)

    def copy(self, state: Play) -> Play:
        """Return an independent copy."""
        return state.copy()

    def pack(self, state: Play) -> bytes:
        """Serialize sizes, course and debts as JSON, and the position as the ruleset packs it."""
        owed = orjson.dumps([state.version, state.course.hex(), [[*key, since] for key, since in state.owed.items()]])
        position = b"" if state.position is None else self.ruleset.pack(state.position)
        return _SIZES.pack(len(owed), len(position)) + owed + position

    def unpack(self, packed: bytes) -> Play:
        """Restore the play from its snapshot."""
        owed_size, size = _SIZES.unpack_from(packed)
        version, course, owed = orjson.loads(packed[_SIZES.size : _SIZES.size + owed_size])
        position = self.ruleset.unpack(packed[_SIZES.size + owed_size :]) if size else None
        since = {(seat, frame): version for seat, frame, version in owed}
        return Play(position, version, since, bytes.fromhex(course))


@cache
def event_table(ruleset: Ruleset) -> MessageTable:
    """Return every event type that the log of a ruleset's game may hold."""
    own = ruleset.events.rows
    branching = () if POSITION_SET.name in ruleset.events.by_name else (POSITION_SET,)
    return MessageTable((*TABLE_EVENTS.rows, *own, *branching))


@cache
def folds_of(ruleset: Ruleset) -> Folds[Table, Play]:
    """Return the folds, codec and marks that the loader needs for a ruleset."""
    table = event_table(ruleset)
    return Folds(TableFold(ruleset), PlayFold(ruleset), codec_of(table), fold_of, marks_of(table))


def marks_of(table: MessageTable) -> Callable[[Any], int]:
    """Return a function that computes an event's mark: which seats it changed, whether it revealed, a timeout."""
    own: dict[Any, int] = {TimedOut: TIMED_OUT}
    bits = {row.cls: own.get(row.cls, 0) | (REVEALS if row.reveals else 0) for row in table.rows}
    affects = {
        row.cls: row.affects
        for row in table.rows
        if row.name not in TABLE_EVENTS.by_name or row.cls in CHANGES_OF_SEATS
    }

    def mark_of(event: Any) -> int:
        cls = type(event)
        return bits[cls] | (affects[cls](event) if cls in affects else 0)

    return mark_of


def codec_of(table: MessageTable) -> Codec:
    """Return the codec for a table's events, with upcasters and former names."""
    entries = {row.name: Entry(row.schema, row.encode, row.decode) for row in table.rows}
    steps = {(row.name, n): upcaster for row in table.rows for n, upcaster in enumerate(row.upcasters, 1)}
    return Codec(entries, steps, {old: row.name for row in table.rows for old in row.was})


def fold_of(kind: str) -> Literal["table", "game"]:
    """Return the fold that an event type belongs to."""
    return "table" if kind in TABLE_EVENTS.by_name else "game"


def _find_unknown(ruleset: Ruleset, opened: TableOpened) -> str | None:
    """Return the first part of an opening that the ruleset does not know: map, option or modules; None if none is."""
    maps, options = _offer(ruleset)
    if opened.map not in maps and not _is_own(ruleset, opened.map):
        return f"map {opened.map}"
    strange = [name for name, value in opened.options.items() if name not in options or not _fits(options[name], value)]
    if strange:
        return f"option {strange[0]}"
    try:
        ruleset.completed(config_of(opened))
    except _UNKNOWN as error:  # the ruleset may know modules that it does not offer, so only `completed` can tell
        return f"modules {opened.modules}: {error!r}"
    return None


@cache
def _offer(ruleset: Ruleset) -> tuple[set[str], dict[str, Any]]:
    described = ruleset.describe()
    return {place["id"] for place in described["maps"]}, described["options"]["properties"]


def _is_own(ruleset: Ruleset, name: str) -> bool:
    """Return whether a map's name stands for a board of one's own that can be read."""
    try:
        return ruleset.own_board(name) is not None
    except Unsound:
        return False


def _fits(schema: dict[str, Any], value: Any) -> bool:
    """Return whether an option accepts a value; numbers are not checked, since any number has a meaning."""
    if isinstance(value, list):
        return all(_fits(schema.get("items", {}), item) for item in value)
    return value is None or value in schema.get("enum", (value,))
