"""Manages API keys, which name a client across its games. Only a hash of each key is stored.

A key is stored as facts under an id of its own, just as a game has facts beside its log.
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, cast

import orjson

from eventstore.budget import each
from service.clients import fact_names
from service.clients.sealing import from_controls, in_controls, open_text, seal
from service.clients.tokens import has_form_of_token, hash_of
from service.game.context import Context
from service.game.data_keys import CLIENT_ID, KEY_ID, PLAYER_PREFIX
from service.problems import invalid, missing_credential, not_found, out_of_scope, too_many, unknown
from service.process.wall_clock import write_time
from service.texts.readable_text import filter_readable
from service.usage.budgets import Budget, read_budget

SCOPES: Final = ("games", "me", "webhooks", "keys", "seats")
"""Lists what a key may allow: set up games and sit down, read across games, have webhooks, make keys, act for seats."""
UNUSUAL: Final = ("keys", "seats")
"""Lists the scopes that a key gets only by name."""
QUOTAS: Final = {"requests": 60_000, "moves": 6_000, "games": 2_000}
"""Sets a key's default quotas: requests and moves per minute, games per hour."""
MOST_QUOTAS: Final = {"requests": 6_000_000, "moves": 600_000, "games": 100_000}
"""Sets the highest quotas that the administrator may grant."""
TRUSTED_S: Final = 1.0
"""Sets how long a key is trusted after it was looked up."""
ADMIN_ID: Final = "key-admin"
ADMIN_SCOPES: Final = ("games", "me", "webhooks", "keys")
"""Lists the scopes of the administrator's key, which grants all of them but acts for no seat."""
MOST_CHILDREN: Final = 1_000


@dataclass(frozen=True, slots=True)
class ApiKey:
    """Describes a known client.

    `trusted` keys descend from the administrator's: they have quotas apart from their address. `name` is encrypted, as
    it is stored, except in the keys that `make_key` and `keys_of` return. `hash` is that of the key's text.
    """

    id: str
    name: str
    scopes: tuple[str, ...]
    quotas: Mapping[str, int]
    parent: str | None
    trusted: bool
    created: int
    budget: Budget | None = None
    hash: str = ""

    @property
    def is_player(self) -> bool:
        """Return whether this is the token of a player, which acts as a key of the player's own."""
        return self.id.startswith(PLAYER_PREFIX)

    @property
    def account(self) -> str:
        """Return the key to whose share and budget its requests count: itself, or the one that a player belongs to."""
        return (self.parent or "") if self.is_player else self.id

    @property
    def acts(self) -> str:
        """Return what stands for it in `token_of_key`: it may act for its seats; empty without the scope."""
        return acting_hash(self.id, self.hash) if "seats" in self.scopes else ""

    @property
    def document(self) -> dict[str, Any]:
        """Return the key as the API shows it, without the secret."""
        return {
            "id": self.id,
            "name": filter_readable(self.name),
            "scopes": list(self.scopes),
            "quotas": dict(self.quotas),
            "created": write_time(self.created),
            **({} if self.budget is None else {"budget": self.budget.document}),
        }


@dataclass(frozen=True, slots=True)
class NewKey:
    """Describes a requested key; None stands for all that the parent key may grant, except `UNUSUAL` scopes.

    A key with a `budget` makes no others, which would have budgets of their own.
    """

    name: str = ""
    scopes: Sequence[str] | None = None
    quotas: Mapping[str, int] | None = None
    budget: Mapping[str, Any] | None = None


def find_key(ctx: Context, text: str) -> ApiKey:
    """Return the client with this key; raises Problem (401) for an unknown one.

    A key that was revoked in another process may pass for a second.
    """
    admin = ctx.settings.admin_key
    if admin is not None and secrets.compare_digest(hash_of(admin), hash_of(text)):
        return ApiKey(ADMIN_ID, "", ADMIN_SCOPES, MOST_QUOTAS, None, trusted=True, created=0)
    hashed, now = hash_of(text), time.monotonic()
    until, key = ctx.keys.get(hashed) or (0.0, None)
    if key is None or until <= now:
        known = load_key(ctx, text.partition(".")[0])
        if known is None or not secrets.compare_digest(known["hash"], hashed) or not _is_backed(ctx, known):
            ctx.keys.drop(hashed)
            raise unknown("misplaced_token" if has_form_of_token(text) else "unknown_key")
        key = _key(known)
        ctx.keys.put(hashed, (now + TRUSTED_S, key))
        ctx.budgets.put(key.id, (now + TRUSTED_S, key.budget))
    return cast(ApiKey, key)


