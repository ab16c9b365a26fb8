"""Defines `longroad archive`, `scrub`, `rebuild`, `accept-store` and `accept-archive`, for the stores of the settings.

With `accept-store` and `accept-archive` an operator confirms that another events' store, or another archive, is to be
used. Longroad may run meanwhile.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from service.cli.administration import open_stores
from service.cli.command import command, refusing, say, show_progress
from service.process.amounts import write_amount
from service.settings import Settings

if TYPE_CHECKING:
    from redis import Redis

    from eventstore.store import EventStore

_STORES: Final = ("LONGROAD_DATA_DIR", "LONGROAD_EVENTS_URL", "LONGROAD_REDIS_URL")
_ARCHIVE: Final = ("LONGROAD_ARCHIVE", "LONGROAD_ARCHIVE_OLDER", "LONGROAD_ARCHIVE_AFTER_DAYS")
_NAME_OLDER: Final = "LONGROAD_ARCHIVE_OLDER must name their directory"
_KNOWN_STORES: Final = (
    "LONGROAD_DATA_DIR",
    "LONGROAD_EVENTS_URL",
    "LONGROAD_RQ_URL",
    "LONGROAD_REDIS_URL",
    "LONGROAD_STORE_PROMISES",
)


def _archive(dry_run: bool, settings: Settings) -> None:
    """Move finished games to the archive now, those in an archive of an older release too.

    The sweep does that by itself, a few at a time. It may be cut short, and goes on when it is run again.
    """
    place = _place_of_archive(settings)
    from eventstore.archive.objects import ObjectsAway
    from eventstore.log.chain import ChainBroken
    from service.upkeep import Archived, archive_games

    done, what = Archived(), "would move" if dry_run else "moved"

    def tell() -> None:
        show_progress(f"{write_amount(done.looked, 'game')}, {done.due} to move")

    with refusing(ChainBroken), open_stores(settings) as context:
        try:
            archive_games(context, done, tell, only_count=dry_run)
        except ObjectsAway as away:
            moved = f"{write_amount(done.games, 'game')} moved before that"
            raise click.UsageError(f"{place} is {away.reason}: {away}; {moved}") from away
    told = f"{place}: {write_amount(done.games, 'game')} {what}, {done.size / 1e6:.1f} MB"
    if done.lost:
        told += f"; {write_amount(done.lost, 'is', 'are')} in files of an older release: {_NAME_OLDER}"
    say(told, directory=place, games=done.games, bytes=done.size, lost=done.lost, dry_run=dry_run)


def _place_of_archive(settings: Settings) -> Path | str:
    """Return the directory or the address of the archive; raises UsageError if there is none."""
    place = settings.archive
    if place is None:
        raise click.UsageError("LONGROAD_ARCHIVE must be set to the directory or bucket of the archive")
    if isinstance(place, Path) and not place.is_dir():
        raise click.UsageError(f"{place} is not a directory")
    return place


def _rebuild(what: str, clear: bool, settings: Settings) -> None:
    """Make the rows of the lobby, or all snapshots, again from the games, or ratings from the results.

    Longroad may run meanwhile, or not; the lobby stays readable.
    """
    from service.upkeep import rebuild_lobby, rebuild_ratings, rebuild_snapshots

    def tell(looked: int) -> None:
        show_progress(write_amount(looked, "game"))

    with open_stores(settings) as context:
        if what == "snapshots":
            made = rebuild_snapshots(context, tell)
            say(f"{what}: {write_amount(made, 'game')} loaded from their events", rebuilt=what, made=made)
            return
        if what == "ratings":
            made = rebuild_ratings(context)
            say(f"{what}: {made} made from the results", rebuilt=what, made=made)
            return
        rebuilt = rebuild_lobby(context, tell, clear=clear)
    told = f"{what}: {write_amount(rebuilt.made, 'row')} made, {rebuilt.dropped} of games that are gone dropped"
    say(told, rebuilt=what, made=rebuilt.made, dropped=rebuilt.dropped)


def _scrub(settings: Settings) -> None:
    """Show how far the proof of all logs, and of all segments of the archive, has come.

    The sweeps prove them again and again, each within LONGROAD_SCRUB_DAYS.
    """
    from eventstore.archive.objects import ObjectsAway
    from service.game.scrub_rounds import LOGS, SEGMENTS, count_waiting, read_progress
    from service.process.wall_clock import write_time

    with open_stores(settings) as context:
        found = read_progress(context.store, settings.scrub_days, context.clock())
        kinds, waiting = {LOGS: "game"}, dict[str, int]()
        if context.store.archive.is_there:
            kinds[SEGMENTS] = "segment"
            with suppress(ObjectsAway):
                waiting[SEGMENTS] = count_waiting(context.store)
    for kind, what in kinds.items():
        one = found[kind]
        since = write_time(one.oldest) if one.oldest else None
        days = write_amount(settings.scrub_days, "day")
        told = f"{kind}: {one.share:.1%} of {write_amount(one.size, what)} proven within {days}"
        told += f", all since {since}" if since else ", not all yet"
        told += _say_waiting(waiting.get(kind))
        told += "; too slow: run more sweeps, or raise LONGROAD_SCRUB_DAYS" if one.is_late else ""
        about = {"kind": kind, "share": round(one.share, 4), "size": one.size, "oldest": since, "late": one.is_late}
        say(told, **about, **({"waiting": waiting[kind]} if kind in waiting else {}))


def _say_waiting(count: int | None) -> str:
    """Say how many pieces are too new for the last round; None if they were not counted."""
    if count == 0:
        return ""
    newer = "newer ones wait" if count is None else write_amount(count, "newer one waits", "newer ones wait")
    return f"; {newer} for the next round"


archive = command(
    "archive",
    _archive,
    click.Option(["--dry-run"], is_flag=True, help="Count the games and bytes that would move, and move nothing."),
    settings=_STORES + _ARCHIVE,
)
rebuild = command(
    "rebuild",
    _rebuild,
    click.Argument(["what"], type=click.Choice(["lobby", "snapshots", "ratings"])),
    click.Option(["--clear"], is_flag=True, help="Empty the lobby first, to be rid of whatever else is in its lists."),
    settings=_STORES,
)


scrub = command("scrub", _scrub, settings=(*_STORES, *_ARCHIVE[:2], "LONGROAD_SCRUB_DAYS"))


def _accept_store(dry_run: bool, settings: Settings) -> None:
    """Take the events' store that answers for the right one, and forget the one that was known.

    Longroad may run meanwhile, and then writes to it within a second, or not. Run it on each host.
    """
    from redis.exceptions import RedisError

    from eventstore.redis.connection import PROMPT
    from eventstore.streams import open_store
    from service.process.known_store import file_of_host

    with refusing(RedisError):
        file = file_of_host(settings)
        if file is None or settings.events_url is None:
            why = "LONGROAD_EVENTS_URL or LONGROAD_REDIS_URL must name the store, and LONGROAD_STORE_PROMISES keep it"
            raise click.UsageError(f"there is no store that has to be known again: {why}")
        with closing(open_store(settings.events_url, PROMPT)) as store, _open_queues(settings.rq_url) as queues:
            done = _accept(store, file, queues, dry_run=dry_run)
            say(f"{file}: {done}", file=file, done=done, dry_run=dry_run)


@contextmanager
def _open_queues(rq_url: str | None) -> Iterator[list["Redis"]]:
    """Yield clients of the queues' stores, none for an embedded one; raises RedisError if one does not answer."""
    from service.queue.store import connect_prompt
    from service.settings.queue_urls import split_urls

    with ExitStack() as stack:
        urls = [] if rq_url is None else split_urls(rq_url)
        queues = [stack.enter_context(closing(connect_prompt(url))) for url in urls]
        for client in queues:
            client.ping()
        yield queues


