"""Defines `longroad demo`, which plays a game to watch."""

import click


@click.command()
@click.option(
    "--url",
    envvar="URL",
    help="The server to play on; else one that answers at LONGROAD_HOST and LONGROAD_PORT, or a new one.",
)
@click.option("--options", default="{}", metavar="JSON", help="Options of the game.  [default: {}]")
def demo(url: str | None, options: str) -> int:
    """Play one game of four over HTTP, then undo, branch and replay it."""
    from service.demo.__main__ import play

    return play(url, options)
