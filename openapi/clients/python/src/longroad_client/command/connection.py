"""Connects commands with the server that their options name, and reports in one line what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from longroad_client.command.absent import start_one
from longroad_client.errors import LongroadError, Problem, SeatGone, SeekEnded, Unreachable
from longroad_client.fairness import Unfair
from longroad_client.program import NoServer, Refusal

if TYPE_CHECKING:
    from longroad_client import Client

SEAT_GONE = {"type": "urn:longroad:seat-gone", "title": "The seat is not yours any more", "status": 410}
NO_GAME = {"type": "urn:longroad:no-game", "title": "The seek ended without a game", "status": 410}
UNPROVEN = {"type": "urn:longroad:unproven", "title": "A proof failed", "status": 422}
NEEDED = ("httpx", "rich")
LOCAL = "http://127.0.0.1:8000"
FIRST_S, PATIENCE_S = 2.0, 60.0
"""Limit for how many seconds a request is repeated: the first one of a command, and those after it was answered."""


class Polite(click.Command):
    """Represents a command that reports in one line what the server refused, or which proof failed."""

    def invoke(self, ctx: click.Context) -> Any:
        """Carry the command out; an exception that is expected ends it with one line."""
        try:
            return super().invoke(ctx)
        except list_expected() as error:
            raise refusal(error) from error


class Server(NamedTuple):
    """Says which server is called, with which API key, and in which language it answers."""

    url: str
    key: str | None = None
    language: str | None = None


def add_server_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the server and the caller; the command gets them as one `server`."""

    @wraps(command)
    def call(*args: Any, url: str, key: str | None, language: str | None, **others: Any) -> Any:
        return command(*args, server=Server(url, key, language), **others)

    language = click.option(
        "--language", envvar="LONGROAD_LANGUAGE", type=click.Choice(["en", "es"]), help="Of the texts."
    )
    key = click.option("--key", envvar="LONGROAD_KEY", help="An API key; others on this machine can read options.")
    url = click.option("--url", envvar="LONGROAD_URL", default=LOCAL, show_default=True, help="The server.")
    return url(key(language(call)))


def with_token(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for a token."""
    return click.option("--token", envvar="LONGROAD_TOKEN", help="The token of a seat or of the owner.")(command)


def open_client(server: Server, token: str | None = None) -> Client:
    """Return a client of a server that has answered; if none answers, this fails within seconds."""
    client = caller(server, token)
    client.get_server()
    client.patience_s = PATIENCE_S
    return client


def caller(server: Server, token: str | None = None) -> Client:
    """Return a client of a server that may not answer."""
    from longroad_client import Client

    return Client(server.url, key=server.key, token=token, language=server.language, patience_s=FIRST_S)


def list_expected() -> tuple[type[Exception], ...]:
    """Return the exceptions that `refusal` can report; nothing raises those of httpx if it is not installed."""
    known = (ModuleNotFoundError, LongroadError, Unfair)
    try:
        import httpx
    except ModuleNotFoundError:
        return known
    return (*known, httpx.TransportError, httpx.InvalidURL)


def refusal(error: Exception) -> click.ClickException:
    """Return the error of the command line that reports an exception; raises it again if it is not expected."""
    if isinstance(error, ModuleNotFoundError) and error.name in NEEDED:
        return click.UsageError(f"this needs {error.name}, which the extra cli of longroad-client brings")
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("longroad_client."):
        return click.UsageError("these sources lack what is made of the contract: `make run` makes it")
    import httpx

    if isinstance(error, Problem):
        return Refusal(" ".join(str(error).split()), {**error.document, "status": error.status, "title": error.title})
    if isinstance(error, SeatGone):
        return Refusal(str(error), SEAT_GONE)
    if isinstance(error, SeekEnded):
        return Refusal(str(error), NO_GAME)
    if isinstance(error, Unfair):
        return Refusal(f"it does not hold: {error}", {**UNPROVEN, "check": error.check, "version": error.version})
    failure = error.__cause__ if isinstance(error, Unreachable) else error
    if isinstance(failure, httpx.ConnectError):
        return NoServer(f"no server answers there: {start_one()}")
    if isinstance(failure, httpx.UnsupportedProtocol):
        return NoServer(str(error))
    if isinstance(error, Unreachable | httpx.TransportError | httpx.InvalidURL):
        return NoServer(f"the server does not answer: {failure or type(failure).__name__}")
    raise error
