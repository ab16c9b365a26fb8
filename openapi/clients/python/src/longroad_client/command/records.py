"""Defines `longroad export`, `import`, `replay` and `verify`, which deal with the records of games."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client, with_token
from longroad_client.command.showing import await_result, say, write_amount, write_json
from longroad_client.program import wants_json

FORMATS = ("json", "ndjson", "text", "svg", "gif")
PROGRAMS = ("catanatron", "jsettlers")
TARGETS = ("catanatron",)
FILE = click.Path(dir_okay=False, path_type=Path, allow_dash=True)


@click.command(cls=Polite)
@click.argument("record", type=FILE)
@click.option("--commitment", help="The commitment that was noted before the game began.")
def verify(record: Path, commitment: str | None) -> None:
    """Check chain, seed and draws of RECORD (a file; - for standard input), without a server.

    The exit code is 1 if anything does not hold.
    """
    from longroad_client import fairness

    document = read_record(record)
    draws = fairness.check(document, commitment)
    found = {"ruleset": document["ruleset"], "versions": len(document["versions"]), "draws": draws}
    say(found, f"{record}: {write_amount(found['versions'], 'version')} and {write_amount(draws, 'draw')} hold")


def read_record(path: Path) -> Any:
    """Return the record in a file, which is JSON, or one version on each line after the head."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
        return _read(text)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"{path}: this is no JSON: {error}") from error
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def _read(text: str) -> Any:
    try:
        document = json.loads(text)
    except ValueError:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        if not lines:
            raise ValueError("it is empty") from None
        head, *versions = lines
        document = {**head, "versions": versions} if isinstance(head, dict) else head
    if not isinstance(document, dict):
        raise ValueError("a record is a JSON object")
    wrapped = document.get("record")
    return wrapped if isinstance(wrapped, dict) else document


@click.command("import", cls=Polite)
@click.argument("record", type=FILE)
@click.option("--from", "source", type=click.Choice(PROGRAMS), help="Read a file of this program; nothing is stored.")
@add_server_options
def import_(record: Path, source: str | None, server: Server) -> None:
    """Bring RECORD to a server, which plays it again and refuses it if anything is wrong.

    With --from, RECORD is a file of another program: its position, its game as commands, and what cannot be carried
    over are written as JSON, and no game is made.
    """
    document = read_record(record)
    if source is not None:
        with open_client(server) as client:
            write_json(client.create_import(cast("Any", {"from": source, "document": document})))
        return
    with open_client(server) as client:
        made = client.create_game(cast("Any", {"record": document}))
    hold = write_amount(made["version"], "version was played again, and holds", "versions were played again, and hold")
    say(made, f"game {made['id']}: {hold}")


@click.command(cls=Polite)
@click.argument("game")
@click.option("--format", "form", type=click.Choice(FORMATS), default="json", show_default=True)
@click.option("--to", "target", type=click.Choice(TARGETS), help="Write the game for this program instead.")
@click.option("--output", "-o", type=FILE, help="The file to write; by default standard output.")
@with_token
@add_server_options
def export(game: str, form: str, target: str | None, output: Path | None, token: str | None, server: Server) -> None:
    """Write the record of GAME: JSON, text, pictures (`svg`, one frame after another) or a film (`gif`).

    With --json it says what was written: that needs --output.
    """
    is_shown = output is None or str(output) == "-"
    if wants_json() and is_shown:
        raise click.UsageError("--json needs --output: the record itself goes to standard output")
    with open_client(server, token) as client:
        if target is None:
            job = client.create_replay(game, format=cast("Any", form), wait=1)
            result: Any = await_result(client, job, "replaying")
        else:
            result = for_program(client, game, target)
    content = as_bytes(result["record"])
    if output is None or is_shown:
        sys.stdout.buffer.write(content)
        return
    try:
        output.write_bytes(content)
    except OSError as error:
        raise click.UsageError(f"{output}: {error.strerror}") from error
    if wants_json():
        told = {"game": game, "format": form, "output": str(output), "versions": result["versions"]}
        write_json({**told, "bytes": len(content), "sha256": sha256(content).hexdigest()})


def for_program(client: Any, game: str, target: str) -> dict[str, Any]:
    """Return a finished game as a file of another program; what the file cannot hold goes to standard error."""
    position = client.get_position(game)
    try:
        record = client.record(game)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    events = list(line_of(record["versions"]))
    answer = client.create_export(to=target, position=position, events=events)
    for lost in answer["lost"]:
        click.echo(f"{lost['pointer']}: {lost['message']}", err=True)
    return {"record": answer["document"], "versions": position["game"]["version"]}


def line_of(versions: list[Any]) -> Iterator[Any]:
    """Yield the events of a record that led to its end, without what was undone."""
    by_version = {version["version"]: version["events"] for version in versions}
    line, at = [], max(by_version, default=0)
    while at > 0:
        moved = [event["to"] for event in by_version[at] if event["type"] == "HeadMoved"]
        line += [] if moved else [by_version[at]]
        at = moved[0] if moved else at - 1
    for events in reversed(line):
        yield from events


def as_bytes(record: Any) -> bytes:
    """Return a record as it stands in a file."""
    if isinstance(record, str):
        return record.encode()
    if "base64" in record:
        return b64decode(record["base64"])
    if "frames" in record:
        return "\n".join(frame["svg"] for frame in record["frames"]).encode()
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


@click.command(cls=Polite)
@click.argument("game")
@with_token
@add_server_options
def replay(game: str, token: str | None, server: Server) -> None:
    """Let the server rebuild GAME from its log and prove every version, and show its course."""
    with open_client(server, token) as client:
        result = await_result(client, client.create_replay(game, format="text", wait=1), "replaying")
    if wants_json():
        write_json({name: value for name, value in result.items() if name != "record"})
        return
    click.echo(result["record"], nl=False)
    digests = write_amount(result["digests"], "digest holds", "digests hold")
    click.echo(f"{write_amount(result['versions'], 'version')} rebuilt from the log, {digests}")
