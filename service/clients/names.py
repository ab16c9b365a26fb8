"""Reads and seals players' display names, which are stored beside the log, encrypted, and may be deleted.

A name is sealed under the data key of the API key that its seat belongs to, or without one under that of its seat.
Names that an older version wrote are plain until the sweep seals them (`workers/sweeping/sealing.py`).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from eventstore.records import NONE, Beside
from service.clients import fact_names
from service.clients.sealing import OF_CLIENT, client_of, decrypt_now, from_controls, in_controls, seal
from service.game.context import Context
from service.game.data_keys import CLIENT_ID, new_data_key
from service.texts.readable_text import filter_readable

GONE: Final = "\x1f"
"""Stands in place of the name of a player who was forgotten, until another one sits there; it shows nothing."""


def names_at(ctx: Context, game: str) -> dict[int, str]:
    """Return the names of a game's seats that may be shown; some were given before there were rules for names."""
    return fit_names(ctx, game, ctx.store.names(game))


def names_at_all(ctx: Context, games: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the same for several games, in one query, or a few where names were not read before."""
    found = _open_all(ctx, ctx.store.names_of(games))
    return {game: _fit(names) for game, names in found.items()}


def fit_names(ctx: Context, game: str, names: Mapping[int, str]) -> dict[int, str]:
    """Return the names that may be shown, from those that are stored."""
    return _fit(open_names(ctx, game, names)) if names else {}


def _fit(names: Mapping[int, str]) -> dict[int, str]:
    return {seat: fit for seat, name in names.items() if (fit := filter_readable(name))}


def open_names(ctx: Context, game: str, names: Mapping[int, str]) -> dict[int, str]:
    """Decrypt the names of a game's seats; those of the forgotten are left out."""
    return _open_all(ctx, {game: names})[game]


def _open_all(ctx: Context, stored: Mapping[str, Mapping[int, str]]) -> dict[str, dict[int, str]]:
    """Decrypt the names of some games; what is not remembered of data keys is read in one query for all."""
    found: dict[str, dict[int, str]] = {game: {} for game in stored}
    closed = []
    for game, seat, name in ((game, *one) for game, names in stored.items() for one in names.items()):
        if name.startswith(OF_CLIENT):
            ctx.data_keys.generation()  # nothing is remembered of those who were forgotten
        known = ctx.data_keys.names.get((game, seat, name)) if name < " " else name
        if known is not None:
            found[game][seat] = known
        elif (text := from_controls(name)) is not None:
            closed.append(_Closed(game, seat, name, text))
        elif name != GONE:
            found[game][seat] = name
    generation = ctx.data_keys.generation() if closed else 0
    for one, name in _decrypt_all(ctx, closed):
        found[one.game][one.seat] = name
        if generation == ctx.data_keys.generation():  # else it may be that of someone who was forgotten meanwhile
            ctx.data_keys.names.put((one.game, one.seat, one.name), name)
    return found


class _Closed(NamedTuple):
    """Represents a name that has to be decrypted, as it is stored."""

    game: str
    seat: int
    name: str
    text: bytes


def _decrypt_all(ctx: Context, closed: Sequence[_Closed]) -> Iterator[tuple[_Closed, str]]:
    """Yield the names whose data keys there are."""
    of_clients = ctx.data_keys.of_clients({client for one in closed if (client := client_of(one.text))})
    of_seats = ctx.data_keys.of_seats({one.game for one in closed if not client_of(one.text)})
    for one in closed:
        client = client_of(one.text)
        data_key = of_clients.get(client) if client else of_seats[one.game].get(str(one.seat))
        name = decrypt_now(ctx, one.text, _place(one.game, one.seat), data_key) if data_key else ""
        if name:
            yield one, name


def cache_key(ctx: Context, names: Mapping[int, str]) -> Hashable:
    """Return what must be the same for a kept body that shows these names to be sent again."""
    if not names:
        return ()
    of_clients = any(name.startswith(OF_CLIENT) for name in names.values())
    return tuple(names.items()), ctx.data_keys.generation() if of_clients else 0


def is_plain(name: str) -> bool:
    """Return whether a stored name is not encrypted yet."""
    return name != GONE and from_controls(name) is None


def seal_names(ctx: Context, game: str, beside: Beside, *, is_new: bool = False) -> Beside:
    """Seal names that are about to be stored, with facts that may say to whom their seats belong from then on."""
    if not beside.names:
        return beside
    texts, data_keys = {}, {}
    for seat, name in beside.names.items():
        if name in ("", GONE):
            texts[seat], data_keys[str(seat)] = name, b""
            continue
        client = client_of_seat(ctx, game, seat, beside.facts, is_new=is_new)
        if not client:
            data_keys[str(seat)] = (None if is_new else ctx.store.data_key(game, str(seat))) or new_data_key()
        texts[seat] = seal_name(ctx, game, seat, name, data_keys.get(str(seat)) or client)
    return beside._replace(names=texts, data_keys=data_keys)


def put_name(ctx: Context, game: str, seat: int, name: str) -> None:
    """Store a name beside the log of a game alone, sealed; an empty one removes it."""
    if not name:
        ctx.store.set_name(game, seat, "")
        return
    client = client_of_seat(ctx, game, seat, is_new=False)
    under = client or ctx.store.keep_data_key(game, str(seat), new_data_key())
    ctx.store.set_name(game, seat, seal_name(ctx, game, seat, name, under))


def client_of_seat(ctx: Context, game: str, seat: int, facts: Mapping[str, bytes] = NONE, *, is_new: bool) -> str:
    """Return the API key or player that a seat belongs to; empty without one.

    It is empty for the administrator's key, too, which is no one's.
    """
    fact = facts.get(fact_names.client(seat))
    if fact is None and not is_new:
        fact = ctx.store.fact(game, fact_names.client(seat))
    key_id, _ = fact_names.owner_and_holder(fact or b"")
    return key_id if CLIENT_ID.fullmatch(key_id) else ""


def seal_name(ctx: Context, game: str, seat: int, name: str, under: bytes | str) -> str:
    """Return a name as it is stored, sealed under a data key or under that of an API key."""
    data_key, client = (ctx.data_keys.make_for_client(under), under) if isinstance(under, str) else (under, "")
    return in_controls(seal(name, _place(game, seat), data_key, client))


def _place(game: str, seat: int) -> str:
    return f"name {game} {seat}"
