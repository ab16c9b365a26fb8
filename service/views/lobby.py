"""Defines a row of the lobby: its members, the lists that contain it, and the filters of a request.

Lists are sorted by a time: `created`, `started` or `ended`. There is one list per value of a filter, and one per status
with each ruleset. If several filters are set, the shortest of their lists is read, and each row is checked.
"""

from itertools import product
from typing import Any, Final, NamedTuple

import orjson

from eventstore.rows import Listed
from service.game.deadlines import times
from service.game.documents import agent_members
from service.game.games import Game
from service.game.ids import is_imported
from service.process.wall_clock import read_moment

SORTS: Final = ("created", "started", "ended")
AGENT_SEATS: Final = ("only", "some", "none")
ANY: Final = "*"
NEEDED: Final = ("created",)
"""Lists members that older releases did not write into rows.

When you add a member that every row has, or a list, add it here: rows without it are made again, and the lobby omits
them until then.
"""
MOVING: Final = ("version", "expires")
"""Lists the members that every version changes; they are stored apart from the others."""
SINGLE: Final = ("map", "module", "agents", "open_seats")
"""Lists the filters whose values have lists of their own, sorted by `created`."""
FILTERS: Final = ("status", "ruleset", *SINGLE)


class Wish(NamedTuple):
    """Describes a request for rows: filters (None: any) and the time to sort by."""

    status: str | None = None
    ruleset: str | None = None
    map: str | None = None
    module: str | None = None
    agents: str | None = None
    open_seats: bool = False
    sort: str = SORTS[0]
    sandbox: bool = False

    def fits(self, row: dict[str, Any]) -> bool:
        """Return whether a row matches; incomplete rows never do."""
        if (
            self.sandbox != ("sandbox" in row)
            or not is_whole(row)
            or self.sort not in row
            or self.module not in (None, *row["modules"])
        ):
            return False
        said, wanted = facets(row), self.set_filters()
        if self.map not in (None, row["map"], said["map"]):
            return False
        wanted["map"] = said["map"]
        return all(said[name] == value for name, value in wanted.items() if name in said)

    def set_filters(self) -> dict[str, Any]:
        """Return the filters that are set, by name."""
        named = self._asdict()
        return {name: named[name] for name in FILTERS if named[name]}

    @property
    def lists(self) -> list[str]:
        """Return the lists that contain every matching row: those of the filters, otherwise the list of all."""
        filters = self.set_filters() if self.sort == SORTS[0] else {}
        singles = filters | ({"map": map_list(filters["map"])} if "map" in filters else {})
        found = [single_list(name, value) for name, value in singles.items() if name in SINGLE]
        is_needed = not found or self.status or self.ruleset
        found = [*found, *([list_of(self.status, self.ruleset, self.sort)] if is_needed else [])]
        return [of_sandboxes(name) for name in found] if self.sandbox else found


def split(row: dict[str, Any]) -> tuple[bytes, bytes]:
    """Return a row as it is stored: its body, and its tail with the members that every version changes."""
    moving = {name: row[name] for name in MOVING if name in row}
    return orjson.dumps(row | dict.fromkeys(moving)), orjson.dumps(moving)


def join(row: Listed) -> dict[str, Any]:
    """Return a row that was stored."""
    return {**orjson.loads(row.body), **orjson.loads(row.tail or b"{}")}


def is_whole(row: dict[str, Any]) -> bool:
    """Return whether a row has all current members."""
    return all(name in row for name in NEEDED)


def facets(row: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a row that filters compare, except its modules; a rematch's open seats are reserved."""
    return {
        "status": row["status"],
        "ruleset": row["ruleset"],
        "map": map_list(row["map"]),
        "agents": _agents(row),
        "open_seats": "rematch_of" not in row and any(seat["kind"] == "open" for seat in row["seats"]),
    }


def _agents(row: dict[str, Any]) -> str:
    """Return whether agents have all, some or none of the seats, in the words of `AGENT_SEATS`."""
    by_agents = [seat["kind"] == "ai" for seat in row["seats"]]
    if all(by_agents):
        return AGENT_SEATS[0]
    return AGENT_SEATS[1 if any(by_agents) else 2]


def map_list(name: str) -> str:
    """Return the name by which games on a map are listed: boards of one's own have one list, up to their first dot."""
    return name.partition(".")[0]


def places_of(row: dict[str, Any]) -> dict[str, str]:
    """Return the lists that contain a row, with its sort key in each."""
    said = facets(row)
    created = place_of(read_moment(row["created"]))
    singles = [(name, said[name]) for name in SINGLE if said.get(name, False) is not False]
    singles += [("module", name) for name in row["modules"]]
    places = {single_list(name, value): created for name, value in singles}
    for sort in SORTS:
        if sort in row:
            place = place_of(read_moment(row[sort]))
            kinds = product((None, said["status"]), (None, said["ruleset"]))
            places |= {list_of(status, ruleset, sort): place for status, ruleset in kinds}
    return {of_sandboxes(name): place for name, place in places.items()} if "sandbox" in row else places


def list_of(status: str | None, ruleset: str | None, sort: str = SORTS[0]) -> str:
    """Name the list of all public games with a status and ruleset (None: any), sorted by one of their times."""
    name = f"status={status or ANY}&ruleset={ruleset or ANY}"
    return name if sort == SORTS[0] else f"{sort}&{name}"


def single_list(name: str, value: Any) -> str:
    """Name the list of all public games with this value."""
    return f"{name}={value}"


def of_sandboxes(name: str) -> str:
    """Name the list of sandbox games beside one of ordinary games, which never has both."""
    return f"sandbox&{name}"


EVERY_ROW: Final = (list_of(None, None), of_sandboxes(list_of(None, None)))
"""Names the lists that hold every row once."""


def place_of(ms: int) -> str:
    """Return a time as a sort key in a list."""
    return f"{ms:015d}"


def row_of(game: Game) -> dict[str, Any]:
    """Return what the lobby shows of a game, except names, which are stored beside the log only."""
    opened, result = game.table.opened, game.result if game.table.finished else None
    row: dict[str, Any] = {
        "id": game.id,
        "ruleset": game.ruleset.name,
        "status": game.table.status,
        "version": game.version,
        **times(game),
        "map": opened.map,
        "modules": list(opened.modules),
        "options": game.config.options,
        "undo": opened.undo,
        "unfair": opened.unfair,
        "seats": [
            {"seat": number, "kind": seat.kind, **agent_members(seat.agent)}
            for number, seat in enumerate(game.table.seats)
        ],
    }
    more = {
        "clock": opened.clock,
        "imported": is_imported(game.id),
        "sandbox": opened.sandbox,
        "rematch_of": opened.rematch_of,
        "winners": None if result is None else list(result.winners),
    }
    return row | {name: value for name, value in more.items() if value or value == []}