def recall_key(ctx: Context, text: str) -> ApiKey | None:
    """Return the client with this key if this process has seen it lately, without looking into the store."""
    if ctx.settings.admin_key is not None and secrets.compare_digest(hash_of(ctx.settings.admin_key), hash_of(text)):
        return find_key(ctx, text)
    found = ctx.keys.get(hash_of(text))
    return None if found is None else cast(ApiKey, found[1])


def acting_hash(id: str, text_hash: str) -> str:
    """Return what stands for a key in `token_of_key`; that of a player stays when its token is renewed."""
    return hash_of(id) if id.startswith(PLAYER_PREFIX) else text_hash


def is_current(ctx: Context, key: ApiKey) -> bool:
    """Return whether a key still opens what it opened: it was neither deleted nor, as a player's token, renewed."""
    return key.id == ADMIN_ID or is_token(ctx, key.id, key.hash)


def is_token(ctx: Context, id: str, text_hash: str) -> bool:
    """Return whether this is the hash of the API key, or of the player's token, that there is now."""
    known = load_key(ctx, id)
    return known is not None and known["hash"] == text_hash and _is_backed(ctx, known)


def _is_backed(ctx: Context, known: Mapping[str, Any]) -> bool:
    """Return whether the key that a player belongs to exists; True for a key."""
    return not known["id"].startswith(PLAYER_PREFIX) or is_app(ctx, known["parent"])


def is_app(ctx: Context, key_id: str) -> bool:
    """Return whether a key exists to which players may belong: any, also the administrator's."""
    return ctx.settings.admin_key is not None if key_id == ADMIN_ID else is_key(ctx, key_id)


def make_key(ctx: Context, maker: ApiKey | None, wish: NewKey) -> tuple[ApiKey, str]:
    """Make a key and return it with its text, which is shown only once; it never exceeds its parent key.

    Anyone may make one without a parent, unless the server requires keys.
    """
    if maker is None and ctx.settings.api_keys == "required":
        raise missing_credential("api_key")
    if maker is not None:
        require_scope(maker, "keys")
        if maker.id != ADMIN_ID and len(list_ids(ctx, maker.id, fact_names.CHILDREN)) >= MOST_CHILDREN:
            raise too_many(MOST_CHILDREN)
    key_id = f"key-{secrets.token_hex(9)}"
    text = f"{key_id}.{secrets.token_urlsafe(32)}"
    scopes, quotas = _scopes(maker, wish), _quotas(maker, wish)
    parent, trusted = (maker.id, maker.trusted) if maker else (None, False)
    budget = read_budget(wish.budget)
    if budget is not None and "keys" in scopes:
        raise invalid("budget", "budget_of_maker")
    key = ApiKey(key_id, wish.name, scopes, quotas, parent, trusted, ctx.clock(), budget)
    known = {name: value for name, value in asdict(key).items() if name != "budget"} | _stored(budget)
    stored = known | {"name": seal_name(ctx, key_id, wish.name), "hash": hash_of(text)}
    ctx.store.set_facts(key_id, {fact_names.KEY: orjson.dumps(stored)})
    if maker is not None:
        ctx.store.set_facts(maker.id, {fact_names.child(key_id): fact_names.SET})
    return key, text


def keys_of(ctx: Context, key: ApiKey) -> list[ApiKey]:
    """List the key itself, unless it is the administrator's, and those that it made; the forgotten have no names."""
    own = [] if key.id == ADMIN_ID else [key]
    made = (load_key(ctx, child) for child in each("keys", list_ids(ctx, key.id, fact_names.CHILDREN)))
    found = own + [_key(known) for known in made if known is not None]
    sealed = {one.id: from_controls(one.name) for one in found}
    names = {id: open_text(ctx, text, id, lambda: None) for id, text in sealed.items() if text is not None}
    return [replace(one, name=names.get(one.id, one.name)) for one in found]


