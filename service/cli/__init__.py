"""Defines the command line `longroad`.

Commands import what they need when they run, so that `--help` answers at once.
"""

import sys
from typing import Any

import click

from service.cli.backups import backup, restore
from service.cli.demo import demo
from service.cli.forgetting import forget
from service.cli.mcp import mcp
from service.cli.run import run
from service.cli.upkeep import archive, rebuild

NAMES = {"help_option_names": ["-h", "--help"]}


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from service.process.build import commit, version

        known = commit()
        click.echo(f"longroad {version()}" + (f", commit {known[:12]}" if known else ""))
        ctx.exit()


@click.group(context_settings=NAMES)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
def commands() -> None:
    """Serve Catan-family games over HTTP."""


commands.add_command(run)
commands.add_command(demo)
commands.add_command(backup)
commands.add_command(restore)
commands.add_command(archive)
commands.add_command(rebuild)
commands.add_command(forget)
commands.add_command(mcp)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 2, with one line of explanation, for a wrong command line."""
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
