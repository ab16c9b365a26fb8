"""Makes options of the command line from settings."""

from collections.abc import Mapping
from typing import Final

import click

from service.settings import SETTINGS, Setting

BY_VARIABLE: Final = {setting.variable: setting for setting in SETTINGS}
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
