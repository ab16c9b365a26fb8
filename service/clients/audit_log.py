"""Records what administrators do, in the logs and in a list of the newest acts: who did what to whom, and when.

Each act of the list is a fact under an owner of its own, whose name begins with the time. So hosts that share a store
share the list.
"""

import logging
import re
import secrets
from collections.abc import Mapping
from getpass import getuser
from pathlib import Path
from typing import Any, Final

import orjson

from service.game.context import Context
from service.problems import invalid_parameter
from service.process.logs import lines
from service.process.wall_clock import write_time

OWNER: Final = "acts-of-administrators"
MOST: Final = 1_000
"""Limits the acts that are kept."""
MOST_LISTED: Final = 100
"""Limits the acts of a page."""
LONGEST: Final = 24
"""Limits the characters of a cursor."""
FILE: Final = "admin.log"
"""Names the log of acts on the command line; the others are in the logs of the processes that did them."""
log: Final = logging.getLogger("longroad.admin")
_NAME: Final = re.compile(r"[0-9]{15}-[0-9a-f]{8}")


def record_act(ctx: Context, who: str, what: str, whom: str, **about: Any) -> None:
    """Log an act by the name of its operation, with what there is to say about it, and keep it."""
    log.info("act of %s: %s %s", who, what, " ".join(filter(None, (whom, _details(about)))))
    keep_act(ctx, who, what, whom, **about)


def record_command(ctx: Context, folder: Path, what: str, whom: str, **about: Any) -> None:
    """Record an act on the command line; it is logged in a folder of logs if there is one, otherwise on stderr."""
    handler = logging.FileHandler(folder / FILE) if folder.is_dir() else logging.StreamHandler()
    handler.setFormatter(lines("command", ctx.settings.log_format))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        record_act(ctx, f"{getuser()} on the command line", what, whom, **about)
    finally:
        log.removeHandler(handler)
        handler.close()


def _details(about: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in about.items())


def keep_act(ctx: Context, who: str, what: str, whom: str, **about: Any) -> None:
    """Keep an act in the list; the oldest ones beyond `MOST` go."""
    act = {"by": who, "operation": what, "on": whom, "details": _details(about)}
    name = f"{ctx.clock():015d}-{secrets.token_hex(4)}"
    ctx.store.set_facts(OWNER, {name: orjson.dumps(act)})
    older = sorted(ctx.store.facts(OWNER))[:-MOST]
    if older:
        ctx.store.set_facts(OWNER, dict.fromkeys(older, b""))


def acts_page(
    ctx: Context, limit: int = MOST_LISTED, cursor: str | None = None, name: str = "after", *, on: str | None = None
) -> dict[str, Any]:
    """Return a page of the acts, or of those `on` one client or game, the newest first.

    Raises Problem (422) for a cursor that is none; `name` is that of its parameter.
    """
    if cursor is not None and not _NAME.fullmatch(cursor):
        raise invalid_parameter(name, "cursor")
    kept = {place: orjson.loads(act) for place, act in ctx.store.facts(OWNER).items()}
    wanted = [place for place, act in kept.items() if on in (None, act["on"])]
    places = sorted((place for place in wanted if cursor is None or place < cursor), reverse=True)
    page: dict[str, Any] = {"acts": [{"time": write_time(int(place[:15])), **kept[place]} for place in places[:limit]]}
    return page | ({"next": places[limit - 1]} if len(places) > limit else {})
