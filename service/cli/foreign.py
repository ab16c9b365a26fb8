"""Defines `longroad import`, which reads files of other programs. It needs no server and stores nothing."""

from typing import IO, Any, Final

import click
import orjson

from service.cli.command import refusing

PROGRAMS: Final = ("catanatron", "jsettlers")
"""The programs whose files are read; a test compares them with the readers that there are."""


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--from", "source", type=click.Choice(PROGRAMS), required=True, help="The program that wrote the file.")
def import_foreign(file: IO[bytes], source: str) -> None:
    """Read a FILE of another program (- for standard input), and write what it brings as JSON.

    That is its position, its game as commands, and what cannot be carried over, as POST /v1/imports answers it. For
    example: longroad import --from jsettlers saved.game.json
    """
    from service.records.imports import import_file

    with refusing(BadFile):
        _write(_answer(import_file, source, _read(file)))


class BadFile(ValueError):
    """Refuses a file, with the reason in words."""


def _read(file: IO[bytes]) -> Any:
    """Return the JSON of a file; raises BadFile."""
    from service.schemas.limits import LARGEST_FILE

    body = file.read(LARGEST_FILE + 1)
    if len(body) > LARGEST_FILE:
        raise BadFile(f"{file.name}: is larger than {LARGEST_FILE:,} bytes")
    try:
        return orjson.loads(body)
    except ValueError as error:
        raise BadFile(f"{file.name}: is no JSON: {error}") from None


def _answer(ask: Any, *given: Any) -> Any:
    """Return the answer of a function; raises BadFile with the place and the reason if it refuses what is given."""
    from service.http.problem_answers import problem_document
    from service.problems import Problem
    from service.texts.files import ENGLISH

    try:
        return ask(*given)
    except Problem as problem:
        error = problem_document(problem, ENGLISH, "")["errors"][0]
        raise BadFile(f"{error['pointer'].removeprefix('/')}: {error['detail']}") from None


def _write(answer: Any) -> None:
    click.echo(orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode())
