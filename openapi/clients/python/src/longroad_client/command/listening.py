"""Defines `longroad listen`, which posts the notices of a server to an address of this machine, as a webhook would."""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client, with_token
from longroad_client.command.showing import say
from longroad_client.webhooks import signature

if TYPE_CHECKING:
    import httpx

    from longroad_client import Client

ANSWER_S = 10.0
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


@click.command(cls=Polite)
@click.argument("to")
@click.option(
    "--type",
    "kinds",
    type=click.Choice(TYPES),
    multiple=True,
    default=USUAL,
    show_default=True,
    help="Of the notices; may be repeated.",
)
@click.option("--secret", help="What they are signed with; by default a new one, which is shown.")
@click.option("--most", type=int, help="End after so many notices.")
@with_token
@add_server_options
def listen(
    to: str, kinds: tuple[str, ...], secret: str | None, most: int | None, token: str | None, server: Server
) -> None:
    """Post the notices of your seats to the address TO, such as http://127.0.0.1:9000/hook, until Ctrl-C.

    It does what a webhook does, without an address that the server can reach: the notices have the form and the
    signature of Standard Webhooks. Needs an API key (all its seats) or a seat's token (that seat). A seat that you have
    lost, by leaving it for example, is reported no more; a webhook would hear of that once.
    """
    import httpx

    if not token and not server.key:
        raise click.UsageError("listen needs --key or --token: whose seats?")
    secret = secret or f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}"
    click.echo(f"signing with {secret}", err=True)
    with open_client(server, token) as client, httpx.Client(timeout=ANSWER_S) as local:
        client.list_pending()  # refuses a credential that is not known before anything else happens
        for number, notice in enumerate(notices(client, dict.fromkeys(kinds)), 1):
            status = post_notice(local, to, secret, notice, number)
            say({**notice, "answered": status}, f"{notice['type']} of game {notice['data']['game']}: {status}")
            if number == most:
                return


def post_notice(local: httpx.Client, to: str, secret: str, notice: dict[str, Any], number: int) -> str:
    """Post a notice, signed, and return how it was answered."""
    import httpx

    body, told, now = json.dumps(notice).encode(), f"listen_{number}", str(int(time.time()))
    headers = {"webhook-id": told, "webhook-timestamp": now, "webhook-signature": signature(secret, told, now, body)}
    try:
        answer = local.post(to, content=body, headers={**headers, "Content-Type": "application/json"})
    except httpx.TransportError as error:
        return f"no answer: {error}"
    return str(answer.status_code)


def notices(client: Client, kinds: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield notices of some types without end: first what is owed already, then what happens from now on."""
    feed = Feed(client)
    owed: str | None = None
    while True:
        if "turn" in kinds:
            page = cast("Any", client.list_pending(after=owed))
            for debt in page["pending"]:
                owes = [{name: debt[name] for name in ("frame", "must", "since")}]
                yield _notice("turn", {name: debt[name] for name in ("game", "seat", "version")} | {"owes": owes})
            owed = page["cursor"]
        for game, seat, version, events in feed.news():
            for kind in kinds:
                for content in _contents(client, kind, game, seat, events):
                    yield _notice(kind, {"game": game, "seat": seat, "version": version, **content})


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
        placed = groupby(found, lambda entry: (entry["game"], entry["you"], entry["event"]["version"]))
        return [(*place, [entry["event"] for entry in entries]) for place, entries in placed]


def _notice(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds"), "data": data}


def _contents(client: Client, kind: str, game: str, seat: int, events: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield what a notice of a type says of a version; nothing where there is none."""
    if kind == "events":
        yield {"events": events}
    elif kind == "seat_changed":
        changes = [CHANGES[event["type"]] for event in events if event["type"] in CHANGES and event["seat"] == seat]
        if changes:
            place = cast("Any", client.get_game(game))["seats"][seat]
            played = {name: place[name] for name in ("agent", "level") if place.get(name)}
            yield {"change": changes[-1], "kind": place["kind"], "yours": True, **played}
    elif kind in {TURNED.get(event["type"]) for event in events}:
        view = cast("Any", client.get_game(game))
        result = view.get("result")
        told = {"result": {name: result[name] for name in ("winners", "points")}} if result else {}
        yield {"status": view["status"], **told}
