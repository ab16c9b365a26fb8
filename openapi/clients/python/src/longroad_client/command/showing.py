"""Writes what commands have to say: with color on a terminal alone, as JSON where that was wanted; waits for jobs."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from longroad_client.program import wants_json

if TYPE_CHECKING:
    from rich.console import Console

    from longroad_client import Client

COLORS = ("red", "blue", "yellow", "green", "magenta", "cyan")
LOOK_S = 1
"""Says how long one request waits for a job, in seconds."""


@cache
def console(*, is_error: bool = False) -> Console:
    """Return the console of standard output, or of standard error; it knows whether it writes to a terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, stderr=is_error)


def write_json(value: Any) -> None:
    """Write a value as a line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def say(value: Any, text: str) -> None:
    """Write a result: its text, or with `--json` its value."""
    if wants_json():
        write_json(value)
    else:
        click.echo(text)


def write_amount(count: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games"; by default the plural takes an s."""
    return f"{count} {singular if count == 1 else plural or f'{singular}s'}"


def color_of(seat: int) -> str:
    """Return the color of a seat."""
    return COLORS[seat % len(COLORS)]


def seat_name(seats: list[dict[str, Any]], number: int) -> str:
    """Return what a seat is called: the name of its player, or the agent."""
    seat = seats[number]
    return str(seat.get("name") or seat.get("agent") or seat["kind"])


def outcome(game: Any) -> dict[str, Any]:
    """Return what is written of a finished game: its id, who won, and the points."""
    return {"game": game["id"], "winners": game["result"]["winners"], "points": game["result"]["points"]}


def await_result(client: Client, job: Any, what: str) -> Any:
    """Return the result of a job, with a bar on standard error where that is a terminal.

    Raises the Problem with which the job failed.
    """
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=1.0)
        while job["status"] not in ("finished", "failed"):
            bar.update(task, completed=job["progress"])
            job = client.get_job(job["id"], wait=LOOK_S)
    finished: Any = client.finished(job)
    return finished["result"]
