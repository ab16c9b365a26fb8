"""Lets a model play as a player of an application, whose token is its API key: seeks, own games, standing orders."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.clients.api_keys import ApiKey
from service.clients.handles import HeldSeat
from service.http.access import api_key, application
from service.live import News
from service.mcp.asking import Refused, ask
from service.mcp.writing import Said, in_json

WAIT_S: Final = 20
LOOK_S: Final = 1.0
"""Sets how often a waiting model's seek is looked at, which keeps it open."""
OPEN: Final = "open"
FILLED: Final = "filled"
GAMES: Final = 50
ALL: Final = "all"


def find_player() -> ApiKey | None:
    """Return the player whose token the caller sends as its API key; None for any other key, and without one."""
    key = api_key()
    return key if key is not None and key.is_player else None


def require_player() -> ApiKey:
    """Return the player who calls; raises Refused for everybody else."""
    player = find_player()
    if player is None:
        raise Refused("this needs a player's token, which is configured as the header X-Api-Key")
    return player


def follow_seek(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Post a seek, or look at the one whose `id` is given, and wait until it ends or for 20 seconds; return it."""
    require_player()
    seek: dict[str, Any] = ask("GET", f"/seeks/{wish['id']}") if "id" in wish else ask("POST", "/seeks", body=wish)
    listener, until = application().hub.listen(), time.monotonic() + WAIT_S
    try:
        while seek["status"] == OPEN and time.monotonic() < until:
            if listener.wait(LOOK_S) is News.STOPPING:
                break
            seek = ask("GET", f"/seeks/{seek['id']}")
    finally:
        application().hub.leave(listener)
    return seek


def seek_lines(seek: Mapping[str, Any]) -> Iterator[Said]:
    """Say that a seek waits or has ended without a game."""
    told = {name: seek[name] for name in ("id", "status", "reason") if name in seek}
    still = f'Nobody has come yet: call `sit` again with seek {{"id": "{seek["id"]}"}} within a minute.'
    yield Said(f"The seek {in_json(told)}. {still if seek['status'] == OPEN else ''}".strip(), seek=told)


def renew_own_seat(game: str) -> tuple[int, str] | None:
    """Return the number and a new token of the calling player's seat in a game; None without one among the newest."""
    player = find_player()
    if player is None:
        return None
    games = ask("GET", f"/players/{player.id}", query={"limit": GAMES})["games"]
    seat = next((one["seat"] for one in games if one["game"] == game), None)
    if seat is None:
        return None
    path = f"/games/{game}/seats/{seat}/token"
    return seat, ask("POST", path, body={}, headers={"X-Seat": str(seat)})["token"]


def rating_lines() -> Iterator[Said]:
    """Say who the calling player is, and its ratings."""
    shown = ask("GET", f"/players/{require_player().id}", query={"limit": 1})
    yield Said(f"You are {in_json(shown['name'])}, with {len(shown['ratings'])} ratings:", ratings=[])
    for rating in shown["ratings"]:
        yield Said(in_json(rating), ratings=[rating])


def set_or_end_order(seat: HeldSeat, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Set the `order` of the arguments for a seat, or end the one that `end_order` names; return those that stand."""
    path, ended = f"/games/{seat.game}/seats/{seat.seat}/orders", arguments.get("end_order")
    way = "POST" if ended is None else "DELETE"
    found: dict[str, Any] = ask(
        way, path if ended in (None, ALL) else f"{path}/{ended}", seat.token, arguments.get("order")
    )
    return found


def list_orders(seat: HeldSeat) -> dict[str, Any]:
    """Return the standing orders of a seat."""
    found: dict[str, Any] = ask("GET", f"/games/{seat.game}/seats/{seat.seat}/orders", seat.token)
    return found


def order_lines(found: Mapping[str, Any]) -> Iterator[Said]:
    """Say which orders stand for a seat, and how the last ones ended."""
    yield Said(f"{len(found['orders'])} standing orders, which only you can read:", orders=[])
    for order in found["orders"]:
        yield Said(in_json(order), orders=[order])
    for order in found["ended"]:
        yield Said(f"ended: {in_json(order)}", orders=[order])
