"""Offers whole documents as resources: rulesets, rules, and the state and board of a game as a seat sees them."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from service.mcp.asking import Refused, ask
from service.mcp.positions import view_of
from service.mcp.seating import NAMES, NOT_FOR_MODELS, seat_of
from service.mcp.writing import in_json

SCHEME: Final = "longroad://"
MIME: Final = "application/json"
_HOUR_MS: Final = 3_600_000


class Resource(NamedTuple):
    """Describes resources whose address has a variable part, and how one of them is read."""

    name: str
    title: str
    address: str
    description: str
    read: Callable[[str], Any]
    ttl_ms: int

    def document(self) -> dict[str, Any]:
        """Return what a list shows; the address is a template if it has a variable part."""
        kind = "uriTemplate" if "{" in self.address else "uri"
        described = {"name": self.name, "title": self.title, "description": self.description, "mimeType": MIME}
        return {kind: SCHEME + self.address} | described

    def part_of(self, address: str) -> str | None:
        """Return the variable part of an address; None if it is none of these."""
        begin, _, rest = self.address.partition("{")
        end = rest.partition("}")[2]
        if not (address.startswith(begin) and address.endswith(end)):
            return None
        part = address[len(begin) : len(address) - len(end)]
        return part if bool(part) is bool(rest) and "/" not in part else None


def find_resource(uri: str) -> tuple[Resource, str]:
    """Return the resources that an address belongs to, and its variable part; raises Refused for another address."""
    for resource in RESOURCES:
        part = resource.part_of(uri.removeprefix(SCHEME)) if uri.startswith(SCHEME) else None
        if part is not None:
            return resource, part
    raise Refused(f"There is no such resource; there are {', '.join(SCHEME + one.address for one in RESOURCES)}")


def contents(uri: str) -> dict[str, Any]:
    """Return a resource, with how long it may be kept; raises Refused if there is none."""
    resource, part = find_resource(uri)
    told = {"uri": uri, "mimeType": MIME, "text": in_json(resource.read(part))}
    return {"contents": [told], "ttlMs": resource.ttl_ms, "cacheScope": "private"}


def _rulesets(_part: str) -> Any:
    return [_for_models(one) for one in ask("GET", "/rulesets")["rulesets"]]


def _ruleset(part: str) -> Any:
    return _for_models(ask("GET", f"/rulesets/{part}"))


def _for_models(ruleset: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in ruleset.items() if name not in NOT_FOR_MODELS}


def _rule(part: str) -> Any:
    return ask("GET", f"/rules/{part}")


def _state(part: str) -> Any:
    return view_of(seat_of(part))


def _board(part: str) -> Any:
    seat = seat_of(part)
    return ask("GET", f"/games/{seat.game}/board", seat.token, query={"words": "true"})


RESOURCES: Final = (
    Resource(
        "rulesets", "What can be played", "rulesets", "The rulesets, all with what `rules` says.", _rulesets, _HOUR_MS
    ),
    Resource(
        "ruleset",
        "A ruleset",
        "rulesets/{ruleset}",
        "Its seats, maps, modules, options and agents.",
        _ruleset,
        _HOUR_MS,
    ),
    Resource("rule", "A rule", "rules/{rule}", "What a rule of the rulebook says.", _rule, _HOUR_MS),
    Resource(
        "state",
        "The game as your seat sees it",
        "seats/{seat}/state",
        f"The view of a seat, by its handle: the state, the players and who must act. {NAMES.capitalize()}.",
        _state,
        0,
    ),
    Resource(
        "board", "The board", "seats/{seat}/board", "The board of a seat's game, with words for places.", _board, 0
    ),
)
