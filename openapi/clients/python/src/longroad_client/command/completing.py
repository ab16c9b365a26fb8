"""Defines `longroad completion`, which lets a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Write what SHELL needs to complete commands: `eval "$(longroad completion bash)"`."""
    from longroad_client.command.showing import say

    root = context.find_root()
    found = get_completion_class(shell)
    assert found is not None
    script = found(root.command, {}, "longroad", "_LONGROAD_COMPLETE").source()
    say({"shell": shell, "script": script}, script)
