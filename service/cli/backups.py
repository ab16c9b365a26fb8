"""Defines `longroad backup` and `longroad restore`, for the log of every game."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from service.cli.command import BY_VARIABLE, option, refusing, say, show_progress
from service.process.amounts import write_amount
from service.settings import SettingsError

_DATA_DIR = BY_VARIABLE["LONGROAD_DATA_DIR"]
_ARCHIVE = "LONGROAD_ARCHIVE"


def _backup(directory: Path, data_dir: str | None) -> None:
    """Copy every game into a new DIRECTORY.

    Longroad may run meanwhile, or not. What was confirmed before the backup began is in it.
    """
    from service.backups import back_up

    with _refusing():
        made = back_up(_data_dir(data_dir), directory, _progress)
    archive = os.environ.get(_ARCHIVE)
    apart = f"; copy {archive} too, where the archived ones are" if archive else ""
    told = f"{directory}: a backup of {write_amount(made.games, 'game')}, {_megabytes(made.size)}{apart}"
    say(told, directory=directory, games=made.games, bytes=made.size, archive=archive)


def _restore(directory: Path, data_dir: str | None, forgotten: Path | None) -> None:
    """Bring the backup in DIRECTORY back into an empty data directory.

    Every file is checked first; where one is not what was written, nothing is touched. Give the newest list of the
    forgotten, or they are back with the backup.
    """
    from service.backups import restore

    kept = _data_dir(data_dir)
    with _refusing():
        made = restore(directory, kept, _progress, forgotten)
    told = f"{kept}: restored {write_amount(made.games, 'game as it', 'games as they')} stood at {made.time}"
    say(told, data_dir=kept, games=made.games, time=made.time)


def _refusing() -> AbstractContextManager[None]:
    """Let what stands in the way of a backup end the command with one line and exit code 2."""
    from eventstore.embedded.engines import StoreUnavailable
    from service.backups import BackupRefused

    return refusing(BackupRefused, StoreUnavailable)


def _data_dir(given: str | None) -> Path:
    """Return the data directory; refuses if the events are not in it."""
    environment = {**os.environ, **({} if given is None else {_DATA_DIR.variable: given})}
    for name in ("LONGROAD_EVENTS_URL", "LONGROAD_REDIS_URL"):
        if environment.get(name):
            raise click.UsageError(f"the games are on the server that {name} names: use that server's own backups")
    try:
        found: Path = _DATA_DIR.value(environment)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    return found


def _progress(what: str, done: int, total: int) -> None:
    show_progress(f"{what}: {100 * done // max(total, 1)} % of {_megabytes(total)}")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def _command(name: str, callback: Callable[..., None], *more: click.Parameter) -> click.Command:
    argument = click.Argument(["directory"], type=click.Path(path_type=Path))
    return click.Command(name, callback=callback, params=[argument, option(_DATA_DIR), *more], help=callback.__doc__)


backup = _command("backup", _backup)
restore = _command(
    "restore",
    _restore,
    click.Option(
        ["--forgotten"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The list of those who were forgotten: the file `forgotten` of the data directory that was lost.",
    ),
)
