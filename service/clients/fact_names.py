"""The facts about clients that stand beside a log, and how they are written.

Facts are names with values under an owner: a game, an API key or a webhook. They hold what opens a seat, to whom it
belongs, and who is to hear of it; none of it is part of the game. A value that names a holder counts only while that
holder sits there.
"""

from collections.abc import Iterable
from typing import Final

SET: Final = b"1"
"""The value of a fact that says all by its name."""

# under a game
OWNER: Final = b"owner"
INVITE: Final = b"invite"
MAKER: Final = "maker"
"""Whose share of the server the game counts to."""
HOOKS: Final = "hook:"
LOSSES: Final = "lost:"

# under an API key; its webhooks are listed there as HOOKS too
KEY: Final = "key"
"""The API key itself."""
CHILDREN: Final = "child:"
GAMES: Final = "game:"

# under a webhook
HOOK: Final = "hook"
"""The webhook itself."""
HEALTH: Final = "health"
"""How its deliveries went."""
NEWEST: Final = "newest"
"""The number of its newest delivery."""
DELIVERIES: Final = "delivery:"


def token(hashed: str) -> str:
    """What the token of this hash opens: OWNER, INVITE or `seat_of`."""
    return f"token:{hashed}"


def seat_of(seat: int, holder: str) -> bytes:
    """The value that a seat's token opens that seat for one holder."""
    return f"{seat_values(seat)}{holder}".encode()


def seat_values(seat: int) -> str:
    """How the values begin that open a seat."""
    return f"seat:{seat}:"


def opened_seat(value: bytes) -> tuple[int, str] | None:
    """The seat and the holder that `seat_of` names; None for another value."""
    kind, _, rest = value.decode().partition(":")
    seat, _, holder = rest.partition(":")
    return (int(seat), holder) if kind == "seat" else None


def client(seat: int) -> str:
    """To which API key a seat belongs; the value is `held_by`."""
    return f"client:{seat}"


def held_by(owner: str, holder: str) -> bytes:
    """The value that something of an owner belongs to a holder."""
    return f"{owner}:{holder}".encode()


def owner_and_holder(value: bytes) -> tuple[str, str]:
    """Both parts of `held_by`; two empty ones of an empty value."""
    owner, _, holder = value.decode().partition(":")
    return owner, holder


def kept_seat(seat: int) -> str:
    """For whom a seat of a rematch was kept, as `held_by` of the holder before and the one who sat down."""
    return f"kept:{seat}"


def bot(seat: int) -> str:
    """The webhook by which a bot plays a seat."""
    return f"bot:{seat}"


def hooks_of_seat(seat: int, holder: str | None = None) -> str:
    """How the names begin of the webhooks of a seat, or of one holder of it."""
    return f"{HOOKS}{seat}:" if holder is None else f"{HOOKS}{seat}:{holder}:"


def seat_hooks(names: Iterable[str]) -> list[tuple[int, str, str]]:
    """The webhooks of seats among the facts of a game: seat, holder, webhook."""
    found = [name.removeprefix(HOOKS).split(":") for name in names if name.startswith(HOOKS)]
    return [(int(parts[0]), parts[1], parts[2]) for parts in found if len(parts) == 3]


def loss(version: int) -> str:
    """Who lost a seat at a version, and which webhooks are to hear of it."""
    return f"{LOSSES}{version}"


def child(key_id: str) -> str:
    """An API key that this one made."""
    return f"{CHILDREN}{key_id}"


def game(game_id: str) -> str:
    """A game that an API key made or sat down at."""
    return f"{GAMES}{game_id}"


def hook(hook_id: str) -> str:
    """A webhook of an API key."""
    return f"{HOOKS}{hook_id}"


def delivery(number: int) -> str:
    """A delivery of a webhook."""
    return f"{DELIVERIES}{number}"


def seen(game_id: str) -> str:
    """The newest version of a game that a webhook has deliveries of."""
    return f"seen:{game_id}"


def of_seat(facts: Iterable[tuple[str, bytes]], seat: int) -> list[str]:
    """The names of all facts of a game that belong to whoever has a seat."""
    value, own, hooks = seat_values(seat).encode(), (client(seat), bot(seat)), hooks_of_seat(seat)
    return [name for name, held in facts if held.startswith(value) or name in own or name.startswith(hooks)]
