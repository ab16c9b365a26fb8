"""Keeps the newest acts of administrators, beside the lines in the logs: who did what to whom, and when.

Each is a fact under an owner of its own, whose name begins with the time. So hosts that share a store share the list.
"""

import re
import secrets
from typing import Any, Final

import orjson

from service.game.context import Context
from service.problems import invalid_parameter
from service.process.acts import details, note_act
from service.process.wall_clock import write_time

OWNER: Final = "acts-of-administrators"
MOST: Final = 1_000
"""Limits the acts that are kept."""
MOST_LISTED: Final = 100
"""Limits the acts of a page."""
LONGEST: Final = 24
"""Limits the characters of a cursor."""
_NAME: Final = re.compile(r"[0-9]{15}-[0-9a-f]{8}")


def record_act(ctx: Context, who: str, what: str, whom: str, **about: Any) -> None:
    """Log an act by the name of its operation, and keep it."""
    note_act(who, what, whom, **about)
    keep_act(ctx, who, what, whom, **about)


def keep_act(ctx: Context, who: str, what: str, whom: str, **about: Any) -> None:
    """Keep an act that is logged elsewhere; the oldest ones beyond `MOST` go."""
    act = {"by": who, "operation": what, "on": whom, "details": details(about)}
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
    page: dict[str, Any] = {"acts": [{"time": _time(place), **kept[place]} for place in places[:limit]]}
    return page | ({"next": places[limit - 1]} if len(places) > limit else {})


def _time(place: str) -> str:
    return write_time(int(place[:15]))
