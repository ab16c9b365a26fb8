"""Shows the progress and the result of a command, and says in one line why it cannot be carried out."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from service.cli import client

_CLEAR_LINE = "\r\x1b[K"


def show_progress(text: str) -> None:
    """Show the progress in place of what was shown before; only on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{_CLEAR_LINE}{text}")
        sys.stderr.flush()


def say(text: str, **values: Any) -> None:
    """Write a result: its text, or with `--json` its values."""
    click.echo(json.dumps(values, default=str, ensure_ascii=False) if wants_json() else text)


def say_none(text: str) -> None:
    """Write that a list has nothing; with `--json` it is empty."""
    if not wants_json():
        click.echo(text)


def wants_json() -> bool:
    """Return whether the command that runs has the option for JSON."""
    return bool(client.module("program").wants_json())


@contextmanager
def refusing(*refusals: type[Exception]) -> Iterator[None]:
    """Let an OSError, or one of these exceptions, end the command with one line and exit code 2."""
    try:
        yield
    except OSError as error:
        raise click.UsageError(f"{error.filename or 'failed'}: {error.strerror or error}") from error
    except refusals as refusal:
        raise click.UsageError(str(refusal)) from refusal
    finally:
        show_progress("")
