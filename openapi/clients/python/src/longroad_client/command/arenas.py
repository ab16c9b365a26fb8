"""Defines `longroad arena`, which lets agents play each other."""

from __future__ import annotations

from typing import Any

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client
from longroad_client.program import wants_json


@click.command(cls=Polite)
@click.argument("agents", nargs=-1, required=True)
@click.option("--ruleset", default="catan", show_default=True)
@click.option("--games", default=24, show_default=True, help="How many games; they are balanced over the seats.")
@click.option("--seed", help="Makes the arena repeatable.")
@add_server_options
def arena(
    agents: tuple[str, ...],
    ruleset: str,
    games: int,
    seed: str | None,
    server: Server,
) -> None:
    """Let AGENTS play each other, one for each seat: `longroad arena planner heuristic uniform`."""
    from longroad_client.command.jobs import await_result
    from longroad_client.command.showing import write_json

    wish: Any = {"ruleset": ruleset, "agents": list(agents), "games": games} | ({"seed": seed} if seed else {})
    with open_client(server) as client:
        result = await_result(client, client.create_arena(**wish), f"{games} games")
    if wants_json():
        write_json(result)
    else:
        _show(result)


def _show(result: Any) -> None:
    from rich.table import Table

    from longroad_client.command.showing import console

    table = Table("agent", "games", "wins", "share of wins, 95 %", "rating", "points", "s a decision")
    for row in result["table"]:
        share = f"{row['win_rate']:.0%} ({row['low']:.0%} to {row['high']:.0%})"
        agent = f"{row['agent']}@{row['level']}" if "level" in row else row["agent"]
        rating, points = str(row.get("rating", "")), f"{row['mean_points']:.1f}"
        seconds = f"{row['seconds_per_decision']:.3f}"
        table.add_row(agent, str(row["games"]), f"{row['wins']:g}", share, rating, points, seconds)
    console().print(table)
    console().print(f"seed {result['seed']}, {result['unfinished']} games not finished", style="dim")
