"""Defines `longroad archive` and `longroad rebuild`, which work on the stores of the settings, also while it runs."""

from typing import Final

import click

from service.cli.clients import open_stores
from service.cli.options import command
from service.cli.terminal import say, show_progress
from service.settings import Settings

_STORES: Final = ("LONGROAD_DATA_DIR", "LONGROAD_EVENTS_URL", "LONGROAD_REDIS_URL")
_ARCHIVE: Final = ("LONGROAD_ARCHIVE", "LONGROAD_ARCHIVE_AFTER_DAYS")


def _archive(dry_run: bool, settings: Settings) -> None:
    """Move finished games to the archive now.

    The sweep does that by itself, a few at a time.
    """
    directory = settings.archive
    if directory is None:
        raise click.UsageError("LONGROAD_ARCHIVE must be set to the directory of the archive")
    if not directory.is_dir():
        raise click.UsageError(f"{directory} is not a directory")
    from service.upkeep import archive_games

    with open_stores(settings) as context:
        moved = archive_games(
            context, lambda looked, found: show_progress(f"{looked} games, {found} to move"), only_count=dry_run
        )
    what = "would move" if dry_run else "moved"
    told = f"{directory}: {moved.games} games {what}, {moved.size / 1e6:.1f} MB"
    say(told, directory=directory, games=moved.games, bytes=moved.size, dry_run=dry_run)


def _rebuild(what: str, clear: bool, settings: Settings) -> None:
    """Make the rows of the lobby, or all snapshots, again from the games.

    Longroad may run meanwhile, or not; the lobby stays readable.
    """
    from service.upkeep import rebuild_lobby, rebuild_snapshots

    def tell(looked: int) -> None:
        show_progress(f"{looked} games")

    with open_stores(settings) as context:
        if what == "snapshots":
            made = rebuild_snapshots(context, tell)
            say(f"{what}: {made} games loaded from their events", rebuilt=what, made=made)
            return
        rebuilt = rebuild_lobby(context, tell, clear=clear)
    told = f"{what}: {rebuilt.made} rows made, {rebuilt.dropped} of games that are gone dropped"
    say(told, rebuilt=what, made=rebuilt.made, dropped=rebuilt.dropped)


archive = command(
    "archive",
    _archive,
    click.Option(["--dry-run"], is_flag=True, help="Count the games and bytes that would move, and move nothing."),
    settings=_STORES + _ARCHIVE,
)
rebuild = command(
    "rebuild",
    _rebuild,
    click.Argument(["what"], type=click.Choice(["lobby", "snapshots"])),
    click.Option(["--clear"], is_flag=True, help="Empty the lobby first, to be rid of whatever else is in its lists."),
    settings=_STORES,
)
