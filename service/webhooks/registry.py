"""Stores webhooks, as facts under an id of their own.

An API key lists its webhooks; a game lists those of its seats and those through which its bots play
(`service.clients.fact_names`).
"""

import base64
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from service.clients import fact_names
from service.clients.api_keys import ApiKey, list_ids
from service.clients.authentication import require_seat
from service.clients.ended_apps import note_ending
from service.clients.key_endings import ending_with, revoke
from service.clients.ownership import Party
from service.clients.rated_bots import forget_bots
from service.game.context import Context
from service.problems import invalid, not_found, too_many
from service.process.wall_clock import write_time
from service.webhooks.sealing import seal_parts, with_parts
from service.webhooks.signing import new_secret
from service.webhooks.targets import Blocked, read_target, resolve

BUDGET: Final = "budget"
"""Names the notice that a part of the budget of a webhook's key is used; it belongs to no game."""
ORDERS: Final = "orders"
"""Names the notice that standing orders of a seat have become void."""
SEEK_ENDED: Final = "seek_ended"
"""Names the notice that a seek of a player of the webhook's key ended without a game; it belongs to no game."""
SWITCHED_OFF: Final = "webhook_off"
"""Names the notice that another webhook of the same owner was switched off; it belongs to no game."""
TYPES: Final = (
    "turn",
    "started",
    "finished",
    "events",
    "seat_changed",
    "vote",
    ORDERS,
    SEEK_ENDED,
    BUDGET,
    SWITCHED_OFF,
)
"""Lists what a webhook may hear: a seat owes something, a game starts, ends, goes on, a seat changes, a vote opens.

Also that orders of a seat are void. The last three are about players of its API key, the key, and another webhook.
"""
TEST: Final = "test"
"""Names the notice that a webhook's owner can request as a test; it belongs to no game."""
APART: Final = (TEST, SEEK_ENDED, BUDGET, SWITCHED_OFF)
"""Lists the notices that belong to no game."""
USUAL_TYPES: Final = ("turn", "finished", "vote")
MOST_OF_KEY: Final = 20
MOST_OF_SEAT: Final = 5
FAILURES_TO_DISABLE: Final = 20
FAILED, GONE, BY_OWNER = WHYS = ("failures", "gone", "owner")
"""Say why a webhook was switched off: too many attempts failed, its address answered 410, or its owner did."""
_ID: Final = re.compile(r"hook-[0-9a-f]{18}")


@dataclass(frozen=True, slots=True)
class Hook:
    """Describes a webhook. `owner` is `key KEY` or `seat GAME SEAT HOLDER`; `public` ones may be seated by anyone.

    `failures` counts consecutive failed attempts; `token_key` derives the tokens of the seats that it plays. One that
    is not `active` was switched off at `off_at` (ms), and `off_because` says why (0 and empty if that is not known).
    """

    id: str
    owner: str
    url: str
    types: tuple[str, ...]
    public: bool
    active: bool
    secret: str
    token_key: str
    created: int
    failures: int = 0
    off_at: int = 0
    off_because: str = ""

    @property
    def document(self) -> dict[str, Any]:
        """Return the webhook as its owner sees it, without the secret."""
        return {
            "id": self.id,
            "url": self.url,
            "types": list(self.types),
            "public": self.public,
            "active": self.active,
            "failures": self.failures,
            "created": write_time(self.created),
        } | ({} if self.active or not self.off_at else {"off": self.off})

    @property
    def off(self) -> dict[str, Any]:
        """Return when and why the webhook was switched off."""
        return {"since": write_time(self.off_at), "because": self.off_because}

    def token(self, game: str, seat: int, holder: str) -> str:
        """Derive the token of a seat that this webhook plays; it is stored nowhere."""
        made = hmac.digest(bytes.fromhex(self.token_key), f"{game} {seat} {holder}".encode(), "sha256")
        return f"{game}.{base64.urlsafe_b64encode(made).decode().rstrip('=')}"


@dataclass(frozen=True, slots=True)
class NewHook:
    """Describes a requested webhook."""

    url: str
    types: Sequence[str] = USUAL_TYPES
    public: bool = False


def make_hook(ctx: Context, party: Party, wish: NewHook) -> Hook:
    """Create a webhook of an API key or a seat; raises Problem for a target that may not be reached."""
    check_url(ctx, wish.url)
    owner, place, name, most = _owner(party)
    if len(hooks_of(ctx, party)) >= most:
        raise too_many(most)
    hook = Hook(
        id=f"hook-{secrets.token_hex(9)}",
        owner=owner,
        url=wish.url,
        types=tuple(kind for kind in TYPES if kind in wish.types),
        public=wish.public,
        active=True,
        secret=new_secret(),
        token_key=secrets.token_hex(32),
        created=ctx.clock(),
    )
    keep_hook(ctx, hook)
    ctx.store.set_facts(place, {name + hook.id: fact_names.SET})
    return hook


