"""Ends API keys, each with all that it made: they open nothing any more, and act for no seat."""

from collections.abc import Sequence

from eventstore.budget import check
from service.clients import fact_names
from service.clients.api_keys import ADMIN_ID, ApiKey, acting_hash, list_ids, load_key
from service.clients.own_games import list_all
from service.clients.tokens import fact_key, token_of_key
from service.game.context import Context
from service.problems import Problem, not_found
from service.table.terms import MOST_SEATS


def revoke(ctx: Context, by: ApiKey, key_id: str) -> None:
    """Revoke a key and all that it made; raises Problem (404) for one that is not the caller's."""
    ended = ending_with(ctx, by, key_id)
    stop(ctx, ended)
    for ending in ended:
        ctx.store.delete(ending)


def stop(ctx: Context, ended: Sequence[str]) -> None:
    """End some keys, which then act for no seat in any open stream either; the lists of games and webhooks stay."""
    for key_id in ended:
        record = load_key(ctx, key_id)
        if record and record["parent"] and record["parent"] not in ended:
            ctx.store.set_facts(record["parent"], {fact_names.child(key_id): b""})
        if record and "seats" in record["scopes"]:
            acting = acting_hash(key_id, record["hash"])
            nothing = {fact_key(token_of_key(acting, seat)): b"" for seat in range(MOST_SEATS)}
            for own in list_all(ctx, key_id):
                ctx.store.set_facts(own.game, nothing)
        ctx.store.set_facts(key_id, {fact_names.KEY: b""})
    ctx.keys.drop_all()


def ending_with(ctx: Context, by: ApiKey, key_id: str) -> list[str]:
    """List the keys that end with a key: itself and its descendants; raises Problem (404) for another caller's."""
    if key_id != by.id and key_id not in list_ids(ctx, by.id, fact_names.CHILDREN):
        raise not_found("key")
    if key_id == ADMIN_ID:
        raise Problem("forbidden", params={"why": "administrator"})
    return descendants(ctx, key_id)


def descendants(ctx: Context, key_id: str) -> list[str]:
    """List a key and all that it made, and that those made."""
    check("keys that end")
    return [key_id, *(one for child in list_ids(ctx, key_id, fact_names.CHILDREN) for one in descendants(ctx, child))]
