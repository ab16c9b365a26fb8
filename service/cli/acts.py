"""Defines `longroad acts`: what administrators did by their key or on a command line, on any host of the store."""

import click

from service.cli.clients import open_stores
from service.cli.options import command
from service.cli.terminal import say, say_none
from service.settings import Settings


def _list(most: int, settings: Settings) -> None:
    """List what administrators did, the newest act first."""
    from service.clients.acts import acts_page

    with open_stores(settings) as ctx:
        found = acts_page(ctx, most)["acts"]
    if not found:
        say_none("no administrator has done anything yet")
    for one in found:
        what = " ".join((one["operation"], one["on"], one["details"])).rstrip()
        say(f"{one['time']} {one['by']}: {what}", **one)


acts = command(
    "acts",
    _list,
    click.Option(["--most"], type=click.IntRange(1, 1_000), default=50, help="How many to list.  [default: 50]"),
)
