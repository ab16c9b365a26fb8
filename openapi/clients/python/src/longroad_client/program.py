"""Makes a command line of commands, and writes what goes wrong: one line, or a problem as JSON where that is wanted.

The client's commands and the server's are one program, so both run by this module.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

JSON = "--json"
COMMAND_LINE = {"type": "urn:longroad:command-line", "title": "The command line or a file is wrong", "status": 400}
FAILED = {"type": "urn:longroad:failed", "title": "It could not be done", "status": 500}


class Refusal(click.ClickException):
    """Ends a command because the server refused, or a proof failed; `problem` is the server's, or says what failed."""

    exit_code = 1

    def __init__(self, message: str, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.problem = problem or FAILED


class NoServer(click.ClickException):
    """Ends a command because no server answers."""

    exit_code = 3
    problem = {"type": "urn:longroad:no-server", "title": "No server answers", "status": 503}


class Program(click.Group):
    """Holds the commands of one package; those of the other (`more`) are made when one of them is looked up."""

    def __init__(
        self, *arguments: Any, parts: tuple[str, str], more: Callable[[], Iterable[click.Command]], **rest: Any
    ):
        super().__init__(*arguments, **rest)
        self.parts = parts
        self._more = more
        self._others: dict[str, click.Command] | None = None

    def others(self) -> dict[str, click.Command]:
        """Return the commands of the other package by name."""
        if self._others is None:
            self._others = {str(command.name): command for command in self._more()}
        return self._others

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, which takes `--json` as all do."""
        super().add_command(with_json(cmd), name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*super().list_commands(ctx), *(name for name in self.others() if name not in self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name; None where there is none."""
        return super().get_command(ctx, cmd_name) or self.others().get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each package under a heading of their own."""
        names = self.list_commands(ctx)
        width = formatter.width - 6 - max(map(len, names))
        own = len(self.commands)
        for title, part in zip(self.parts, (names[:own], names[own:]), strict=True):
            commands = [(name, self.get_command(ctx, name)) for name in part]
            with formatter.section(title):
                formatter.write_dl([(name, each.get_short_help_str(width)) for name, each in commands if each])


def with_json(command: click.Command) -> click.Command:
    """Return a command, and all below it, with the option `--json`; `wants_json` reads it."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            with_json(each)
    elif not any(JSON in parameter.opts for parameter in command.params):
        command.params.append(
            click.Option(
                [JSON], is_flag=True, expose_value=False, callback=_note, help="Write JSON, one value on each line."
            )
        )
    return command


def _note(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    context.meta[JSON] = wanted


def wants_json() -> bool:
    """Return whether the command that runs has the option for JSON."""
    return bool(click.get_current_context().meta.get(JSON))


def run(program: click.Command, arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code; what goes wrong is one line on standard error."""
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    try:
        code = program.main(words, "longroad", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as bare:
        bare.show()
        return bare.exit_code
    except click.ClickException as refusal:
        text = " ".join(refusal.format_message().split())
        usual = FAILED if refusal.exit_code == 1 else COMMAND_LINE
        document = json.dumps({"detail": text, **getattr(refusal, "problem", usual)}, ensure_ascii=False)
        sys.stderr.write(f"{document if is_json(words) else f'longroad: {text}'}\n")
        return refusal.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    return int(code or 0)


def is_json(words: Sequence[str]) -> bool:
    """Return whether a command line has the option for JSON; what follows `--` belongs to another program."""
    return JSON in (words[: words.index("--")] if "--" in words else words)
