"""Defines `longroad bot` and `longroad arena`, which let a script play on a server, and agents play each other."""

from __future__ import annotations

import importlib.util
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client
from longroad_client.command.showing import await_result, console, outcome, say, write_amount, write_json
from longroad_client.program import wants_json

LOOK_S = 2.0
"""Says how often the lobby is looked at for a free seat."""


@click.command(cls=Polite)
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--ruleset", default="catan", show_default=True)
@click.option("--games", default=1, show_default=True, help="How many games it plays, one after the other.")
@click.option("--seats", default=3, show_default=True, help="How many seats; agents take all but one.")
@click.option("--agent", help="Who plays the others.")
@click.option("--game", help="An open game to sit down in, instead of new ones.")
@click.option("--host", is_flag=True, help="Play in public games with an open seat, until Ctrl-C.")
@click.option("--invite", help="The invitation, if that game is private.")
@click.option("--name", help="Its name; by default that of the script.")
@add_server_options
def bot(script: Path, server: Server, **wish: Any) -> None:
    """Let SCRIPT play: a file of Python with `choose(legal)`, which returns one of the legal commands.

    It may have a second function, `answer(legal)`, for when the seat may act but need not, as when it is offered a
    trade: a command or None. In a new game with a script that has none, no agent waits for its answers.

    The file is run as it is, so run only what you trust. `examples/bot.py` of the SDK can be such a file. With `--host`
    people find the bot: it plays in one game after the other that has a free seat.
    """
    script_of = load_script(script)
    wish["name"] = wish["name"] or script.stem
    wish["waits"] = {} if hasattr(script_of, "answer") else {"offer_wait_s": 0}
    with open_client(server) as client:
        for place in _places(client, wish):
            game = _play(client, script_of, place, wish)
            result = outcome(game)
            say(result, f"game {result['game']}: won by {result['winners']}, points {result['points']}")


def load_script(script: Path) -> Any:
    """Return a script as a module, which has a function `choose`."""
    spec = importlib.util.spec_from_file_location(script.stem, script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(script.parent))
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise click.UsageError(f"{script} has no function choose(legal)")
    return module


def _places(client: Any, wish: dict[str, Any]) -> Iterator[str]:
    """Yield the games to play in, each when the one before is over."""
    if wish["game"]:
        yield wish["game"]
        return
    other = {"kind": "ai"} | ({"agent": wish["agent"]} if wish["agent"] else {})
    seats = [{"kind": "open"}, *[other] * (wish["seats"] - 1)]
    for _ in range(0 if wish["host"] else wish["games"]):
        yield client.create_game({"ruleset": wish["ruleset"], "seats": seats, **wish["waits"]})["id"]
    while wish["host"]:
        page = client.list_games(open_seats=True, ruleset=wish["ruleset"], status="open", limit=1)
        yield from (row["id"] for row in page["games"])
        time.sleep(0 if page["games"] else LOOK_S)


def _play(client: Any, script: Any, game: str, wish: dict[str, Any]) -> Any:
    """Take a seat of a game, and play it until the game is over."""
    sits = {"name": wish["name"], "entropy": secrets.token_hex(16)}
    sits |= {"invite": wish["invite"]} if wish["invite"] else {}
    seat = client.sit_down(game, **sits)
    return seat.play_game(script.choose, getattr(script, "answer", None))


@click.command(cls=Polite)
@click.argument("agents", nargs=-1, required=True)
@click.option("--ruleset", default="catan", show_default=True)
@click.option("--games", default=24, show_default=True, help="How many games; they are balanced over the seats.")
@click.option("--seed", help="Makes the arena repeatable.")
@add_server_options
def arena(agents: tuple[str, ...], ruleset: str, games: int, seed: str | None, server: Server) -> None:
    """Let AGENTS play each other, one for each seat: `longroad arena planner heuristic uniform`."""
    from rich.table import Table

    wish: Any = {"ruleset": ruleset, "agents": list(agents), "games": games} | ({"seed": seed} if seed else {})
    with open_client(server) as client:
        result = await_result(client, client.create_arena(**wish), write_amount(games, "game"))
    if wants_json():
        write_json(result)
        return
    table = Table("agent", "games", "wins", "share of wins, 95 %", "rating", "points", "s a decision")
    for row in result["table"]:
        share = f"{row['win_rate']:.0%} ({row['low']:.0%} to {row['high']:.0%})"
        agent = f"{row['agent']}@{row['level']}" if "level" in row else row["agent"]
        rating, points = str(row.get("rating", "")), f"{row['mean_points']:.1f}"
        seconds = f"{row['seconds_per_decision']:.3f}"
        table.add_row(agent, str(row["games"]), f"{row['wins']:g}", share, rating, points, seconds)
    console().print(table)
    console().print(f"seed {result['seed']}, {write_amount(result['unfinished'], 'game')} not finished", style="dim")
