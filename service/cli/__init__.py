"""Defines the command line `longroad`.

Commands import what they need when they run, so that `--help` answers at once. Those with which players and authors of
clients use a server (`play`, `watch`, `bot` and so on) are the client's, and a part of this program, too.
"""

import os
import sys
from typing import Any, Final

import click

from service.cli.administration import acts, block, clients, close, games, rename
from service.cli.backups import backup, restore
from service.cli.command import sdk_module
from service.cli.dataset import dataset
from service.cli.deleting import delete_finished
from service.cli.demo import demo
from service.cli.forgetting import forget
from service.cli.run import run
from service.cli.upkeep import accept_archive, accept_store, archive, rebuild, scrub
from service.cli.usage import usage
from service.settings import rename_old

NAMES = {"help_option_names": ["-h", "--help"]}
PARTS: Final = ("Commands of a host", "Commands of players and authors")
_program: Any = sdk_module("program")


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from service.process.build import commit, version

        known = commit()
        click.echo(f"longroad {version()}" + (f", commit {known[:12]}" if known else ""))
        ctx.exit()


@click.group(cls=_program.Program, parts=PARTS, more=lambda: sdk_module("command").COMMANDS, context_settings=NAMES)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
def commands() -> None:
    """Play Catan-family games, and serve them."""


COMMANDS: Final = (
    *(run, demo, backup, restore, archive, scrub, rebuild, forget),
    *(clients, games, close, delete_finished, rename, block, acts, usage, accept_store, accept_archive, dataset),
)
for _command in COMMANDS:
    commands.add_command(_command)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 2, with one line of explanation, for a wrong command line."""
    for warning in rename_old(os.environ):
        sys.stderr.write(f"longroad: {warning}\n")
    code: int = _program.run(commands, arguments)
    return code
