"""Defines `longroad play` and `longroad watch`, for a whole game in a terminal: against agents, or that of others."""

from __future__ import annotations

import json
import secrets
from typing import Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client, with_token
from longroad_client.command.showing import console, outcome, write_json
from longroad_client.program import wants_json


@click.command(cls=Polite)
@click.argument("ruleset", default="catan")
@click.option("--map", "map_", help="A map of the ruleset.")
@click.option("--seats", default=3, show_default=True, help="How many seats; agents take all but yours.")
@click.option("--agent", help="Who plays the others; by default the strongest that answers at once.")
@click.option("--level", type=int, help="How strong it is, if the agent has levels.")
@click.option("--name", default="You", show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, repeatable.")
@click.option("--game", help="A game that you play already; needs --seat and --token.")
@click.option("--seat", type=int, help="Your seat there.")
@click.option("--token", envvar="LONGROAD_TOKEN", help="Its token.")
@click.option("--auto", is_flag=True, help="Choose at random, as a demonstration.")
@add_server_options
def play(ruleset: str, server: Server, **wish: Any) -> None:
    """Play a whole game of RULESET here, against agents; the board is drawn with characters.

    You take the open seat of a new game and add your own entropy to its dice; in the end they are checked. With --json
    there is a line for your seat, one for each event, and one for the end; what you are asked goes to standard error.
    """
    from longroad_client import fairness
    from longroad_client.command.table import HELP, Table

    is_json = wants_json()
    with open_client(server) as client:
        if wish["game"]:
            if wish["seat"] is None or not wish["token"]:
                raise click.UsageError("--game needs --seat and --token")
            place = {"game": wish["game"], "seat": wish["seat"], "token": wish["token"]}
            noted = None
        else:
            made = client.create_game(new_game(ruleset, wish))
            noted = client.get_fairness(made["id"])["commitment"]
            taken = client.take_seat(made["id"], name=wish["name"], entropy=secrets.token_hex(16))
            place = {"game": made["id"], "seat": taken["seat"], "token": taken["token"]}
            back = f"longroad play --game {place['game']} --seat {place['seat']} --token {place['token']}"
            console(is_error=is_json).print(f"you are seat {place['seat']}; {HELP}")
            console(is_error=is_json).print(f"to come back: {back}", style="dim")
        if is_json:
            write_json(place)
        seat = client.seat(place["game"], place["seat"], place["token"], held=True)
        Table(seat, is_auto=wish["auto"], is_json=is_json).play()
        draws = None if noted is None else fairness.check(client.record(place["game"]), noted)
        if is_json:
            ended = outcome(client.get_game(place["game"]))
            write_json(ended if draws is None else {**ended, "draws": draws})
        elif draws is not None:
            console().print(f"all {draws} draws hold: the dice were fair")


def new_game(ruleset: str, wish: dict[str, Any]) -> Any:
    """Return the body that creates the game."""
    agent = {name: wish[name] for name in ("agent", "level") if wish[name] is not None}
    seats = [{"kind": "open"}, *({"kind": "ai", **agent} for _ in range(wish["seats"] - 1))]
    body: dict[str, Any] = {"ruleset": ruleset, "seats": seats, "options": dict(map(option, wish["options"]))}
    return body | ({"map": wish["map_"]} if wish["map_"] else {})


def option(text: str) -> tuple[str, Any]:
    """Return the name and the value of an option of a game, which is JSON or a word."""
    name, is_there, value = text.partition("=")
    if not is_there:
        raise click.UsageError(f"--option takes NAME=VALUE, not {text}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@click.command(cls=Polite)
@click.argument("game")
@click.option("--after", type=int, help="Begin after a version; by default the whole game is shown.")
@click.option("--board/--no-board", default=True, help="Draw the board in the end.")
@with_token
@add_server_options
def watch(game: str, after: int | None, board: bool, token: str | None, server: Server) -> None:
    """Show what happens in GAME, until it is over."""
    from longroad_client.command.table import end, tell

    with open_client(server, token) as client:
        for event in client.events(game, after=after, summaries=True):
            if wants_json():
                write_json(event)
            else:
                tell(cast("Any", event))
        if board and not wants_json():
            end(client, game)
