"""Takes the place of the commands of the server where only the client is installed; they say what to install."""

from __future__ import annotations

import click

HOW = "docs/operations.md of Longroad says how to install it"
NAMES = {
    "run": "Start the stores, the API and the workers.",
    "demo": "Play one game of four over HTTP.",
    "backup": "Copy every game into a new directory.",
    "restore": "Bring a backup back.",
    "archive": "Move finished games to the archive.",
    "rebuild": "Make the lobby or the snapshots again.",
    "scrub": "Show how far the proof of all logs has come.",
    "delete-finished": "Delete games that have been finished for some days.",
    "forget": "Forget a person.",
    "clients": "See what single clients do, limit them, and remove their games.",
    "games": "List games of all clients that are open or running.",
    "close": "Close a game, whatever its state: it is deleted for good.",
    "rename": "Replace the name of a player that offends.",
    "block": "Let a client make no new games and take no seats.",
    "acts": "List what administrators did.",
    "usage": "Show what API keys used.",
    "accept-store": "Take another events' store for the right one.",
    "accept-archive": "Take another archive for the right one.",
    "dataset": "Let agents play, and keep every decision.",
}
"""Maps the commands of the server to what they do."""


class Absent(click.Command):
    """Represents a command of the server where the server is not installed; it says so, whatever its arguments are."""

    def __init__(self, name: str, does: str) -> None:
        rest = click.Argument(["rest"], nargs=-1, type=click.UNPROCESSED)
        settings = {"ignore_unknown_options": True, "allow_interspersed_args": False}
        super().__init__(name, params=[rest], help=does, add_help_option=False, context_settings=settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Raise UsageError, whatever the arguments are."""
        raise click.UsageError(f"{self.name} belongs to the server, the package longroad, which is not here: {HOW}")


def absent() -> list[click.Command]:
    """Return all commands of the server, for a program that has none of them."""
    return [Absent(name, does) for name, does in NAMES.items()]


def start_one() -> str:
    """Return what to do if no server answers; it names `longroad run` only where that command is installed."""
    root = click.get_current_context().find_root()
    run = root.command.get_command(root, "run") if isinstance(root.command, click.Group) else None
    if run is None or isinstance(run, Absent):
        return "name one with --url, or install the package longroad, which has one"
    return "name one with --url, or start one with `longroad run`"
