"""Defines `longroad kit`, which tries a client out on a bad network and says what it did wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

import click

from longroad_client.command.absent import start_one
from longroad_client.command.connection import Polite, Server, open_client
from longroad_client.command.playing import option
from longroad_client.command.showing import console, write_json
from longroad_client.program import NoServer, wants_json

if TYPE_CHECKING:
    from longroad_client.kit.hosting import Kit
    from longroad_client.kit.running import Result
    from longroad_client.kit.scenarios import Scenario

STARTS = ("given", "takes", "creates")


@click.command(cls=Polite)
@click.argument("client", nargs=-1, type=click.UNPROCESSED)
@click.option("--only", multiple=True, metavar="SCENARIO", help="Play only this scenario, repeatable.")
@click.option("--list", "is_list", is_flag=True, help="List the scenarios.")
@click.option("--ruleset", default="goofspiel", show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, repeatable.")
@click.option("--seats", default=0, help="How many seats; by default as few as possible, but two.")
@click.option(
    "--rivals", type=click.Choice(["agents", "kit"]), default="agents", show_default=True, help="Play the rest."
)
@click.option("--agent", default="", help="Which agent plays the other seats.")
@click.option("--start", type=click.Choice(STARTS), help="How the client comes to its seat.")
@click.option("--seed", default="0", show_default=True, help="Decides which requests meet the fault.")
@click.option("--idle", "idle_s", default=30.0, show_default=True, help="Seconds that the client may do nothing.")
@click.option("--limit", "limit_s", default=300.0, show_default=True, help="Seconds that a scenario may take.")
@click.option("--junit", type=click.Path(dir_okay=False, path_type=Path), help="Write a report as JUnit XML.")
@click.option("--key", envvar="LONGROAD_KEY", help="An API key, where the server needs one.")
@click.option("--url", envvar="LONGROAD_URL", help="The server; by default one of its own, where it is installed.")
@click.pass_context
def kit(context: click.Context, /, client: tuple[str, ...], is_list: bool, **wish: Any) -> None:
    """Let CLIENT play games through a proxy that loses, repeats, delays and refuses, and say what it did wrong.

    CLIENT is a command line: `longroad kit -- node bot.js {url} {game}`. It is given the address of the proxy, a game
    and a seat, by {url}, {game}, {seat}, {token} and {ruleset} in its arguments and by LONGROAD_URL and so on. It
    plays one game to its end, and then ends itself with code 0.

    Exit codes: 0 if nothing is wrong, 1 if the client did something wrong, 2 for a wrong command line, 3 if there is no
    server with which the client can be tried.
    """
    from longroad_client.kit.hosting import Kit
    from longroad_client.kit.reports import as_junit
    from longroad_client.kit.scenarios import BY_NAME

    only, start, junit, url, key = (wish.pop(name) for name in ("only", "start", "junit", "url", "key"))
    _require_known(only, BY_NAME)
    chosen = [scenario for name, scenario in BY_NAME.items() if not only or name in only]
    if is_list:
        _list(chosen)
        return
    if not client or which(client[0]) is None:
        raise click.UsageError(f"no such program: {client[0]}" if client else "which client? longroad kit -- CLIENT...")
    with _server(url) as address, open_client(Server(address, key)) as caller:
        wish["options"] = dict(map(option, wish["options"]))
        told = Kit(caller, client, start or start_of(client), **wish)
        results = _play_all(told, chosen)
    if junit:
        junit.write_bytes(as_junit(results, wish["ruleset"]))
    context.exit(_exit_code(results))


def _require_known(names: Sequence[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise click.UsageError(f"no scenario is called {name}; there are {', '.join(known)}")


def _list(scenarios: Sequence[Scenario]) -> None:
    for each in scenarios:
        if wants_json():
            write_json({"scenario": each.name, "does": each.does, "must": each.must, "chapter": each.chapter})
        else:
            console().print(each.name, style="bold")
            console().print(f"    The proxy {each.does}. {each.must} See {each.chapter}.", markup=False)


@contextmanager
def _server(url: str | None) -> Iterator[str]:
    """Yield the address of the server that was named, or of one of the kit's own."""
    if url:
        yield url
        return
    from longroad_client.kit.hosting import own_server, sources

    root = sources()
    if root is None:
        raise NoServer(f"there is no server: {start_one()}")
    try:
        with own_server(root) as own:
            yield own
    except RuntimeError as error:
        raise NoServer(str(error)) from error


def start_of(client: Sequence[str]) -> str:
    """Return how a client comes to its seat, from the places in its command line."""
    text = " ".join(client)
    if "{game}" in text and "{token}" not in text:
        return "takes"
    return "creates" if "{ruleset}" in text and "{game}" not in text else "given"


def _play_all(kit: Kit, scenarios: Sequence[Scenario]) -> list[Result]:
    from longroad_client.errors import Problem
    from longroad_client.kit import reports
    from longroad_client.kit.running import play_scenario

    results = []
    for scenario in scenarios:
        try:
            results.append(result := play_scenario(kit, scenario))
        except Problem as problem:
            raise NoServer(f"the server refuses what the kit needs: {problem}") from problem
        if wants_json():
            write_json(reports.as_json(result))
        else:
            reports.show(console(), result)
    if not wants_json():
        console().print(reports.last_line(results))
    return results


def _exit_code(results: Sequence[Result]) -> int:
    verdicts = {result.verdict for result in results}
    if "failed" in verdicts:
        return 1
    return NoServer.exit_code if "error" in verdicts else 0
