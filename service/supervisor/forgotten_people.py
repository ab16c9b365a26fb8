"""Forgets people again at the start if the data directory's file lists them as forgotten and the store does not."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from eventstore.streams import open_store
from service.forgetting.entries import BadEntry, Entry, read_entries
from service.forgetting.place import FILE
from service.process.known_store import file_of_host
from service.settings import Settings, read_settings

logger = logging.getLogger("longroad")


def forget_again(settings: Settings, environment: Mapping[str, str]) -> None:
    """Forget everyone whom only the file lists as forgotten, since the store is an old copy; raises BadEntry."""
    path = settings.data_dir / FILE
    if not path.is_file():
        return
    entries = read_entries(path)
    with closing(open_store(environment["LONGROAD_EVENTS_URL"])) as store:
        known = store.list_forgotten()
    if not all(str(entry) in known for entry in entries):
        _apply(read_settings(environment), entries, file_of_host(settings))


def _apply(settings: Settings, entries: Sequence[Entry], known_store: Path | None) -> None:
    from service.forgetting import old_copies
    from service.game.context import build

    context = build(settings, known_store=known_store)
    with closing(context.store), closing(context.cache):
        count = old_copies.forget_again(context, entries)
        context.store.rewrite()
    logger.info("forgot %d whom this copy of the store still knew", count)


__all__ = ["BadEntry", "forget_again"]