def check_url(ctx: Context, url: str) -> None:
    """Raise Problem (422) for a target that a webhook may not have."""
    loopback = ctx.settings.webhooks == "loopback"
    try:
        resolve(read_target(url, loopback=loopback), loopback=loopback)
    except Blocked:
        raise invalid("url", "target") from None


def keep_hook(ctx: Context, hook: Hook) -> None:
    """Store a webhook, except its health."""
    health = ("active", "failures", "off_at", "off_because")
    known = {name: value for name, value in asdict(hook).items() if name not in health}
    ctx.store.set_facts(hook.id, {fact_names.HOOK: orjson.dumps(known | seal_parts(ctx, known))})


def keep_health(ctx: Context, hook_id: str, failures: int, *, off_because: str = "") -> None:
    """Store the number of consecutive failures; and if there will be no more attempts, why, and since when."""
    health = {"failures": failures, "active": not off_because}
    off = {"off_at": ctx.clock(), "off_because": off_because} if off_because else None
    ctx.store.set_facts(
        hook_id,
        {fact_names.HEALTH: orjson.dumps(health), fact_names.OFF: orjson.dumps(off) if off else b""},
    )


def find_hook(ctx: Context, hook_id: str) -> Hook | None:
    """Return a webhook by its id; None if there is none, or its owner was forgotten."""
    found = ctx.store.fact(hook_id, fact_names.HOOK) if _ID.fullmatch(hook_id) else None
    if found is None:
        return None
    known = with_parts(ctx, orjson.loads(found))
    if known is None:
        return None
    health = ctx.store.fact(hook_id, fact_names.HEALTH)
    known |= orjson.loads(health) if health else {"failures": 0, "active": True}
    off = None if known["active"] else ctx.store.fact(hook_id, fact_names.OFF)
    known |= orjson.loads(off) if off else {}
    return Hook(**known | {"types": tuple(known["types"])})


def hooks_of(ctx: Context, party: Party) -> list[Hook]:
    """List the webhooks of a party, the oldest first."""
    _, place, name, _ = _owner(party)
    ids = list_ids(ctx, place, name)
    found = [hook for hook_id in ids if (hook := find_hook(ctx, hook_id))]
    return sorted(found, key=lambda hook: (hook.created, hook.id))


def own_hook(ctx: Context, party: Party, hook_id: str) -> Hook:
    """Return a webhook of the party; raises Problem (404) for any other."""
    hook, (_, place, name, _) = find_hook(ctx, hook_id), _owner(party)
    if hook is None or ctx.store.fact(place, name + hook_id) is None:
        raise not_found("webhook")
    return hook


def end_hook(ctx: Context, party: Party, hook_id: str) -> None:
    """Delete a webhook; the seats that it played go to their agents."""
    hook = own_hook(ctx, party, hook_id)
    _, place, name, _ = _owner(party)
    ctx.store.delete(hook.id)
    ctx.store.set_facts(place, {name + hook.id: b""})


def end_hooks_of_seats(ctx: Context, game_id: str) -> None:
    """Delete the webhooks of the seats of a game that is about to be deleted; those of keys stay."""
    for _, _, hook_id in fact_names.seat_hooks(ctx.store.facts(game_id)):
        ctx.store.delete(hook_id)


def end_key(ctx: Context, by: ApiKey, key_id: str) -> None:
    """Revoke an API key with all that it made, and their webhooks; raises Problem (404) for another caller's."""
    keys = ending_with(ctx, by, key_id)
    for ending in keys:
        for hook_id in list_ids(ctx, ending, fact_names.HOOKS):
            ctx.store.delete(hook_id)
    for ending in keys:
        note_ending(ctx, ending)
    forget_bots(ctx, keys)
    revoke(ctx, by, key_id)


def _owner(party: Party) -> tuple[str, str, str, int]:
    """Return the owner of a party's webhooks, under which id and name prefix they are listed, and their limit."""
    if party.key is not None:
        return f"key {party.key.id}", party.key.id, fact_names.HOOKS, MOST_OF_KEY
    assert party.caller is not None
    game, seat, holder = party.caller.game, require_seat(party.caller), party.caller.holder
    return f"seat {game} {seat} {holder}", game, fact_names.hooks_of_seat(seat, holder), MOST_OF_SEAT


def require_hook(ctx: Context, place: str, hook_id: str, key_id: str | None) -> Hook:
    """Return the webhook that is to play; raises Problem for one that the caller may not seat.

    `place` is what names it in the body, such as `seats.1`.
    """
    hook = find_hook(ctx, hook_id)
    if hook is None or not (hook.public or (key_id and hook.owner == f"key {key_id}")):
        raise invalid(f"{place}.webhook", "webhook")
    return hook
