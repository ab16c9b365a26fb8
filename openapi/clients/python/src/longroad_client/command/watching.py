"""Defines `longroad watch`, which shows a game as it happens."""

from __future__ import annotations

from typing import Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client, with_token
from longroad_client.program import wants_json

QUIET = {"AgendaSet", "TimeUsed", "TurnCredited"}


@click.command(cls=Polite)
@click.argument("game")
@click.option("--after", type=int, help="Begin after a version; by default the whole game is shown.")
@click.option("--board/--no-board", default=True, help="Draw the board in the end.")
@with_token
@add_server_options
def watch(
    game: str,
    after: int | None,
    board: bool,
    token: str | None,
    server: Server,
) -> None:
    """Show what happens in GAME, until it is over."""
    from longroad_client.command.showing import write_json

    with open_client(server, token) as client:
        for event in client.events(game, after=after, summaries=True):
            if wants_json():
                write_json(event)
            else:
                tell(cast("Any", event))
        if board and not wants_json():
            end(client, game)


def tell(event: Any) -> None:
    """Print an event in a line."""
    from longroad_client.command.showing import color_of, console

    if event["type"] not in QUIET:
        seat = event.get("seat")
        style = color_of(seat) if isinstance(seat, int) else "dim"
        who = f"[{seat}] " if isinstance(seat, int) else ""
        console().print(f"{event['version']:>5} {who}{event.get('summary', event['type'])}", style=style, markup=False)


def end(client: Any, game: str) -> None:
    """Draw the board and say who won."""
    from longroad_client.command.canvas import draw_board, has_board
    from longroad_client.command.showing import console, seat_name

    view = client.get_game(game)
    if has_board(view):
        console().print(draw_board(client.get_board(game), view))
    if view.get("result"):
        winners = ", ".join(seat_name(view["seats"], seat) for seat in view["result"]["winners"]) or "nobody"
        console().print(f"won by {winners}, points {view['result']['points']}", style="bold")
