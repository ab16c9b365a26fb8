"""Defines `longroad forget`, which erases what is kept about a person."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.cli.administration import explain
from service.cli.command import command, refusing, say
from service.process.amounts import write_amount
from service.settings import Settings

if TYPE_CHECKING:
    from service.forgetting.people import Found
    from service.game.context import Context

REWRITE_S = 600.0


def _forget(
    key: str | None,
    game: str | None,
    seat: int | None,
    list_file: Path | None,
    is_listed: bool,
    dry_run: bool,
    settings: Settings,
) -> None:
    """Forget a person who has an API key, or sits on a seat of a game.

    Names, webhooks and tokens go at once, whether Longroad runs or not; in games that go on an agent takes the seats.
    """
    wanted = [key is not None, game is not None or seat is not None, list_file is not None, is_listed]
    if sum(wanted) != 1 or (game is None) != (seat is None):
        raise click.UsageError("say whom: --key ID, or --game ID with --seat N; or --from FILE, or --list")
    with _open_stores(settings) as ctx:
        if is_listed:
            for entry in sorted(ctx.store.list_forgotten()):
                say(entry, id=entry)
        elif list_file is not None:
            _forget_all(ctx, list_file, dry_run=dry_run)
        else:
            _forget_one(ctx, key, game or "", seat or 0, dry_run=dry_run)


def _forget_one(ctx: "Context", key: str | None, game: str, seat: int, *, dry_run: bool) -> None:
    from service.forgetting.people import find_key, find_seat, finish_all, forget

    who = key or f"seat {seat} of game {game}"
    found = find_key(ctx, key) if key else find_seat(ctx, game, seat)
    if dry_run:
        seats = "".join(f"\n  seat {number} of game {of_game}" for of_game, number in found.seats)
        say(f"{who}: would be forgotten: {_say_kept(found)}{seats}", done="would be forgotten", **_values(who, found))
        return
    forget(ctx, found)
    finish_all(ctx)
    _rewrite(ctx)
    was = "was forgotten already" if found.was_forgotten else "forgotten"
    say(f"{who}: {was}: {_say_kept(found)}", done=was, **_values(who, found))


def _forget_all(ctx: "Context", path: Path, *, dry_run: bool) -> None:
    from service.forgetting.entries import note_in_file, read_entries
    from service.forgetting.people import forget_again

    entries = read_entries(path)
    if dry_run:
        known = ctx.store.list_forgotten()
        count = sum(str(entry) not in known for entry in entries)
        told = f"{path}: {write_amount(len(entries), 'id')}, of which {count} would be forgotten"
        say(told, file=path, ids=len(entries), new=count, dry_run=True)
        return
    note_in_file(ctx.settings.data_dir, entries)
    count = forget_again(ctx, entries)
    if count:
        _rewrite(ctx)
    new = write_amount(count, "was", "were")
    told = f"{path}: {write_amount(len(entries), 'id')}, of which {new} not forgotten yet"
    say(told, file=path, ids=len(entries), new=count, dry_run=False)


def _values(who: str, found: "Found") -> dict[str, Any]:
    seats = [{"game": game, "seat": number} for game, number in found.seats]
    return {"who": who, "seats": seats, "webhooks": len(found.hooks)}


def _say_kept(found: "Found") -> str:
    games = len({game for game, _ in found.seats})
    counts = ((len(found.seats), "seat"), (games, "game"), (len(found.hooks), "webhook"))
    return ", ".join(write_amount(count, what) for count, what in counts)


def _rewrite(ctx: "Context") -> None:
    """Have the store and the archive drop what was deleted from their files, too, and wait for it."""
    from service.upkeep import clear_archive

    ends = time.monotonic() + REWRITE_S
    _await_rewrite(ctx, ends)  # one that has begun before may keep what was deleted since
    if not ctx.store.rewrite():
        click.echo(
            "not every server of the store takes BGREWRITEAOF: have their files rewritten by their own means", err=True
        )
    _await_rewrite(ctx, ends)
    clear_archive(ctx)  # last, for it may be out of reach


def _await_rewrite(ctx: "Context", ends: float) -> None:
    while ctx.store.is_rewriting() and time.monotonic() < ends:
        time.sleep(0.05)


@contextmanager
def _open_stores(settings: Settings) -> Iterator["Context"]:
    """Yield a context over the stores of the settings; embedded ones that do not run are started meanwhile.

    Why no one was forgotten is said in one line, with code 2.
    """
    from redis.exceptions import RedisError

    from eventstore.embedded.engines import StoreUnavailable
    from eventstore.embedded.server import find_running, start
    from eventstore.log.chain import ChainBroken
    from service.forgetting.entries import BadEntry
    from service.forgetting.people import Unknown
    from service.problems import Problem
    from service.supervisor.data_directory import RQ
    from service.upkeep import open_context

    queues = settings.data_dir / RQ
    with refusing(BadEntry, Unknown, StoreUnavailable, ChainBroken):
        try:
            with ExitStack() as stack:
                if settings.rq_url is None and queues.is_dir() and find_running(queues) is None:
                    stack.callback(start(queues, "no").stop)
                yield stack.enter_context(open_context(settings))
        except Problem as problem:
            raise click.UsageError(f"the game cannot be read: {explain(problem)}") from problem
        except RedisError as error:
            raise click.UsageError(f"the store does not answer: {error}") from error


def _option(*names: str, **settings: Any) -> click.Option:
    return click.Option(names, **settings)


forget = command(
    "forget",
    _forget,
    _option("--key", metavar="ID", help="The id of an API key; keys that it made are forgotten with it."),
    _option("--game", metavar="ID", help="The id of a game."),
    _option("--seat", type=click.IntRange(0), metavar="N", help="The number of the person's seat in that game."),
    _option(
        "--from",
        "list_file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Forget again everyone in a list, after a store of your own was restored.",
    ),
    _option("--list", "is_listed", is_flag=True, help="Print the ids of all who were forgotten."),
    _option("--dry-run", is_flag=True, help="Say what would be erased, and change nothing."),
)
