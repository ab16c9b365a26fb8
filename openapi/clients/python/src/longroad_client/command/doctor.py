"""Defines `longroad doctor`, which says what is wrong between this machine and a server, and what helps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from longroad_client.command.absent import start_one
from longroad_client.command.connection import Polite, Server, add_server_options, caller, with_token
from longroad_client.command.showing import console, write_json
from longroad_client.errors import Problem, Unreachable
from longroad_client.program import NoServer, Refusal, wants_json

if TYPE_CHECKING:
    from longroad_client import Client

SKEW_S = 5.0
SLOW_S = 1.0


class Finding(NamedTuple):
    """Holds what one check found; `advice` is empty if all is well."""

    check: str
    found: str
    advice: str = ""


@click.command(cls=Polite)
@with_token
@add_server_options
@click.pass_context
def doctor(context: click.Context, token: str | None, server: Server) -> None:
    """Look whether a server can be reached and used from here, and say what to do if not.

    The exit code is 1 if anything is wrong, 3 if no server answers.
    """
    with caller(server, token) as client:
        found = list(examine(client))
    for each in found:
        if wants_json():
            write_json(each._asdict())
        else:
            mark, style = ("!", "yellow") if each.advice else ("-", "")
            console().print(f"{mark} {each.check}: {each.found}", style=style, markup=False)
            if each.advice:
                console().print(f"    {each.advice}", markup=False)
    bad = [each for each in found if each.advice]
    context.exit(0 if not bad else NoServer.exit_code if bad[0].check == "server" else Refusal.exit_code)


UNKNOWN = "it was renewed or deleted, or belongs to another server"


def examine(client: Client) -> Iterator[Finding]:
    """Yield what each check found; without a server there is but one."""
    import httpx

    from longroad_client.problems import Unauthorized

    began = time.monotonic()
    try:
        server = cast("Any", client.get_server())
    except (Unreachable, httpx.InvalidURL, ValueError) as error:
        yield Finding("server", f"{client.url}: {error or type(error).__name__}", start_one())
        return
    except Unauthorized as problem:
        yield Finding("caller", problem.detail, UNKNOWN)
        return
    except Problem as problem:
        yield Finding("server", f"{client.url}: {problem}", "is this a Longroad, and has it this version of the API?")
        return
    took = time.monotonic() - began
    yield Finding("server", f"{client.url}, version {server['version']}, API {server['api_version']}")
    yield Finding("answer", f"after {took * 1000:.0f} ms", "it is slow or far away" if took > SLOW_S else "")
    yield _clock(server)
    for check in (_ready, _caller):
        try:
            yield check(client)
        except Problem as problem:
            yield Finding(check.__name__.strip("_"), str(problem), "see the problems in docs/api.md of Longroad")


def _clock(server: Any) -> Finding:
    off = (datetime.now(UTC) - datetime.fromisoformat(server["time"])).total_seconds()
    advice = "set one of the clocks: signatures of webhooks are refused after five minutes" if abs(off) > SKEW_S else ""
    return Finding("clock", f"{abs(off):.1f} s {'ahead of' if off > 0 else 'behind'} the server's", advice)


def _ready(client: Client) -> Finding:
    health = cast("Any", client.get_readiness())
    return Finding("stores", f"{health['status']}, durability {health.get('durability', 'unknown')}")


def _caller(client: Client) -> Finding:
    from longroad_client.problems import Unauthorized

    if not client.token and not client.key:
        return Finding("caller", "a spectator: neither --token nor --key is given")
    try:
        pending = cast("Any", client.list_pending())["pending"]
    except Unauthorized as problem:
        return Finding("caller", problem.detail, UNKNOWN)
    return Finding("caller", f"known; {len(pending)} of its seats may act now")
