"""Keeps players: who is who over many games of one application.

A player belongs to the API key of an application. It is stored as facts under an id of its own, as an API key is, with
a data key, a list of games and, once it was issued, a token, which acts as a key of the player's own. Its name and the
application's name for it (`external_id`) are personal data: they are stored encrypted, as names of seats are.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any, Final

import orjson

from eventstore.rows import Row
from service.clients import fact_names
from service.clients.api_keys import ApiKey, is_app
from service.clients.names import names_at_all, seal_name
from service.clients.tokens import hash_of
from service.game.context import Context
from service.game.data_keys import CLIENT_ID, PLAYER_PREFIX
from service.game.row_pages import page_of_rows
from service.problems import not_found, too_many, unknown
from service.process.wall_clock import write_time

MOST_PLAYERS: Final = 1_000
"""Limits the players of an API key."""
MOST_OF_TRUSTED: Final = 100_000
"""Limits the players of a key that descends from the administrator's."""
SCOPES: Final = ("me", "seats")
"""Lists what the token of a player allows, as scopes of a key: to read across games, and to act for the seats."""
MOST_BLOCKS: Final = 100
"""Limits how many others a player may block."""
QUOTAS: Final = {"requests": 1_200, "moves": 600, "games": 60}
"""Sets the quotas of a player's token, as those of a key."""
PLAYERS: Final = "players"
"""Names the rows by which the players of a key are listed."""
NAME, EXTERNAL = 0, 1
"""Say where a player's name and `external_id` stand, in place of the seats of a game."""
_CURSOR: Final = re.compile(rf"(\d{{1,20}})\.({PLAYER_PREFIX}[0-9a-f]{{18}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Player:
    """Describes a player of the API key `app`. `external` is the hash of the application's own name for the player.

    `blocks` lists the players with whom no seek of the player is filled. One who is `listed` is shown on ladders, one
    with `presence` at the tables at which the player sits.
    """

    id: str
    app: str
    created: int
    trusted: bool
    external: str = ""
    blocks: tuple[str, ...] = ()
    listed: bool = False
    presence: bool = False


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Describes a requested player."""

    name: str
    external_id: str = ""


def make_player(ctx: Context, app: ApiKey, wish: NewPlayer) -> Player:
    """Make a player, or return the one that the key has under this `external_id`.

    Of several requests at once one makes the player. Raises Problem (403) if the key has too many.
    """
    external = _hash_external(app.id, wish.external_id)
    known = _find_external(ctx, app.id, external)
    if known is not None:
        return known
    most = MOST_OF_TRUSTED if app.trusted else MOST_PLAYERS
    if ctx.store.rows.counts(PLAYERS, [_list_of(app.id)])[0] >= most:
        raise too_many(most)
    player = Player(f"{PLAYER_PREFIX}{secrets.token_hex(9)}", app.id, ctx.clock(), app.trusted, external)
    _list_under_key(ctx, player)
    _keep_texts(ctx, player, {NAME: wish.name, EXTERNAL: wish.external_id})
    ctx.store.set_facts(player.id, {fact_names.PLAYER: orjson.dumps(asdict(player))})
    claimed = not external or ctx.store.swap_fact(_home(app.id), external, b"", player.id.encode())
    winner = player if claimed else _find_external(ctx, app.id, external)
    if winner is None or winner.id != player.id:
        drop_player(ctx, player.id)
        return winner or make_player(ctx, app, wish)
    return player


def _find_external(ctx: Context, app: str, external: str) -> Player | None:
    """Return the player of a key under the hash of an `external_id`; one who is gone no longer has it."""
    held = ctx.store.fact(_home(app), external) if external else None
    player = None if held is None else find_player(ctx, held.decode())
    if held is not None and player is None:
        ctx.store.swap_fact(_home(app), external, held, b"")
    return player


def find_player(ctx: Context, player_id: str) -> Player | None:
    """Return a player; None if there is none, if the person was forgotten, or if the key is gone."""
    if not is_player(player_id) or (ctx.data_keys.is_forgotten(player_id) and ctx.data_keys.knows_the_forgotten):
        return None
    kept = ctx.store.fact(player_id, fact_names.PLAYER)
    player = None if kept is None else read_player(kept)
    return player if player is not None and is_app(ctx, player.app) else None


def read_player(kept: bytes) -> Player:
    """Return a player as it is stored, without what a later version may have added."""
    known: Mapping[str, Any] = orjson.loads(kept)
    fields = {name: known[name] for name in Player.__dataclass_fields__ if name in known}
    return Player(**fields | {"blocks": tuple(known.get("blocks", ()))})


def is_player(id: str) -> bool:
    """Return whether this has the form of a player's id."""
    return id.startswith(PLAYER_PREFIX) and CLIENT_ID.fullmatch(id) is not None


def player_of(ctx: Context, key: ApiKey, player_id: str) -> Player:
    """Return a player of a key, or the player whose token it is; raises Problem (404) for any other."""
    player = find_player(ctx, player_id)
    if player is None or key.id not in (player.app, player.id):
        raise not_found("player")
    return player


def rename_player(ctx: Context, player: Player, name: str) -> None:
    """Change a player's name; the names that stand on seats stay."""
    _keep_texts(ctx, player, {NAME: name})


def set_blocks(ctx: Context, player: Player, blocks: Sequence[str]) -> Player:
    """Set whom a player does not want to meet, in place of all whom the player had blocked."""
    return change_player(ctx, player, blocks=tuple(blocks))


def set_listed(ctx: Context, player: Player, *, listed: bool) -> Player:
    """Set whether a player is shown on ladders."""
    return change_player(ctx, player, listed=listed)


def change_player(ctx: Context, player: Player, **members: Any) -> Player:
    """Change members of a player, also if others change at the same time; raises Problem (404) if it is gone."""
    while (was := ctx.store.fact(player.id, fact_names.PLAYER)) is not None:
        changed = replace(read_player(was), **members)
        now = orjson.dumps(asdict(changed))
        if now == was or ctx.store.swap_fact(player.id, fact_names.PLAYER, was, now):
            return changed
    raise not_found("player")


def texts_of(ctx: Context, players: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the names and external ids of some players, in one query or a few."""
    return names_at_all(ctx, players)


def name_of(ctx: Context, player_id: str) -> str:
    """Return a player's name; empty if it may not be shown."""
    return texts_of(ctx, [player_id])[player_id].get(NAME, "")


def player_document(player: Player, texts: Mapping[int, str], *, is_holders: bool) -> dict[str, Any]:
    """Return a player as the API shows it, to the holder with the external id."""
    own: dict[str, Any] = {"external_id": texts[EXTERNAL]} if is_holders and EXTERNAL in texts else {}
    own |= {"listed": player.listed, "presence": player.presence} if is_holders else {}
    own |= {"blocks": list(player.blocks)} if is_holders and player.blocks else {}
    return {"id": player.id, "name": texts.get(NAME, ""), "created": write_time(player.created), **own}


def players_page(ctx: Context, app: ApiKey, after: str | None, limit: int) -> dict[str, Any]:
    """Return a page of the players of a key, the newest first; raises Problem (422) for a cursor that is none."""
    shown, following = page_of_rows(ctx, PLAYERS, _list_of(app.id), after, limit, _CURSOR)
    texts = texts_of(ctx, [row.game for row in shown])
    found = [(row, find_player(ctx, row.game)) for row in shown]
    players = [player_document(one, texts[row.game], is_holders=True) for row, one in found if one is not None]
    return {"players": players, **following}


def list_players(ctx: Context, app: str, count: int) -> list[str]:
    """List at most `count` players of a key, also one that is gone."""
    return [row.game for row in ctx.store.rows.list_rows(PLAYERS, _list_of(app), count)]


def has_players(ctx: Context, app: str) -> bool:
    """Return whether a key has players, also if it is gone."""
    return ctx.store.rows.counts(PLAYERS, [_list_of(app)])[0] > 0


def forget_external_ids(ctx: Context, app: str) -> None:
    """Erase the hashes by which the players of a key were found, once none of them is left."""
    ctx.store.delete(_home(app))


def issue_token(ctx: Context, player: Player) -> str:
    """Issue a token for a player, which is shown only once; an earlier one opens nothing from then on."""
    text = f"{player.id}.{secrets.token_urlsafe(32)}"
    key = ApiKey(player.id, "", SCOPES, QUOTAS, player.app, player.trusted, ctx.clock(), hash=hash_of(text))
    known = {name: value for name, value in asdict(key).items() if name != "budget"}
    ctx.store.set_facts(player.id, {fact_names.KEY: orjson.dumps(known)})
    ctx.keys.drop_all()
    return text


def end_token(ctx: Context, player: Player) -> None:
    """End the token of a player, if there is one."""
    ctx.store.set_facts(player.id, {fact_names.KEY: b""})
    ctx.keys.drop_all()


def drop_player(ctx: Context, player_id: str) -> None:
    """Erase what is kept of a player besides seats: names, token, list of games, and its place among the others."""
    kept = ctx.store.fact(player_id, fact_names.PLAYER)
    if kept is not None:
        player = read_player(kept)
        if player.external:
            ctx.store.swap_fact(_home(player.app), player.external, player_id.encode(), b"")
    ctx.data_keys.drop_client(player_id)
    ctx.store.delete(player_id)
    ctx.store.rows.drop(PLAYERS, [player_id])


def _keep_texts(ctx: Context, player: Player, texts: Mapping[int, str]) -> None:
    for place, text in texts.items():
        ctx.store.set_name(player.id, place, seal_name(ctx, player.id, place, text, player.id) if text else "")


def _list_under_key(ctx: Context, player: Player) -> None:
    """List a new player under the key, before anything else is stored, so that all of it is found to be forgotten.

    Raises Problem (401) if the key ended while this process still trusted it; nothing is listed then.
    """
    ctx.store.rows.put(PLAYERS, [Row(player.id, 1, {_list_of(player.app): f"{player.created:015d}"}, b"{}")])
    if not is_app(ctx, player.app):
        ctx.store.rows.drop(PLAYERS, [player.id])
        raise unknown("unknown_key")


def _hash_external(app: str, external_id: str) -> str:
    return blake2b(f"{app} {external_id}".encode(), digest_size=16).hexdigest() if external_id else ""


def _home(app: str) -> str:
    """Return under which id the players of a key are found by the hashes of their external ids."""
    return f"players-of-{app}"


def _list_of(app: str) -> str:
    return f"app={app}"
