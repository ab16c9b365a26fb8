"""Defines `longroad demo`, which plays a game to watch."""

import sys
from contextlib import redirect_stdout
from io import StringIO

import click

from service.cli.command import say, wants_json


@click.command()
@click.option(
    "--url",
    envvar="URL",
    help="The server to play on; else one that answers at LONGROAD_HOST and LONGROAD_PORT, or a new one.",
)
@click.option("--options", default="{}", metavar="JSON", help="Options of the game.  [default: {}]")
def demo(url: str | None, options: str) -> None:
    """Play one game of four over HTTP, then undo, branch and replay it."""
    from service.demo.__main__ import FAULTS, play_on

    try:
        with redirect_stdout(_Lines() if wants_json() else sys.stdout):
            play_on(url, options)
    except FAULTS as error:
        raise click.ClickException(f"demo: {error}".splitlines()[0]) from error


class _Lines(StringIO):
    """Writes each line as JSON on the standard output that was there before."""

    def __init__(self) -> None:
        super().__init__()
        self._output = sys.stdout

    def write(self, text: str, /) -> int:
        """Write what is said once its line is whole."""
        *lines, rest = (self.getvalue() + text).split("\n")
        with redirect_stdout(self._output):
            for line in lines:
                say(line, line=line)
        self.seek(0)
        self.truncate()
        return super().write(rest)
