"""Reads a list of queues' stores from one text, without the client library, which is slow to import.

The addresses have commas between them, as do the Sentinels within one of them: `redis://a:6379,redis://b:6379` and
`redis+sentinel://a:26379,b:26379/one,redis+sentinel://a:26379,b:26379/two` each name two stores.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qs, urlsplit

MOST: Final = 16
"""Limits how many stores there may be."""
_BETWEEN: Final = re.compile(r",\s*(?=[a-z+]+://)")


def split_urls(text: str) -> list[str]:
    """Return the addresses that a text lists; one that is empty or no address is returned as it is."""
    return [part.strip() for part in _BETWEEN.split(text)]


def join_urls(urls: Sequence[str]) -> str:
    """Return the text that lists these addresses; raises ValueError if two name one store, or if they are too many."""
    if len({*map(name_store, urls)}) < len(urls):
        raise ValueError("name no store twice")
    if len(urls) > MOST:
        raise ValueError(f"name at most {MOST} stores, not {len(urls)}")
    return ",".join(urls)


def name_store(url: str) -> str:
    """Return where a store is, which is the same for all addresses that lead there.

    The login is left out, so that a new password gives it no other name, and so is the first database. Sentinels are
    put in order, for each host may list the one beside it first.
    """
    parts = urlsplit(url)
    database = parse_qs(parts.query).get("db", [""])[-1]
    hosts = ",".join(sorted(parts.netloc.rpartition("@")[2].lower().split(",")))
    return (hosts + parts.path.rstrip("/") + (f"/{database}" if database else "")).removesuffix("/0")
