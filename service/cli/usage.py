"""Defines `longroad usage`: what API keys, and clients without one, used on some days, as a table or as CSV.

It works on the stores of the settings, also while Longroad runs, and without the administrator's key.
"""

import csv
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from heapq import nlargest
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from service.cli.administration import open_stores
from service.cli.command import command, say, say_none, wants_json
from service.settings import Settings
from service.usage.places import AGENT, Sums

if TYPE_CHECKING:
    from datetime import date

    from service.game.context import Context

TOTAL, DAY, OPERATION, AGENTS = "total", "day", "operation", "agent"
USUAL_DAYS: Final = 31
COLUMNS: Final = ("client", "day", "what", "requests", "api_seconds", "worker_seconds", "bytes", "decisions")
LINE: Final = "{:<24} {:<10} {:<24} {:>9} {:>12} {:>14} {:>13} {:>10}"


class Row(NamedTuple):
    """Holds what a client used: in all, on a day, by an operation or by an agent; what is not said is empty."""

    client: str
    day: str
    what: str
    sums: Sums

    @property
    def fields(self) -> tuple[Any, ...]:
        """Return the fields of the row in the order of COLUMNS."""
        sums = self.sums
        seconds = (f"{us / 1_000_000:.3f}" for us in (sums.api_us, sums.worker_us))
        return self.client, self.day, self.what, sums.requests, *seconds, sums.size, sums.decisions


def _show(key: str | None, by: str, most: int, settings: Settings, **given: Any) -> None:
    """Show what API keys used, most processor time first: requests, processor seconds, bytes, agents' decisions.

    Days are those of UTC. Clients without a key have another name each day. What was used in the last seconds may be
    missing.
    """
    last = (given["until"] or datetime.now(UTC)).date()
    first = given["since"].date() if given["since"] else last - timedelta(days=USUAL_DAYS - 1)
    if first > last:
        raise click.UsageError("--since must not be after --until")
    with open_stores(settings) as ctx:
        found = _rows(ctx, key, (first, last), by, without_key=given["without_key"])
        rows = nlargest(most, found, key=lambda row: (row.sums.cpu_us, row.sums.decisions))
    if by == DAY:
        rows = sorted(rows, key=lambda row: (row.client, row.day))
    _write(rows, as_csv=given["as_csv"])


def _rows(ctx: "Context", key: str | None, days: "tuple[date, date]", by: str, *, without_key: bool) -> Iterator[Row]:
    from service.clients.usage import clients_of_day, days_of_key, keys_of_months

    if without_key:
        first, last = days
        every = (first + timedelta(days=number) for number in range((last - first).days + 1))
        for day in every:
            for client, found in clients_of_day(ctx, day):
                yield from _rows_of(client, [(day, found)], by)
        return
    for one in [key] if key else keys_of_months(ctx, *days):
        yield from _rows_of(one, list(days_of_key(ctx, one, *days)), by)


def _rows_of(client: str, days: "Sequence[tuple[date, dict[str, Sums]]]", by: str) -> Iterator[Row]:
    if by == DAY:
        yield from (Row(client, str(day), "", found.get("", Sums())) for day, found in days)
        return
    names = sorted(set(chain.from_iterable(found for _, found in days)))
    for name in names:
        kind = TOTAL if not name else AGENTS if name.startswith(AGENT) else OPERATION
        if kind == by:
            sums = [found[name] for _, found in days if name in found]
            yield Row(client, "", name.removeprefix(AGENT), Sums(*map(sum, zip(*sums, strict=True))))


def _write(rows: Sequence[Row], *, as_csv: bool) -> None:
    if as_csv:
        csv.writer(sys.stdout).writerows([COLUMNS, *(row.fields for row in rows)])
        return
    if not rows:
        say_none("nothing was used")
        return
    if not wants_json():
        click.echo(LINE.format(*(name.replace("_", " ") for name in COLUMNS)).rstrip())
    for row in rows:
        say(LINE.format(*row.fields).rstrip(), **dict(zip(COLUMNS, row.fields, strict=True)))


_DAY: Final = click.DateTime(["%Y-%m-%d"])
usage = command(
    "usage",
    _show,
    click.Argument(["key"], required=False, metavar="[KEY]"),
    click.Option(["--since"], type=_DAY, metavar="DAY", help="The first day.  [default: 30 days before the last]"),
    click.Option(["--until"], type=_DAY, metavar="DAY", help="The last day.  [default: today]"),
    click.Option(
        ["--by"],
        type=click.Choice([TOTAL, DAY, OPERATION, AGENTS]),
        default=TOTAL,
        help="A row for each client, or one for each of its days, operations or agents.  [default: total]",
    ),
    click.Option(["--without-key"], is_flag=True, help="Show clients without a key, day by day."),
    click.Option(["--csv", "as_csv"], is_flag=True, help="Write comma-separated values."),
    click.Option(["--most"], type=click.IntRange(1), default=50, help="How many rows to show.  [default: 50]"),
)
