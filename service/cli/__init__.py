"""Defines the command line `longroad`.

Commands import what they need when they run, so that `--help` answers at once. Those with which players and authors of
clients use a server (`play`, `watch`, `bot` and so on) belong to the package longroad-client, and join where that is
installed.
"""

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

import click

from service.cli.accepting import accept_store
from service.cli.backups import backup, restore
from service.cli.clients import clients
from service.cli.dataset import dataset
from service.cli.demo import demo
from service.cli.forgetting import forget
from service.cli.mcp import mcp
from service.cli.run import run
from service.cli.upkeep import archive, rebuild
from service.settings import rename_old

NAMES = {"help_option_names": ["-h", "--help"]}
CLIENT: Final = "longroad_client.command"
OF_CLIENT: Final = (
    *("play", "watch", "bot", "listen", "replay", "verify", "import", "export"),
    *("arena", "keys", "kit", "doctor", "completion"),
)
"""Lists the commands of longroad-client, to say where they are when they are missing."""


@cache
def client_commands() -> Mapping[str, click.Command]:
    """Return the commands of longroad-client by name; none where it is not installed."""
    try:
        return {command.name: command for command in import_module(CLIENT).COMMANDS}
    except ModuleNotFoundError:
        return {}


class BothHalves(click.Group):
    """Holds the server's commands, and finds the client's when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*super().list_commands(ctx), *client_commands()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, the server's or the client's; None where there is none.

        Raises UsageError for a command of the client where that is not installed.
        """
        found = super().get_command(ctx, cmd_name) or client_commands().get(cmd_name)
        if found is None and cmd_name in OF_CLIENT:
            where = "make sdk-python builds its wheel in dist/"
            raise click.UsageError(f"{cmd_name} belongs to longroad-client[cli]: {where}")
        return found


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from service.process.build import commit, version

        known = commit()
        click.echo(f"longroad {version()}" + (f", commit {known[:12]}" if known else ""))
        ctx.exit()


@click.group(cls=BothHalves, context_settings=NAMES)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
def commands() -> None:
    """Serve Catan-family games over HTTP."""


COMMANDS: Final = (run, demo, backup, restore, archive, rebuild, forget, clients, accept_store, mcp, dataset)
for _command in COMMANDS:
    commands.add_command(_command)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 2, with one line of explanation, for a wrong command line."""
    for warning in rename_old(os.environ):
        sys.stderr.write(f"longroad: {warning}\n")
    try:
        code: Any = commands.main(arguments, "longroad", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as bare:
        bare.show()
        return bare.exit_code
    except click.ClickException as refusal:
        sys.stderr.write(f"longroad: {' '.join(refusal.format_message().split())}\n")
        return refusal.exit_code
    except click.Abort:
        return 130
    return int(code or 0)
