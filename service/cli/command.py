"""Makes commands with options from settings, and writes what they do: progress, results, one line for a refusal."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import click

from service.settings import SETTINGS, Setting, SettingsError, read_settings

BY_VARIABLE: Final = {setting.variable: setting for setting in SETTINGS}
STORES: Final = (
    "LONGROAD_DATA_DIR",
    "LONGROAD_REDIS_URL",
    "LONGROAD_EVENTS_URL",
    "LONGROAD_RQ_URL",
    "LONGROAD_ARCHIVE",
)
"""Names the settings that say where the stores and the archive are."""
SDK: Final = Path(str(files("openapi"))) / "clients" / "python" / "src"
_CLEAR_LINE: Final = "\r\x1b[K"


def sdk_module(name: str) -> Any:
    """Return a module of the Python SDK, whose commands are a part of this program.

    The SDK has a package of its own and imports nothing of ours. So it is named here and not imported, and what lies
    beside our contract goes before what somebody may have installed apart.
    """
    if str(SDK) not in sys.path and SDK.is_dir():
        sys.path.insert(0, str(SDK))
    return import_module(f"longroad_client.{name}")


def option(setting: Setting) -> click.Option:
    """Return the command option for a setting."""
    help_text = setting.meaning.replace("`", "")
    return click.Option(
        [setting.option, setting.field],
        metavar=setting.variable,
        help=help_text + (f"  [default: {setting.default}]" if setting.default else ""),
    )


def read_given(options: Mapping[str, str | None]) -> dict[str, str]:
    """Return the options that were given, by the variables of their settings."""
    return {one.variable: text for one in SETTINGS if (text := options.get(one.field)) is not None}


def command(
    name: str, callback: Callable[..., None], *own: click.Parameter, settings: Sequence[str] = STORES
) -> click.Command:
    """Return a command that has settings as options, too; its help is the docstring of what it calls.

    It reads the settings first, so that a wrong one is refused before the service is loaded.
    """
    shared: list[click.Parameter] = [option(BY_VARIABLE[variable]) for variable in settings]

    def run(**values: Any) -> None:
        options = {one.name: values.pop(one.name) for one in shared if one.name}
        try:
            read = read_settings({**os.environ, **read_given(options), "LONGROAD_ROLE": "all"})
        except SettingsError as error:
            raise click.UsageError(str(error)) from error
        callback(**values, settings=read)

    return click.Command(name, callback=run, params=[*own, *shared], help=callback.__doc__)


def show_progress(text: str) -> None:
    """Show the progress in place of what was shown before; only on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{_CLEAR_LINE}{text}")
        sys.stderr.flush()


def say(text: str, **values: Any) -> None:
    """Write a result: its text, or with `--json` its values."""
    click.echo(json.dumps(values, default=str, ensure_ascii=False) if wants_json() else text)


def say_none(text: str) -> None:
    """Write that a list has nothing; with `--json` it is empty."""
    if not wants_json():
        click.echo(text)


def wants_json() -> bool:
    """Return whether the command that runs has the option for JSON."""
    return bool(sdk_module("program").wants_json())


@contextmanager
def refusing(*refusals: type[Exception]) -> Iterator[None]:
    """Let an OSError, or one of these exceptions, end the command with one line and exit code 2."""
    try:
        yield
    except OSError as error:
        raise click.UsageError(_tell(error)) from error
    except refusals as refusal:
        raise click.UsageError(_tell(refusal)) from refusal
    finally:
        show_progress("")


def _tell(error: Exception) -> str:
    """Say what went wrong; of the archive, why it cannot be used."""
    from eventstore.archive.objects import ArchiveAway, ObjectsAway

    if isinstance(error, ArchiveAway | ObjectsAway):
        return f"the archive is {error.reason}: {error}"
    if isinstance(error, OSError):
        return f"{error.filename or 'failed'}: {error.strerror or error}"
    return str(error)
