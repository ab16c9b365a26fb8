"""Defines `longroad clients`: what single clients do, their limits, and the removal of their games.

It works on the stores of the settings, also while Longroad runs, and without the administrator's key: who may read
the data directory, or has the passwords of the stores, may do more than that.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from heapq import nlargest
from typing import TYPE_CHECKING, Any, Final

import click

from service.cli.options import command
from service.cli.terminal import refusing, say, show_progress, wants_json
from service.settings import Settings

if TYPE_CHECKING:
    from service.game.context import Context

COLUMNS: Final = "{:<28} {:>7} {:>9} {:>6} {:>9} {}"


def _list(most: int, limited: bool, settings: Settings) -> None:
    """List the clients with the most games in which only agents play, then those with the most games."""
    from service.views.admin import all_clients

    with open_stores(settings) as ctx:
        found = nlargest(most, all_clients(ctx, limited=limited), key=lambda one: (one["ai_games"], one["games"]))
    _head()
    for one in found:
        say(_row(one), **one)


def _show(client: str, settings: Settings) -> None:
    """Show what a client does, with the ids of its newest games."""
    from service.views.admin import client_document

    with open_stores(settings) as ctx:
        found = client_document(ctx, parse_client(client))
    _head()
    say("\n  ".join([_row(found), *found["newest"]]), **found)


def _limit(client: str, ai_games: int | None, close: bool, block: bool, settings: Settings) -> None:
    """Set the limits of a client in place of those that it has; without an option all of them are lifted.

    Games that run go on.
    """
    from service.clients.limits import Limits, set_limits

    known, limits = parse_client(client), Limits(ai_games, close, block)
    with open_stores(settings) as ctx:
        set_limits(ctx, known, limits)
        note(ctx, "updateClientLimits", known, limits.document)
    say(f"{known}: {_say(limits.document) or 'no limits'}", client=known, **limits.document)


def _remove(client: str, people: bool, settings: Settings) -> None:
    """Remove the games of a client that are open or running, for good.

    Games in which other people play are kept unless --people is given; finished games stay.
    """
    from service.handlers.removals import begin, remove_some

    known = parse_client(client)
    with open_stores(settings) as ctx:
        at = begin(ctx, known)
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
    words = [f"{limits['ai_games']} games of agents"] if "ai_games" in limits else []
    return ", ".join([*words, *(name for name in ("closed", "blocked") if limits.get(name))])


def parse_client(text: str) -> str:
    """Return the id of a client, which may be given as an address too; raises UsageError."""
    import ipaddress

    from service.clients.ownership import share_of_address
    from service.http.connection_limits import neighborhood
    from service.views.admin import CLIENT

    if CLIENT.fullmatch(text):
        return text
    try:
        ipaddress.ip_address(text)
    except ValueError as error:
        raise click.UsageError(f"{text} is neither the id of a client nor an address") from error
    return share_of_address(neighborhood(text))


def note(ctx: "Context", what: str, whom: str, about: Mapping[str, Any]) -> None:
    """Log an act, and keep it in the list of acts."""
    from service.clients.acts import keep_act
    from service.process.acts import note_command, who_commands
    from service.supervisor.data_directory import LOG

    note_command(ctx.settings.data_dir / LOG, ctx.settings.log_format, what, whom, **about)
    keep_act(ctx, who_commands(), what, whom, **about)


@contextmanager
def open_stores(settings: Settings) -> Iterator["Context"]:
    """Yield a context over the stores of the settings; a refusal is one line and exit code 2."""
    from redis.exceptions import RedisError

    from eventstore.embedded.engines import StoreUnavailable
    from service.problems import Problem
    from service.texts import words
    from service.upkeep import open_context

    with refusing(StoreUnavailable, RedisError):
        try:
            with open_context(settings) as context:
                yield context
        except Problem as problem:
            why = f"problem.{problem.slug}.detail.{problem.params.get('why')}"
            told = words.rule_text(problem.rule) if problem.rule else words.say(why, problem.params, "en")
            raise click.UsageError(told) from problem


def _argument() -> click.Argument:
    return click.Argument(["client"], metavar="CLIENT")


clients = click.Group(
    "clients",
    help="See what single clients do, limit them, and remove their games. A client is named by its id or an address.",
    commands=[
        command(
            "list",
            _list,
            click.Option(["--most"], type=click.IntRange(1), default=50, help="How many to list.  [default: 50]"),
            click.Option(["--limited"], is_flag=True, help="List those for which limits are set."),
        ),
        command("show", _show, _argument()),
        command(
            "limit",
            _limit,
            _argument(),
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
            _remove,
            _argument(),
            click.Option(["--people"], is_flag=True, help="Remove games in which other people play, too."),
        ),
    ],
)
