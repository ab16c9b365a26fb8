"""Defines the command line `longroad` as who has only the client installed has it.

Where the server is installed its program runs, which has all of these commands, too. A command imports what it needs
when it runs, so that `--help` answers at once. Exit codes: 0 for success; 1 if the server refused, or a proof failed; 2
for a wrong command line or file; 3 if no server answers; 130 for Ctrl-C.
"""

import click
from click.shell_completion import get_completion_class

from longroad_client.command.absent import absent
from longroad_client.command.advising import advise
from longroad_client.command.bots import arena, bot
from longroad_client.command.doctor import doctor
from longroad_client.command.keys import keys
from longroad_client.command.listening import listen
from longroad_client.command.mcp import mcp
from longroad_client.command.people import me, orders, seek
from longroad_client.command.playing import play, watch
from longroad_client.command.records import export, import_, replay, verify
from longroad_client.command.showing import say
from longroad_client.kit.command import kit
from longroad_client.program import Program, run


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Write what SHELL needs to complete commands: `eval "$(longroad completion bash)"`."""
    root = context.find_root()
    found = get_completion_class(shell)
    assert found is not None
    script = found(root.command, {}, "longroad", "_LONGROAD_COMPLETE").source()
    say({"shell": shell, "script": script}, script)


COMMANDS: tuple[click.Command, ...] = (
    *(play, watch, seek, me, orders, bot, listen, replay, verify, import_, export),
    *(advise, arena, keys, kit, mcp, doctor, completion),
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
