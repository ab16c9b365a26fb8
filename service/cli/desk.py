"""Defines `longroad games`, `close`, `rename` and `block`, by which the administrator deals with games of other people.

Like `longroad clients` they work on the stores of the settings, and each act is logged and listed. `longroad acts`
lists what administrators did by their key or on a command line, on any host of the store.
"""

import click

from service.cli.clients import note, open_stores, parse_client
from service.cli.options import command
from service.cli.terminal import say, say_none
from service.settings import Settings


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
    from service.clients.acts import acts_page

    with open_stores(settings) as ctx:
        found = acts_page(ctx, most)["acts"]
    if not found:
        say_none("no administrator has done anything yet")
    for one in found:
        what = " ".join((one["operation"], one["on"], one["details"])).rstrip()
        say(f"{one['time']} {one['by']}: {what}", **one)


def _game() -> click.Argument:
    return click.Argument(["game"], metavar="GAME")


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
close = command("close", _close, _game(), click.Option(["--reason"], metavar="TEXT", help="Why, for the list of acts."))
rename = command(
    "rename",
    _rename,
    _game(),
    click.Argument(["seat"], type=click.IntRange(0), metavar="SEAT"),
    click.Argument(["name"], default="", metavar="[NAME]"),
)
block = command(
    "block",
    _block,
    click.Argument(["client"], metavar="CLIENT"),
    click.Option(["--off"], is_flag=True, help="Let it do so again."),
)
acts = command(
    "acts",
    _list_acts,
    click.Option(["--most"], type=click.IntRange(1, 1_000), default=50, help="How many to list.  [default: 50]"),
)
DESK = (games, close, rename, block, acts)