def set_budget(ctx: Context, key_id: str, document: Mapping[str, Any]) -> ApiKey:
    """Set the budget of a key in place of the one that it has, and return the key as it is stored.

    Raises Problem: 404 if the key is gone, 422 if it may make other keys. Every process follows within two seconds.
    """
    budget = read_budget(document)
    while True:
        was = ctx.store.fact(key_id, fact_names.KEY) if KEY_ID.fullmatch(key_id) else None
        if was is None:
            raise not_found("key")
        known = orjson.loads(was)
        if budget is not None and "keys" in known["scopes"]:
            raise invalid("", "budget_of_maker")
        known.pop("budget", None)
        now = orjson.dumps(known | _stored(budget))
        if now == was or ctx.store.swap_fact(key_id, fact_names.KEY, was, now):
            ctx.keys.drop_all()
            ctx.budgets.drop(key_id)
            return _key(orjson.loads(now))


def find_budget(ctx: Context, key_id: str) -> Budget | None:
    """Return the budget of a key as it is stored now; None for a key that has none, or is gone."""
    known = load_key(ctx, key_id)
    return None if known is None else read_budget(known.get("budget"))


def _stored(budget: Budget | None) -> dict[str, Any]:
    """Return the member of a stored key with its budget; nothing without one."""
    return {} if budget is None else {"budget": budget.document}


def seal_name(ctx: Context, key_id: str, name: str) -> str:
    """Return the name of a key as it is stored: sealed under the key's own data key."""
    return in_controls(seal(name, key_id, ctx.data_keys.make_for_client(key_id), key_id)) if name else ""


def is_plain(key: Mapping[str, Any]) -> bool:
    """Return whether the name of a stored key is not encrypted yet."""
    return bool(key["name"]) and from_controls(key["name"]) is None


def is_key_id(text: str) -> bool:
    """Return whether a text has the form of the id of an API key, or is the id of the administrator's key."""
    return text == ADMIN_ID or KEY_ID.fullmatch(text) is not None


def is_key(ctx: Context, key_id: str) -> bool:
    """Return whether a key exists."""
    return load_key(ctx, key_id) is not None


def require_scope(key: ApiKey, scope: str) -> None:
    """Raise Problem (403) unless a key has the scope."""
    if scope not in key.scopes:
        raise out_of_scope(scope)


def list_ids(ctx: Context, key_id: str, prefix: str) -> list[str]:
    """List the ids under a key by the prefix of their facts: CHILDREN, GAMES or HOOKS."""
    return sorted(name.removeprefix(prefix) for name in ctx.store.facts(key_id) if name.startswith(prefix))


def load_key(ctx: Context, key_id: str) -> dict[str, Any] | None:
    """Return a key as it is stored; None if there is none of this id."""
    found = ctx.store.fact(key_id, fact_names.KEY) if CLIENT_ID.fullmatch(key_id) else None
    return None if found is None else orjson.loads(found)


def _key(known: dict[str, Any]) -> ApiKey:
    return ApiKey(**known | {"scopes": tuple(known["scopes"]), "budget": read_budget(known.get("budget"))})


def _scopes(maker: ApiKey | None, wish: NewKey) -> tuple[str, ...]:
    allowed = SCOPES if maker is None or maker.id == ADMIN_ID else maker.scopes
    wanted = wish.scopes if wish.scopes is not None else [scope for scope in allowed if scope not in UNUSUAL]
    if not set(wanted) <= set(allowed):
        raise invalid("scopes", "beyond_maker", allowed=list(allowed))
    return tuple(scope for scope in SCOPES if scope in wanted)


def _quotas(maker: ApiKey | None, wish: NewKey) -> dict[str, int]:
    most = maker.quotas if maker else QUOTAS
    quotas = {name: min(value, most[name]) for name, value in QUOTAS.items()} | dict(wish.quotas or {})
    for name, value in quotas.items():
        if value > most[name]:
            raise invalid(f"quotas.{name}", "beyond_maker", phrase="beyond_maker.quota", maximum=most[name])
    return quotas
