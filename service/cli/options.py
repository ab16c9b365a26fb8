"""Makes options of the command line from settings, and commands that have them."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import click

from service.settings import SETTINGS, Setting, Settings, SettingsError, read_settings

BY_VARIABLE: Final = {setting.variable: setting for setting in SETTINGS}
STORES: Final = (
    "LONGROAD_DATA_DIR",
    "LONGROAD_REDIS_URL",
    "LONGROAD_EVENTS_URL",
    "LONGROAD_RQ_URL",
    "LONGROAD_ARCHIVE",
)
"""Names the settings that say where the stores and the archive are."""
_VARIABLES: Final = {setting.field: setting.variable for setting in SETTINGS}


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
    return {_VARIABLES[field]: text for field, text in options.items() if text is not None}


def command(
    name: str, callback: Callable[..., None], *own: click.Parameter, settings: Sequence[str] = STORES
) -> click.Command:
    """Return a command that has settings as options, too; its help is the docstring of what it calls.

    It reads the settings first, so that a wrong one is refused before the service is loaded.
    """
    shared: list[click.Parameter] = [option(BY_VARIABLE[variable]) for variable in settings]

    def run(**values: Any) -> None:
        options = {one.name: values.pop(one.name) for one in shared if one.name}
        callback(**values, settings=_read(options))

    return click.Command(name, callback=run, params=[*own, *shared], help=callback.__doc__)


def _read(options: Mapping[str, str | None]) -> Settings:
    try:
        return read_settings({**os.environ, **read_given(options), "LONGROAD_ROLE": "all"})
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
