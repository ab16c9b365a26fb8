"""Defines `longroad run`, which starts everything, with an option per setting."""

import os
from collections.abc import Mapping
from typing import NoReturn

import click

from service.cli.command import option, read_given, say, wants_json
from service.settings import SETTINGS, Settings, SettingsError, read_settings
from service.settings.extras import find_missing_extra

EPILOG = (
    "Every option is a variable of the environment too, by its name in capitals: --data-dir is LONGROAD_DATA_DIR. "
    "An option goes before its variable. Others on this machine can read options; give LONGROAD_ADMIN_KEY by its "
    "variable."
)


def _run(check: bool, **options: str | None) -> int:
    """Start the stores, the API and the workers.

    They are kept running until TERM or Ctrl-C.
    """
    logs = {"LONGROAD_LOG_FORMAT": "json"} if wants_json() else {}  # what a server says are lines of its log
    chosen = logs | read_given(options)
    environment = {**os.environ, **chosen}
    try:
        settings = read_settings(environment)
    except SettingsError as error:
        raise click.UsageError(_explain(error, chosen)) from error
    _check_retention(settings)
    missing = find_missing_extra(settings)
    if missing is not None:
        raise click.UsageError(missing)
    if check:
        from service.settings.reading import show

        told = show(settings)
        say(told, **dict(line.split("=", 1) for line in told.splitlines()))
        return 0
    from service.supervisor.begin import begin

    return begin(settings, environment, _refuse)


def _check_retention(settings: Settings) -> None:
    """Refuse days for what is neither a ruleset nor an API key: the intended games would be kept for other days."""
    if not settings.keep_finished_days_of:
        return
    from service.catalog import RULESETS
    from service.clients.api_keys import is_key_id

    for name in (one.partition("=")[0] for one in settings.keep_finished_days_of):
        if name not in RULESETS and not is_key_id(name):
            known = ", ".join(sorted(RULESETS))
            raise click.UsageError(f"LONGROAD_KEEP_FINISHED_DAYS_OF: {name} is no API key, and no ruleset ({known})")


def _refuse(reason: str) -> NoReturn:
    raise click.ClickException(reason)


def _explain(error: SettingsError, chosen: Mapping[str, str]) -> str:
    """Explain an invalid setting under the name by which it was given."""
    name, _, rest = str(error).partition(" ")
    option = next((setting.option for setting in SETTINGS if setting.variable == name and name in chosen), name)
    return f"{option} {rest}"


_CHECK = click.Option(["--check"], is_flag=True, help="Start nothing; print the settings in force, secrets hidden.")

run = click.Command(
    "run",
    callback=_run,
    params=[*(option(setting) for setting in SETTINGS), _CHECK],
    help=_run.__doc__,
    epilog=EPILOG,
)
