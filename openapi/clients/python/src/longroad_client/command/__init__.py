"""Defines the command line `longroad` as who has only the client installed has it.

Where the server is installed its program runs, which has all of these commands, too. A command imports what it needs
when it runs, so that `--help` answers at once. Exit codes: 0 for success; 1 if the server refused, or a proof failed; 2
for a wrong command line or file; 3 if no server answers; 130 for Ctrl-C.
"""

import click

from longroad_client.command.absent import absent
from longroad_client.command.arenas import arena
from longroad_client.command.bots import bot
from longroad_client.command.completing import completion
from longroad_client.command.doctor import doctor
from longroad_client.command.keys import keys
from longroad_client.command.listening import listen
from longroad_client.command.mcp import mcp
from longroad_client.command.playing import play
from longroad_client.command.records import export, import_, replay, verify
from longroad_client.command.watching import watch
from longroad_client.kit.command import kit
from longroad_client.program import Program, run

COMMANDS: tuple[click.Command, ...] = (
    *(play, watch, bot, listen, replay, verify, import_, export),
    *(arena, keys, kit, mcp, doctor, completion),
)
"""Lists the commands of the client, which are the same where the server is installed."""


@click.group(
    cls=Program,
    parts=("Commands", "Commands of the server, which is not installed here"),
    more=absent,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="longroad-client", prog_name="longroad", message="%(prog)s-client %(version)s")
def commands() -> None:
    """Play Catan-family games, and serve them."""


for _each in COMMANDS:
    commands.add_command(_each)


def main(arguments: list[str] | None = None) -> int:
    """Run a command, and return its exit code."""
    return run(commands, arguments)