def _accept(store: "EventStore", file: "Path", queues: "Sequence[Redis]", *, dry_run: bool) -> str:
    """Accept a store unless it is only to be said, and say what that forgets and knows."""
    from service.process.known_store import BadKnownStore, accept, identities_of, load_known
    from service.queue.store import read_shared, replace_shared

    try:
        was = load_known(file) or next(filter(None, map(read_shared, queues)), {})
        told = _name_store(was) if was else "nothing"
    except BadKnownStore:
        was, told = {}, "what could not be read"
    now = identities_of(store) if dry_run else accept(store, file)
    for client in () if dry_run else queues:
        replace_shared(client, now)
    if was == now:
        return f"{_name_store(now)} is known already"
    changed = sum(now.get(owner) != identity for owner, identity in was.items())
    parts = f", of which {changed} of {len(was)} shards differ," if was else ""
    verb = "would be" if dry_run else "is"
    return f"{told}{parts} {verb} forgotten; {_name_store(now)} {verb} known"


def _name_store(identities: Mapping[str, str]) -> str:
    """Name a store by its identities, in a word that people can compare."""
    from hashlib import blake2b

    if not any(identities.values()):
        return "a store without an identity"
    parts = "".join(f"{owner} {identity} " for owner, identity in sorted(identities.items()))
    return f"store {blake2b(parts.encode(), digest_size=4).hexdigest()}"


def _accept_archive(dry_run: bool, settings: Settings) -> None:
    """Take the archive of the settings for that of the store, and forget the one that was known.

    Longroad may run meanwhile, and writes to it within seconds. Run it once, on any host.
    """
    place = _place_of_archive(settings)
    with refusing(), open_stores(settings) as context:
        is_other = context.store.archive.accept(only_look=dry_run)
    new = "would be the archive of this store" if dry_run else "is the archive of this store from now on"
    done = new if is_other else "may be used by this store already"
    say(f"{place} {done}", archive=str(place), done=done, dry_run=dry_run)


accept_archive = command(
    "accept-archive",
    _accept_archive,
    click.Option(["--dry-run"], is_flag=True, help="Say whether it is another one, and change nothing."),
    settings=_STORES + _ARCHIVE[:2],
)
accept_store = command(
    "accept-store",
    _accept_store,
    click.Option(["--dry-run"], is_flag=True, help="Say which stores they are, and change nothing."),
    settings=_KNOWN_STORES,
)
