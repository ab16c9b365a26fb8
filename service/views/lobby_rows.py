"""A row of the lobby: what it says of a game, in which lists it stands, and which rows somebody wants to see.

Lists are in the order of a time: `created`, `started` or `ended`. There is one for each value of a filter, and one for
each state with each ruleset. Where several filters are set the shortest of their lists is read, and each row looked at.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

from service.game.games import Game
from service.game.imported import is_imported
from service.game.lifetimes import times
from service.wall_clock import read_moment

SORTS: Final = ("created", "started", "ended")
AGENT_SEATS: Final = ("only", "some", "none")
ANY: Final = "*"
NEEDED: Final = ("created",)
"""What older versions of the service did not write into rows. Whoever adds members that every row has, or lists that it
stands in, adds one here: the rows without it are made anew, and until then the lobby leaves them out."""


class Wish(NamedTuple):
    """Which rows somebody wants to see, and by which of their times in order; None: whatever it is."""

    status: str | None = None
    ruleset: str | None = None
    map: str | None = None
    module: str | None = None
    agents: str | None = None
    open_seats: bool = False
    sort: str = SORTS[0]

    def fits(self, row: dict[str, Any]) -> bool:
        """Whether a row is wanted; none is that says too little."""
        if not is_whole(row) or self.sort not in row or self.module not in (None, *row["modules"]):
            return False
        said = facets(row)
        return all(said[name] == value for name, value in self.set_filters().items() if name in said)

    def set_filters(self) -> dict[str, Any]:
        """The filters that are set, by name."""
        named = self._asdict()
        return {name: named[name] for name in FILTERS if named[name]}

    @property
    def lists(self) -> list[str]:
        """The lists of which each holds every row that is wanted: those of the filters, or that of all."""
        filters = self.set_filters() if self.sort == SORTS[0] else {}
        found = [single_list(name, value) for name, value in filters.items() if name in SINGLE]
        is_needed = not found or self.status or self.ruleset
        return [*found, *([list_of(self.status, self.ruleset, self.sort)] if is_needed else [])]


SINGLE: Final = ("map", "module", "agents", "open_seats")
"""Filters whose values have lists of their own, in the order of `created`."""
FILTERS: Final = ("status", "ruleset", *SINGLE)


def is_whole(row: dict[str, Any]) -> bool:
    """Whether a row says all that rows say by now."""
    return all(name in row for name in NEEDED)


def facets(row: dict[str, Any]) -> dict[str, Any]:
    """What filters ask of a row, but for its modules."""
    return {
        "status": row["status"],
        "ruleset": row["ruleset"],
        "map": row["map"],
        "agents": _agents(row),
        "open_seats": _is_open(row),
    }


def _agents(row: dict[str, Any]) -> str:
    by_agents = [seat["kind"] == "ai" for seat in row["seats"]]
    return AGENT_SEATS[0 if all(by_agents) else 1 if any(by_agents) else 2]


def _is_open(row: dict[str, Any]) -> bool:
    """Whether anybody may sit down: the seats of a rematch are kept for those of the game before."""
    return "rematch_of" not in row and any(seat["kind"] == "open" for seat in row["seats"])


def places_of(row: dict[str, Any]) -> dict[str, str]:
    """In which lists a row stands, and where."""
    said = facets(row)
    created = place_of(read_moment(row["created"]))
    places = {single_list(name, value): created for name, value in _singles(row, said)}
    for sort in SORTS:
        if sort in row:
            place = place_of(read_moment(row[sort]))
            kinds = product((None, said["status"]), (None, said["ruleset"]))
            places |= {list_of(status, ruleset, sort): place for status, ruleset in kinds}
    return places


def _singles(row: dict[str, Any], said: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "map", row["map"]
    yield from (("module", name) for name in row["modules"])
    yield "agents", said["agents"]
    if said["open_seats"]:
        yield "open_seats", True


def list_of(status: str | None, ruleset: str | None, sort: str = SORTS[0]) -> str:
    """The list of all public games that stand so and are of this family (None: of any), by one of their times."""
    name = f"status={status or ANY}&ruleset={ruleset or ANY}"
    return name if sort == SORTS[0] else f"{sort}&{name}"


def single_list(name: str, value: Any) -> str:
    """The list of all public games that have this value."""
    return f"{name}={value}"


def place_of(ms: int) -> str:
    """A time as a place in a list."""
    return f"{ms:015d}"


def row_of(game: Game) -> dict[str, Any]:
    """What the lobby shows of a game as it stands, but for names, which stand beside the log alone."""
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
            {"seat": number, "kind": seat.kind, **({"agent": seat.agent} if seat.agent else {})}
            for number, seat in enumerate(game.table.seats)
        ],
    }
    more = {
        "clock": opened.clock,
        "imported": is_imported(game.id),
        "rematch_of": opened.rematch_of,
        "winners": None if result is None else list(result.winners),
    }
    return row | {name: value for name, value in more.items() if value or value == []}
