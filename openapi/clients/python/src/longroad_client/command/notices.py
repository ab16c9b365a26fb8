"""Makes the notices that a webhook would get from what a caller can read: the feed of its games, and what it owes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from longroad_client import Client

TYPES = ("turn", "started", "finished", "events", "seat_changed")
USUAL = ("turn", "finished")
"""Lists what a webhook gets that names no types."""
TURNED = {"SeatsFilled": "started", "SeedRevealed": "finished"}
CHANGES = {
    "TokenRenewed": "renewed",
    "SeatRenamed": "renamed",
    "SeatLent": "lent",
    "SeatReturned": "returned",
    "SeatStoodIn": "stood_in",
}
"""Names the changes of a seat after which it is still the caller's; a lost seat is in no feed of theirs."""


def notices(client: Client, kinds: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield notices of some types without end: first what is owed already, then what happens from now on."""
    feed = Feed(client)
    owed: str | None = None
    while True:
        if "turn" in kinds:
            page = cast("Any", client.list_pending(after=owed))
            yield from map(_turn, page["pending"])
            owed = page["cursor"]
        for game, seat, version, events in feed.news():
            for kind in kinds:
                for content in _contents(client, kind, game, seat, events):
                    yield notice(kind, {"game": game, "seat": seat, "version": version, **content})


class Feed:
    """Reads the feed over all games of a caller in whole versions; a stream says when there is more."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.cursor = client.list_my_events(after="latest")["cursor"]
        self.stream = client.my_events(after=self.cursor)
        self.ahead = 0

    def news(self) -> list[tuple[str, int, int, list[Any]]]:
        """Wait until something has happened; return game, seat, version and events of each new version."""
        while self.ahead >= 0:
            next(self.stream)
            self.ahead -= 1
        found: list[Any] = []
        has_more = True
        while has_more:
            page = cast("Any", self.client.list_my_events(after=self.cursor))
            found += page["events"]
            self.cursor, has_more = page["cursor"], "next" in page
        self.ahead += len(found)
        return [(*place, [entry["event"] for entry in entries]) for place, entries in groupby(found, _place)]


def _place(entry: Any) -> tuple[str, int, int]:
    return entry["game"], entry["you"], entry["event"]["version"]


def notice(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return a notice."""
    return {"type": kind, "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds"), "data": data}


def _turn(debt: Any) -> dict[str, Any]:
    owes = [{name: debt[name] for name in ("frame", "must", "since")}]
    return notice("turn", {"game": debt["game"], "seat": debt["seat"], "version": debt["version"], "owes": owes})


def _contents(client: Client, kind: str, game: str, seat: int, events: list[Any]) -> Iterable[dict[str, Any]]:
    """Return what a notice of a type says of a version; nothing where there is none."""
    if kind == "events":
        return [{"events": events}]
    if kind == "seat_changed":
        changes = [CHANGES[event["type"]] for event in events if event["type"] in CHANGES and event["seat"] == seat]
        return [_describe_change(client, game, seat, changes[-1])] if changes else []
    return [_describe_turn(client, game)] if kind in {TURNED.get(event["type"]) for event in events} else []


def _describe_change(client: Client, game: str, seat: int, change: str) -> dict[str, Any]:
    place = cast("Any", client.get_game(game))["seats"][seat]
    played = {name: place[name] for name in ("agent", "level") if place.get(name)}
    return {"change": change, "kind": place["kind"], "yours": True, **played}


def _describe_turn(client: Client, game: str) -> dict[str, Any]:
    view = cast("Any", client.get_game(game))
    result = view.get("result")
    told = {"result": {name: result[name] for name in ("winners", "points")}} if result else {}
    return {"status": view["status"], **told}
