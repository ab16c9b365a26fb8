"""Defines `longroad dataset`, which lets agents play games and keeps every decision as Parquet."""

import json
import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from service.process.amounts import write_amount

MAKING: Final = "workers.lab.datasets"
"""Names the package that plays: like jobs it is named and not imported."""
MOST: Final = 10_000_000

EPILOG = (
    "A run that was stopped or killed goes on with the same command: parts that are there are kept, and none is kept "
    "half. Exit codes: 0 if the data set is whole; 2 for a wrong command line, or a folder that holds something else; "
    "130 for Ctrl-C."
)


@click.command(epilog=EPILOG)
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.argument("agents", nargs=-1, required=True)
@click.option("--ruleset", default="catan", show_default=True)
@click.option("--games", type=click.IntRange(1, MOST), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="dataset", show_default=True, help="The same seed gives the same files.")
@click.option("--map", "map_", help="A map of the ruleset.")
@click.option("--module", "modules", multiple=True, help="A module of the ruleset; may be repeated.")
@click.option("--options", default="{}", show_default=True, metavar="JSON", help="Options of the games.")
@click.option("--part", type=click.IntRange(1, MOST), default=20, show_default=True, help="How many games a file has.")
@click.option("--processes", type=click.IntRange(1), help="How many play at once.  [default: one for each core]")
@click.option("--json", "is_json", is_flag=True, help="Write JSON: a line for each new part, and one for the whole.")
def dataset(directory: Path, is_json: bool, processes: int | None, **wish: Any) -> None:
    """Let AGENTS play games, one for each seat, and write what each saw and did into DIRECTORY.

    For example: longroad dataset games planner heuristic heuristic uniform --games 1000
    """
    making = _making()
    wanted = _wish(wish)
    tell = _write if is_json else lambda _: None
    try:
        sheet = making.make(directory, wanted, processes or os.cpu_count() or 1, tell)
    except (making.BadFolder, ValueError) as refusal:
        raise click.UsageError(str(refusal)) from refusal
    except OSError as error:
        raise click.UsageError(f"{error.filename or directory}: {error.strerror or error}") from error
    counts = sheet["counts"]
    if is_json:
        _write({"directory": str(directory), **counts, "new_parts": sheet["new_parts"], "checksum": sheet["checksum"]})
    else:
        size = f"{counts['bytes'] / 1e6:.1f} MB"
        games = write_amount(counts["games"], "game")
        click.echo(f"{directory}: {write_amount(counts['decisions'], 'decision')} of {games}, {size}")


def _making() -> Any:
    try:
        return import_module(f"{MAKING}.making")
    except ModuleNotFoundError as missing:
        if missing.name != "pyarrow":
            raise
        raise click.UsageError("this needs pyarrow, which the extra environments of longroad brings") from missing


def _wish(told: Mapping[str, Any]) -> Any:
    """Return what was asked for."""
    try:
        options = json.loads(told["options"])
    except ValueError as error:
        raise click.UsageError(f"--options is no JSON: {error}") from error
    if not isinstance(options, dict):
        raise click.UsageError("--options is no JSON object")
    named = {name: told[name] for name in ("agents", "ruleset", "games", "seed", "part", "modules")}
    return import_module(f"{MAKING}.specification").Wish(**named, map=told["map_"], options=options)


def _write(line: Mapping[str, Any]) -> None:
    click.echo(json.dumps(line))
