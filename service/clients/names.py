"""Reads and seals players' display names, which are stored beside the log, encrypted, and may be deleted.

A name is sealed under the data key of the API key that its seat belongs to, or without one under that of its seat.
Names that an older version wrote are plain until the sweep seals them (`workers/sealing.py`).
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from eventstore.store import NONE
from service.clients import fact_names
from service.clients.sealing import OF_CLIENT, from_controls, in_controls, opened, sealed
from service.game.context import Context
from service.game.data_keys import KEY_ID, new_data_key
from service.texts.readable_text import shown

GONE: Final = "\x1f"
"""Stands in place of the name of a player who was forgotten, until another one sits there; it shows nothing."""


class SealedNames(NamedTuple):
    """Holds names as they are stored, by seat, and the data keys of seats to store with them."""

    names: Mapping[int, str] = NONE
    data_keys: Mapping[str, bytes] = NONE


def names_at(ctx: Context, game: str) -> dict[int, str]:
    """Return the names of a game's seats that may be shown; some were given before there were rules for names."""
    return fit_names(ctx, game, ctx.store.names(game))


def names_at_all(ctx: Context, games: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the same for several games, in one query."""
    return {game: fit_names(ctx, game, names) for game, names in ctx.store.names_of(games).items()}


def fit_names(ctx: Context, game: str, names: Mapping[int, str]) -> dict[int, str]:
    """Return the names that may be shown, from those that are stored."""
    found = opened_names(ctx, game, names).items()
    return {seat: fit for seat, name in found if (fit := shown(name))}


def opened_names(ctx: Context, game: str, names: Mapping[int, str]) -> dict[int, str]:
    """Decrypt the names of a game's seats; those of the forgotten are empty."""
    return {seat: _opened(ctx, game, seat, name) for seat, name in names.items()}


def _opened(ctx: Context, game: str, seat: int, name: str) -> str:
    text = from_controls(name)
    if text is None:
        return name
    return opened(ctx, text, _place(game, seat), partial(ctx.data_keys.of_seat, game, seat))


def kept_under(ctx: Context, names: Mapping[int, str]) -> Hashable:
    """Return what a body that shows stored names depends on."""
    of_clients = any(name.startswith(OF_CLIENT) for name in names.values())
    return tuple(names.items()), ctx.data_keys.generation() if of_clients else 0


def is_plain(name: str) -> bool:
    """Return whether a stored name is not encrypted yet."""
    return name != GONE and from_controls(name) is None


def seal_names(
    ctx: Context, game: str, facts: Mapping[str, bytes], names: Mapping[int, str], *, is_new: bool = False
) -> SealedNames:
    """Seal names that are about to be stored, with facts that may say to whom their seats belong from then on."""
    if not names:
        return SealedNames()
    texts, data_keys = {}, {}
    for seat, name in names.items():
        if name in ("", GONE):
            texts[seat], data_keys[str(seat)] = name, b""
            continue
        client = client_of_seat(ctx, game, seat, facts, is_new=is_new)
        if not client:
            data_keys[str(seat)] = (None if is_new else ctx.data_keys.of_seat(game, seat)) or new_data_key()
        texts[seat] = sealed_name(ctx, game, seat, name, data_keys.get(str(seat)) or client)
    return SealedNames(texts, data_keys)


def client_of_seat(ctx: Context, game: str, seat: int, facts: Mapping[str, bytes] = NONE, *, is_new: bool) -> str:
    """Return the API key that a seat belongs to; empty if it has none, or the administrator's, which is no one's."""
    fact = facts.get(fact_names.client(seat))
    if fact is None and not is_new:
        fact = ctx.store.fact(game, fact_names.client(seat))
    key_id, _ = fact_names.owner_and_holder(fact or b"")
    return key_id if KEY_ID.fullmatch(key_id) else ""


def sealed_name(ctx: Context, game: str, seat: int, name: str, under: bytes | str) -> str:
    """Return a name as it is stored, sealed under a data key or under that of an API key."""
    data_key, client = (ctx.data_keys.made_for_client(under), under) if isinstance(under, str) else (under, "")
    return in_controls(sealed(name, _place(game, seat), data_key, client))


def _place(game: str, seat: int) -> str:
    return f"name {game} {seat}"
