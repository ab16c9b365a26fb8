"""Defines `longroad seek`, `me` and `orders`: what a player does beside playing, by its own token."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client, with_token
from longroad_client.command.showing import console, say, write_json
from longroad_client.program import wants_json

if TYPE_CHECKING:
    from longroad_client import Client, Player, Seat

NEEDS_PLAYER = "needs --key with a player's token, such as player-0123456789abcdef01.secret"
MOST = 20


def player_of(client: Client, server: Server) -> Player:
    """Return the player whose token is the key; raises UsageError for any other key."""
    if not (server.key or "").startswith("player-"):
        raise click.UsageError(NEEDS_PLAYER)
    return client.player(cast("str", server.key))


@click.command(cls=Polite)
@click.argument("ruleset", required=False)
@click.option("--seats", type=click.IntRange(2), default=2, show_default=True, help="How many are to play.")
@click.option("--map", "maps", multiple=True, help="A map on which you would play; may be repeated.")
@click.option("--clock", type=int, help="The seconds for each move; by default no clock.")
@click.option("--rated", is_flag=True, help="Seek a rated game.")
@click.option("--wait", "wait_s", type=int, default=600, show_default=True, help="After how many seconds to give up.")
@click.option(
    "--fill", "fill_s", type=click.IntRange(1), help="After how many seconds agents take what seats are left."
)
@click.option("--agent", help="The agent that fills seats.")
@click.option("--level", type=int, help="The level of that agent.")
@click.option("--most", type=click.IntRange(1), default=MOST, show_default=True, help="How many seeks to list.")
@add_server_options
def seek(ruleset: str | None, most: int, server: Server, **wish: Any) -> None:
    """Seek others to play RULESET with, and wait until the game begins; without it, list who seeks.

    Needs a player's token as --key, except to list. Ctrl-C withdraws the seek.
    """
    with open_client(server) as client:
        if ruleset is None:
            list_seeks(client, most)
            return
        player = player_of(client, server)
        seat = _sit_down(player, _draft(ruleset, wish))
        text = f"you have seat {seat.number} of game {seat.game}"
        say({"game": seat.game, "seat": seat.number}, text)


def _draft(ruleset: str, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a seek; raises UsageError for an agent that would fill nothing."""
    filler = {name: wish[name] for name in ("agent", "level") if wish[name] is not None}
    if filler and wish["fill_s"] is None:
        raise click.UsageError("--agent and --level need --fill: after how many seconds?")
    wanted = {
        "maps": list(wish["maps"]),
        "clock": wish["clock"] and {"seconds": wish["clock"]},
        "rated": wish["rated"],
        "fill": wish["fill_s"] and {"after_s": wish["fill_s"], **filler},
    }
    given = {name: value for name, value in wanted.items() if value}
    return {"ruleset": ruleset, "seats": wish["seats"], "wait_s": wish["wait_s"], **given}


def _sit_down(player: Player, draft: dict[str, Any]) -> Seat:
    """Post a seek and wait for its game; if this is interrupted the seek is withdrawn, unless it was just filled."""
    from longroad_client.problems import NotFound

    posted = player.client.create_seek(**cast("Any", draft))
    if posted["status"] == "open":
        click.echo(f"seeking as {posted['id']}; Ctrl-C withdraws it", err=True)
    try:
        return player.await_seek(posted)
    except KeyboardInterrupt:
        try:
            player.client.delete_seek(posted["id"])
        except NotFound:
            return player.await_seek(player.client.get_seek(posted["id"]))
        raise


def list_seeks(client: Client, most: int) -> None:
    """Write the newest open seeks."""
    found = client.list_seeks(limit=most)["seeks"]
    if wants_json():
        for each in found:
            write_json(each)
        return
    rows = [
        (one["ruleset"], str(one["seats"]), one["name"], " ".join(one["maps"]), one.get("rated", "")) for one in found
    ]
    _write(("ruleset", "seats", "who", "maps", "rated"), rows)


@click.command(cls=Polite)
@click.option("--most", type=click.IntRange(1, 50), default=MOST, show_default=True, help="How many games to list.")
@add_server_options
def me(most: int, server: Server) -> None:
    """Show your ratings and your newest games. Needs a player's token as --key."""
    with open_client(server) as client:
        shown = player_of(client, server).show(limit=most)
    if wants_json():
        write_json(shown)
        return
    rated = [
        (one["ruleset"], one["speed"], one["list"], f"{one['rating']} ± {one['deviation']}", str(one["games"]))
        for one in shown["ratings"]
    ]
    _write(("ruleset", "speed", "list", "rating", "games"), rated)
    played = [(one["game"], one["ruleset"], str(one["seat"]), one["status"], _outcome(one)) for one in shown["games"]]
    _write(("game", "ruleset", "seat", "status", "won by"), played)


def _outcome(game: Any) -> str:
    won = game.get("winners")
    return "you" if game["seat"] in (won or ()) else " ".join(f"seat {seat}" for seat in won or ())


def _write(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Write a table."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(*heads)
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


@click.group()
def orders() -> None:
    """Let a seat play by standing orders: list, set and end them.

    Needs --token with the seat's token, or --key with that of the player whose seat it is.
    """


def seat_in(client: Client, game: str, server: Server, token: str | None) -> Seat:
    """Return the seat of a token, or that of the player whose token is the key; raises UsageError without both."""
    if not token:
        return player_of(client, server).seat(game)
    number = client.with_token(token).get_legal_actions(game)["seat"]
    if number is None:
        raise click.UsageError("this is no token of a seat")
    return client.seat(game, number, token, held=True)


@orders.command("list", cls=Polite)
@click.argument("game")
@with_token
@add_server_options
def list_(game: str, token: str | None, server: Server) -> None:
    """List the orders that stand for your seat of GAME, and how the last ones ended."""
    with open_client(server) as client:
        _show(seat_in(client, game, server, token).orders())


@orders.command("set", cls=Polite)
@click.argument("game")
@click.argument("order")
@with_token
@add_server_options
def set_(game: str, order: str, token: str | None, server: Server) -> None:
    """Set ORDER, in JSON, for your seat of GAME, such as '{"kind": "answer", "accept": false, "give_any": ["ore"]}'."""
    try:
        body = json.loads(order)
    except ValueError as error:
        raise click.UsageError(f"the order is no JSON: {error}") from error
    with open_client(server) as client:
        _show(seat_in(client, game, server, token).order(body))


@orders.command(cls=Polite)
@click.argument("game")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@with_token
@add_server_options
def end(game: str, ids: tuple[str, ...], token: str | None, server: Server) -> None:
    """End orders of your seat of GAME by their IDs, or all of them."""
    with open_client(server) as client:
        _show(seat_in(client, game, server, token).end_orders(*ids))


def _show(found: Any) -> None:
    """Write a list of orders: those that stand, then how the last ones ended."""
    if wants_json():
        write_json(found)
        return
    stands = [(one["id"], "stands", json.dumps(one["order"])) for one in found["orders"]]
    ended = [(one["id"], one["status"], f"{one['kind']} {one.get('reason', '')}".strip()) for one in found["ended"]]
    _write(("id", "status", "order"), [*stands, *ended])
