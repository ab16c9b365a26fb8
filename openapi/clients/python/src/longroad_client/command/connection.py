"""Gives commands a client of the server that is named, and says in one line what went wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from longroad_client.command.absent import start_one
from longroad_client.errors import Problem, SeatGone, SeekEnded, Unreachable
from longroad_client.program import NoServer, Refusal

if TYPE_CHECKING:
    from longroad_client import Client

SEAT_GONE = {"type": "urn:longroad:seat-gone", "title": "The seat is not yours any more", "status": 410}
NO_GAME = {"type": "urn:longroad:no-game", "title": "The seek ended without a game", "status": 410}
UNPROVEN = {"type": "urn:longroad:unproven", "title": "A proof failed", "status": 422}
NEEDED = ("httpx", "rich")
LOCAL = "http://127.0.0.1:8000"
FIRST_S, PATIENCE_S = 2.0, 60.0
"""Says for how long a server is asked again, at first and later: one that was there is waited for."""


class Polite(click.Command):
    """Is a command that says in one line what went wrong with the server, or with a proof."""

    def invoke(self, ctx: click.Context) -> Any:
        """Carry the command out; what is expected to go wrong ends it with a Refusal."""
        try:
            return super().invoke(ctx)
        except click.ClickException:
            raise
        except Exception as error:  # refusal() knows those that are expected, and raises all others again
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
    """Return a client of a server that answers: where none does, that is clear within seconds."""
    client = caller(server, token)
    client.get_server()
    client.patience_s = PATIENCE_S
    return client


def caller(server: Server, token: str | None = None) -> Client:
    """Return a client of a server that may not be there."""
    from longroad_client import Client

    return Client(server.url, key=server.key, token=token, language=server.language, patience_s=FIRST_S)


def refusal(error: Exception) -> click.ClickException:
    """Return what a command ends with; raises the error again if it is none of those that are expected."""
    if isinstance(error, ModuleNotFoundError) and error.name in NEEDED:
        return click.UsageError(f"this needs {error.name}, which the extra cli of longroad-client brings")
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("longroad_client."):
        return click.UsageError("these sources lack what is made of the contract: `make run` makes it")
    import httpx

    from longroad_client.fairness import Unfair

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
