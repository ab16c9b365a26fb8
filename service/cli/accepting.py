"""Defines `longroad accept-store`, by which an operator says that another events' store is meant."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

import click

from service.cli.options import command
from service.cli.terminal import refusing, say
from service.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from redis import Redis

    from eventstore.store import EventStore

STORES: Final = (
    "LONGROAD_DATA_DIR",
    "LONGROAD_EVENTS_URL",
    "LONGROAD_RQ_URL",
    "LONGROAD_REDIS_URL",
    "LONGROAD_STORE_PROMISES",
)


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
def _open_queues(rq_url: str | None) -> Iterator["Redis | None"]:
    """Yield a client of the queues' store if it answers and is not the host's own; raises RedisError."""
    from service.queue.store import connect_prompt

    if rq_url is None:
        yield None
        return
    with closing(connect_prompt(rq_url)) as queues:
        queues.ping()
        yield queues


def _accept(store: "EventStore", file: "Path", queues: "Redis | None", *, dry_run: bool) -> str:
    """Accept a store unless it is only to be said, and say what that forgets and knows."""
    from service.process.known_store import BadKnownStore, accept, identities_of, load_known
    from service.queue.shared_identities import read_shared, replace_shared

    try:
        was = load_known(file) or (read_shared(queues) if queues else {})
        told = _name_store(was) if was else "nothing"
    except BadKnownStore:
        was, told = {}, "what could not be read"
    now = identities_of(store) if dry_run else accept(store, file)
    if queues and not dry_run:
        replace_shared(queues, now)
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


accept_store = command(
    "accept-store",
    _accept_store,
    click.Option(["--dry-run"], is_flag=True, help="Say which stores they are, and change nothing."),
    settings=STORES,
)
