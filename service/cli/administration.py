"""Defines what an administrator does on the command line, about clients and about games of other people.

`longroad clients` shows what single clients do, limits them, and removes their games; `games`, `close`, `rename` and
`block` deal with games of other people. All work on the stores of the settings, also while Longroad runs, and without
the administrator's key: who may read the data directory, or has the passwords of the stores, may do more than that.
Each act is logged and listed: `longroad acts` lists what administrators did by their key or on a command line, on any
host of the store.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from heapq import nlargest
from typing import TYPE_CHECKING, Any, Final

import click

from service.cli.command import command, refusing, say, say_none, show_progress, wants_json
from service.process.amounts import write_amount
from service.settings import Settings

if TYPE_CHECKING:
    from service.game.context import Context
    from service.problems import Problem

CLIENT: Final = click.Argument(["client"], metavar="CLIENT")
GAME: Final = click.Argument(["game"], metavar="GAME")
COLUMNS: Final = "{:<28} {:>7} {:>9} {:>6} {:>9} {}"


def _list_clients(most: int, limited: bool, settings: Settings) -> None:
    """List the clients with the most games in which only agents play, then those with the most games."""
    from service.views.admin import all_clients

    with open_stores(settings) as ctx:
        found = nlargest(most, all_clients(ctx, limited=limited), key=lambda one: (one["ai_games"], one["games"]))
    _head()
    for one in found:
        say(_row(one), **one)


def _show_client(client: str, settings: Settings) -> None:
    """Show what a client does, with the ids of its newest games."""
    from service.views.admin import client_document

    with open_stores(settings) as ctx:
        found = client_document(ctx, parse_client(client))
    _head()
    say("\n  ".join([_row(found), *found["newest"]]), **found)


def _limit_client(client: str, ai_games: int | None, close: bool, block: bool, settings: Settings) -> None:
    """Set the limits of a client in place of those that it has; without an option all of them are lifted.

    Games that run go on.
    """
    from service.clients.limits import Limits, set_limits

    known, limits = parse_client(client), Limits(ai_games, close, block)
    with open_stores(settings) as ctx:
        set_limits(ctx, known, limits)
        note(ctx, "updateClientLimits", known, limits.document)
    say(f"{known}: {_say(limits.document) or 'no limits'}", client=known, **limits.document)


def _remove_games(client: str, people: bool, settings: Settings) -> None:
    """Remove the games of a client that are open or running, for good.

    Games in which other people play are kept unless --people is given; finished games stay.
    """
    from service.handlers.administration import begin_removal, remove_some

    known = parse_client(client)
    with open_stores(settings) as ctx:
        at = begin_removal(ctx, known)
        while not at.is_over:
            at = remove_some(ctx, known, at, people=people)
            show_progress(f"games removed: {at.removed}, kept: {at.kept}")
        note(ctx, "deleteClientGames", known, {"people": people, **at.document})
    say(f"{known}: games removed: {at.removed}, kept: {at.kept}", client=known, removed=at.removed, kept=at.kept)


def _head() -> None:
    if not wants_json():
        click.echo(COLUMNS.format("client", "games", "of agents", "jobs", "seconds", "limits"))


def _row(found: Mapping[str, Any]) -> str:
    jobs, seconds = (found.get(name, "?") for name in ("jobs", "worker_seconds"))
    return COLUMNS.format(found["id"], found["games"], found["ai_games"], jobs, seconds, _say(found["limits"])).rstrip()


def _say(limits: Mapping[str, Any]) -> str:
    """Return in words what is set for a client."""
    words = [f"{write_amount(limits['ai_games'], 'game')} of agents"] if "ai_games" in limits else []
    return ", ".join([*words, *(name for name in ("closed", "blocked") if limits.get(name))])


def parse_client(text: str) -> str:
    """Return the id of a client, which may be given as an address too; raises UsageError."""
    import ipaddress

    from service.clients.ownership import share_of_address
    from service.http.connection_limits import neighborhood
    from service.views.admin import CLIENT as CLIENT_ID

    if CLIENT_ID.fullmatch(text):
        return text
    try:
        ipaddress.ip_address(text)
    except ValueError as error:
        raise click.UsageError(f"{text} is neither the id of a client nor an address") from error
    return share_of_address(neighborhood(text))


def note(ctx: "Context", what: str, whom: str, about: Mapping[str, Any]) -> None:
    """Record an act in the log of the command line, and in the list of acts."""
    from service.clients.audit_log import record_command
    from service.supervisor.data_directory import LOG

    record_command(ctx, ctx.settings.data_dir / LOG, what, whom, **about)


@contextmanager
def open_stores(settings: Settings) -> Iterator["Context"]:
    """Yield a context over the stores of the settings; a refusal is one line and exit code 2."""
    from redis.exceptions import RedisError

    from eventstore.embedded.engines import StoreUnavailable
    from service.problems import Problem
    from service.upkeep import open_context

    with refusing(StoreUnavailable, RedisError):
        try:
            with open_context(settings) as context:
                yield context
        except Problem as problem:
            raise click.UsageError(explain(problem)) from problem


def explain(problem: "Problem") -> str:
    """Say why something is refused, without what only a client of the API can do about it."""
    from service.game.quarantine import AWAY, AWAY_REASONS
    from service.http.problem_documents import problem_document

    if problem.slug == AWAY and problem.members["reason"] in AWAY_REASONS:
        return f"the archive is {problem.members['reason']}"
    return str(problem_document(problem, "en", "")["detail"])


clients = click.Group(
    "clients",
    help="See what single clients do, limit them, and remove their games. A client is named by its id or an address.",
    commands=[
        command(
            "list",
            _list_clients,
            click.Option(["--most"], type=click.IntRange(1), default=50, help="How many to list.  [default: 50]"),
            click.Option(["--limited"], is_flag=True, help="List those for which limits are set."),
        ),
        command("show", _show_client, CLIENT),
        command(
            "limit",
            _limit_client,
            CLIENT,
            click.Option(
                ["--ai-games"],
                type=click.IntRange(0),
                metavar="N",
                help="How many games in which only agents play it may have, in place of the server's setting.",
            ),
            click.Option(["--close"], is_flag=True, help="Let it make no new games."),
            click.Option(["--block"], is_flag=True, help="Let it make no new games and take no seats."),
        ),
        command(
            "remove",
            _remove_games,
            CLIENT,
            click.Option(["--people"], is_flag=True, help="Remove games in which other people play, too."),
        ),
    ],
)


def _list_games(client: str | None, status: str | None, idle_days: int, most: int, settings: Settings) -> None:
    """List games that are open or running, private ones too, with the names at their tables."""
    from itertools import islice

    from service.views.admin import Wanted, all_games

    wanted = Wanted(None if client is None else parse_client(client), status, idle_days)
    with open_stores(settings) as ctx:
        found = list(islice(all_games(ctx, wanted), most))
    if not found:
        say_none("there is no such game")
    for one in found:
        names = ", ".join(seat["name"] for seat in one["seats"] if "name" in seat)
        row = f"{one['id']:<18} {one['status']:<8} {one['changed']} {one['client']} {names}"
        say(row.rstrip(), **one)


def _close(game: str, reason: str | None, settings: Settings) -> None:
    """Close a game, whatever its state: it is deleted for good."""
    from service.handlers.administration import close_game

    with open_stores(settings) as ctx:
        close_game(ctx, game)
        note(ctx, "deleteAnyGame", game, {} if reason is None else {"reason": reason})
    say(f"{game}: closed", game=game)


def _rename(game: str, seat: int, name: str, settings: Settings) -> None:
    """Replace the name of a player that offends; without NAME it is removed."""
    from service.handlers.administration import rename_seat
    from service.schemas.seats import LONGEST_NAME
    from service.texts.readable_text import filter_readable

    if len(name) > LONGEST_NAME or filter_readable(name) != name:
        raise click.UsageError(f"a name has at most {LONGEST_NAME} visible characters")
    with open_stores(settings) as ctx:
        rename_seat(ctx, game, seat, name)
        note(ctx, "updateSeatName", game, {"seat": seat, "removed": not name})
    say(f"{game}: seat {seat} has {'another' if name else 'no'} name", game=game, seat=seat)


def _block(client: str, off: bool, settings: Settings) -> None:
    """Let a client, named by its id or an address, make no new games and take no seats; games that run go on."""
    from dataclasses import replace

    from service.clients.limits import NO_LIMITS, all_limits, set_limits

    known = parse_client(client)
    with open_stores(settings) as ctx:
        limits = replace(all_limits(ctx).get(known, NO_LIMITS), blocked=not off)
        set_limits(ctx, known, limits)
        note(ctx, "updateClientLimits", known, limits.document)
    say(f"{known}: {'blocked no more' if off else 'blocked'}", client=known, blocked=not off)


def _list_acts(most: int, settings: Settings) -> None:
    """List what administrators did, the newest act first."""
    from service.clients.audit_log import acts_page

    with open_stores(settings) as ctx:
        found = acts_page(ctx, most)["acts"]
    if not found:
        say_none("no administrator has done anything yet")
    for one in found:
        what = " ".join((one["operation"], one["on"], one["details"])).rstrip()
        say(f"{one['time']} {one['by']}: {what}", **one)


games = command(
    "games",
    _list_games,
    click.Option(["--client"], metavar="CLIENT", help="Only games that this client made: its id or an address."),
    click.Option(["--status"], type=click.Choice(["open", "running"]), help="Only games in this state."),
    click.Option(
        ["--idle-days"], type=click.IntRange(0), default=0, metavar="N", help="Only games idle for so many days."
    ),
    click.Option(["--most"], type=click.IntRange(1), default=50, help="How many to list.  [default: 50]"),
)
close = command("close", _close, GAME, click.Option(["--reason"], metavar="TEXT", help="Why, for the list of acts."))
rename = command(
    "rename",
    _rename,
    GAME,
    click.Argument(["seat"], type=click.IntRange(0), metavar="SEAT"),
    click.Argument(["name"], default="", metavar="[NAME]"),
)
block = command(
    "block",
    _block,
    CLIENT,
    click.Option(["--off"], is_flag=True, help="Let it do so again."),
)
acts = command(
    "acts",
    _list_acts,
    click.Option(["--most"], type=click.IntRange(1, 1_000), default=50, help="How many to list.  [default: 50]"),
)
