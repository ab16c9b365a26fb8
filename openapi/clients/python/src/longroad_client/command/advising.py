"""Defines `longroad advise`, which asks a server's agent about a position in a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client
from longroad_client.command.showing import await_result, say

FILE = click.Path(dir_okay=False, path_type=Path, allow_dash=True)


@click.command(cls=Polite)
@click.argument("position", type=FILE)
@click.option("--agent", help="The agent to ask; by default the best quick one.")
@click.option("--level", type=int, help="The level at which it plays.")
@click.option("--seat", type=int, help="The seat to advise; by default the one that knows the position.")
@click.option("--limit", type=int, help="Rank so many commands.")
@click.option("--seed", help="What all chance follows from; by default the hash of the position.")
@add_server_options
def advise(position: Path, server: Server, **asked: Any) -> None:
    """Ask what a seat should do at POSITION: a file (- for standard input) with a document, a view or a text."""
    body = read_position(position) | {name: value for name, value in asked.items() if value is not None}
    with open_client(server) as client:
        answer: Any = client.create_advice(wait=30, **cast("Any", body))
        found = answer["advice"] if "advice" in answer else await_result(client, answer["job"], "thinking")
    lines = [found.get("summary", "wait")]
    lines += [f"{one['win_probability']:6.1%}  {one['summary']}" for one in found.get("ranked", ())]
    say(found, "\n".join(lines))


def read_position(path: Path) -> dict[str, Any]:
    """Return the members of a request that bring the position in a file."""
    try:
        text = (sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")).strip()
        document = None if text.startswith("lp") else json.loads(text)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if document is None:
        return {"text": text}
    return {"position": document.get("position", document) if isinstance(document, dict) else document}
