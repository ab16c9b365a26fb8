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
    root = context.find_root()
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(root.command, {}, "longroad", "_LONGROAD_COMPLETE").source())
