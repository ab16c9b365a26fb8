"""Makes options of the command line from settings, and commands that have them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import click

from service.settings import SETTINGS, Setting

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
    help_text = setting.row.meaning.replace("`", "")
    return click.Option(
        [setting.option, setting.field],
        metavar=setting.variable,
        help=help_text + (f"  [default: {setting.row.default}]" if setting.row.default else ""),
    )


def given(options: Mapping[str, str | None]) -> dict[str, str]:
    """Return the options that were given, by the variables of their settings."""
    return {_VARIABLES[field]: text for field, text in options.items() if text is not None}


def command(
    name: str, callback: Callable[..., None], *own: click.Parameter, settings: Sequence[str] = STORES
) -> click.Command:
    """Return a command that has settings as options, too; its help is the docstring of what it calls."""
    shared: list[click.Parameter] = [option(BY_VARIABLE[variable]) for variable in settings]
    return click.Command(name, callback=callback, params=[*own, *shared], help=callback.__doc__)
