"""Defines `longroad completion`, which lets a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from longroad_client.command.connection import as_json

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@as_json
@click.pass_context
def completion(context: click.Context, shell: str, is_json: bool) -> None:
    """Write what SHELL needs to complete commands: `eval "$(longroad completion bash)"`."""
    from longroad_client.command.showing import write_json

    root = context.find_root()
    found = get_completion_class(shell)
    assert found is not None
    script = found(root.command, {}, "longroad", "_LONGROAD_COMPLETE").source()
    if is_json:
        write_json({"shell": shell, "script": script})
    else:
        click.echo(script)
