"""Defines the client's half of the command line `longroad`; the server's half joins it where it is installed.

A command imports what it needs when it runs, so that `--help` answers at once. Exit codes: 0 for success; 1 if the
server refused, or a proof failed; 2 for a wrong command line or file; 3 if no server answers; 130 for Ctrl-C.
"""

import sys
from importlib.metadata import entry_points

import click

from longroad_client.command.arenas import arena
from longroad_client.command.bots import bot
from longroad_client.command.completing import completion
from longroad_client.command.doctor import doctor
from longroad_client.command.keys import keys
from longroad_client.command.listening import listen
from longroad_client.command.playing import play
from longroad_client.command.records import export, import_, replay, verify
from longroad_client.command.watching import watch
from longroad_client.kit.command import kit

COMMANDS: tuple[click.Command, ...] = (
    *(play, watch, bot, listen, replay, verify, import_, export),
    *(arena, keys, kit, doctor, completion),
)
GROUP = "longroad.commands"
"""Names the entry points with which another package, such as the server, adds its commands."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="longroad-client", prog_name="longroad", message="%(prog)s-client %(version)s")
def commands() -> None:
    """Play Catan-family games on a Longroad server."""


for _each in COMMANDS:
    commands.add_command(_each)


def main(arguments: list[str] | None = None) -> int:
    """Run a command, and return its exit code."""
    for entry in entry_points(group=GROUP):
        for command in entry.load():
            commands.add_command(command)
    return run(commands, arguments)


def run(group: click.Group, arguments: list[str] | None = None) -> int:
    """Run a command of a group, and return its exit code; what goes wrong is one line on standard error."""
    try:
        code = group.main(arguments, "longroad", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as bare:
        bare.show()
        return bare.exit_code
    except click.ClickException as refusal:
        sys.stderr.write(f"longroad: {' '.join(refusal.format_message().split())}\n")
        return refusal.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    return int(code or 0)
