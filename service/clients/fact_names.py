"""Names the facts about clients that are stored beside a log, and their values.

A fact is a name with a value under an owner: a game, an API key or a webhook. Facts say what opens a seat, to whom it
belongs, and which webhooks hear of it; they are no part of the game. A value that names a holder is valid only while
that holder sits there.
"""

from collections.abc import Iterable, Mapping
from typing import Final

SET: Final = b"1"
"""Represents the value of a fact that matters only by its name."""

# under a game
OWNER: Final = b"owner"
INVITE: Final = b"invite"
MAKER: Final = "maker"
"""Says to whose share of the server the game counts."""
SEEN: Final = "seen"
"""Says when (ms) the sweep first saw an imported game, once its age matters."""
RATED: Final = "rated"
"""Names the list in which the game is rated, and then the number of its result."""
RATED_SEATS: Final = "rated-seats"
"""Lists who plays each seat of a rated game."""
RATED_NEXT: Final = "rated-next"
"""Says of a rematch that has not begun in which list it will be rated, who plays there, and who has agreed."""
HOOKS: Final = "hook:"
CLIENTS: Final = "client:"
APPS: Final = "app:"
BOTS: Final = "bot:"
LOSSES: Final = "lost:"
HANDLES: Final = "handle:"
ANSWERS: Final = "answer:"
ORDERS: Final = "orders:"
SAID: Final = "said"
"""Holds what seats have said by phrases."""
MUTED: Final = "muted:"
PRESENCES: Final = "presence:"

# under a player, beside its token (KEY) and its GAMES
PLAYER: Final = "player"
"""Holds the player itself."""

# under an API key; its webhooks are listed there as HOOKS too
KEY: Final = "key"
"""Holds the API key itself."""
CHILDREN: Final = "child:"
GAMES: Final = "game:"
AGAIN: Final = "again:"
"""Begins the names of facts for games that go on after their entries went to the archive."""

# under the ladder of bots
STANDINGS: Final = "standing:"

# under a webhook
HOOK: Final = "hook"
"""Holds the webhook itself."""
HEALTH: Final = "health"
"""Records how its deliveries went."""
OFF: Final = "off"
"""Records when (ms) and why it was switched off; empty while it is on."""
NEWEST: Final = "newest"
"""Holds the number of its newest delivery."""
DELIVERIES: Final = "delivery:"
OVER: Final = "over:"


def token(hashed: str) -> str:
    """Name what the token with this hash opens: OWNER, INVITE or `seat_of`."""
    return f"token:{hashed}"


def seat_of(seat: int, holder: str) -> bytes:
    """Return the value of a token that opens a seat for one holder."""
    return f"{seat_values(seat)}{holder}".encode()


def seat_values(seat: int) -> str:
    """Return the prefix of values that open a seat."""
    return f"seat:{seat}:"


def parse_seat(value: bytes) -> tuple[int, str] | None:
    """Parse the seat and holder in a `seat_of` value; None for another value."""
    kind, _, rest = value.decode().partition(":")
    seat, _, holder = rest.partition(":")
    return (int(seat), holder) if kind == "seat" else None


def client(seat: int) -> str:
    """Name the fact that says to which API key or player a seat belongs; its value is `holding`."""
    return f"{CLIENTS}{seat}"


def app(seat: int) -> str:
    """Name the fact that says whose player a seat belongs to, by the API key; its value is `holding`."""
    return f"{APPS}{seat}"


def app_holding(facts: Mapping[str, bytes], seat: int) -> bytes:
    """Return from a game's facts to which API key a seat belongs, itself or by its player; a `holding` value."""
    return facts.get(app(seat)) or facts.get(client(seat), b"")


def holding(owner: str, holder: str) -> bytes:
    """Return the value that something of an owner belongs to a holder."""
    return f"{owner}:{holder}".encode()


def owner_and_holder(value: bytes) -> tuple[str, str]:
    """Parse both parts of a `holding` value; both are empty for an empty value."""
    owner, _, holder = value.decode().partition(":")
    return owner, holder


def seat_keeping(seat: int) -> str:
    """Name the fact that says for whom a rematch's seat was kept: `holding` of the earlier and the new holder."""
    return f"kept:{seat}"


def bot(seat: int) -> str:
    """Name the webhook through which a bot plays a seat."""
    return f"{BOTS}{seat}"


def handle(seat: int, hashed: str) -> str:
    """Name the token of a seat that is kept under the handle with this hash."""
    return f"{handles_of_seat(seat)}{hashed}"


def last_view(handle_name: str) -> str:
    """Name what the holder of a handle was shown last; it begins as the handle's fact does, and ends with it."""
    return f"{handle_name}:shown"


def handles_of_seat(seat: int) -> str:
    """Return the prefix of the handles of a seat."""
    return f"{HANDLES}{seat}:"


def answer(seat: int, kind: str) -> str:
    """Name how a seat answers votes of a kind beforehand; its value is `holding` of the answer and the holder."""
    return f"{answers_of_seat(seat)}{kind}"


def answers_of_seat(seat: int) -> str:
    """Return the prefix of the answers that a seat gave beforehand."""
    return f"{ANSWERS}{seat}:"


def orders(seat: int) -> str:
    """Name the standing orders of a seat."""
    return f"{ORDERS}{seat}"


def mutes(seat: int) -> str:
    """Name which seats the holder of a seat has muted; its value is `holding` of the holder and the seats."""
    return f"{MUTED}{seat}"


def presence(seat: int) -> str:
    """Name the holder of a seat who has agreed to be shown as present."""
    return f"{PRESENCES}{seat}"


def hooks_of_seat(seat: int, holder: str | None = None) -> str:
    """Return the prefix of the webhooks of a seat, or of one holder of it."""
    return f"{HOOKS}{seat}:" if holder is None else f"{HOOKS}{seat}:{holder}:"


def seat_hooks(names: Iterable[str]) -> list[tuple[int, str, str]]:
    """List the webhooks of seats among a game's facts: seat, holder, webhook."""
    found = [name.removeprefix(HOOKS).split(":") for name in names if name.startswith(HOOKS)]
    return [(int(parts[0]), parts[1], parts[2]) for parts in found if len(parts) == 3]


def loss(version: int) -> str:
    """Name the fact that says who lost a seat at a version, and which webhooks must hear of it."""
    return f"{LOSSES}{version}"


def child(key_id: str) -> str:
    """Name an API key that this one made."""
    return f"{CHILDREN}{key_id}"


def game(game_id: str) -> str:
    """Name a game that an API key made or sat down at."""
    return f"{GAMES}{game_id}"


def again(game_id: str) -> str:
    """Name a game of an API key or player that came back from the archive."""
    return f"{AGAIN}{game_id}"


def hook(hook_id: str) -> str:
    """Name a webhook of an API key."""
    return f"{HOOKS}{hook_id}"


def delivery(number: int) -> str:
    """Name a delivery of a webhook."""
    return f"{DELIVERIES}{number}"


def cursor(game_id: str) -> str:
    """Name the cursor of the newest version of a game for which a webhook has deliveries."""
    return f"seen:{game_id}"


def over(game_id: str) -> str:
    """Name the time (ms) of the last delivery of a webhook for a game that has ended."""
    return f"{OVER}{game_id}"


def of_seat(facts: Iterable[tuple[str, bytes]], seat: int) -> list[str]:
    """List the names of all facts of a game that belong to the holder of a seat."""
    value = seat_values(seat).encode()
    own = (client(seat), app(seat), bot(seat), orders(seat), mutes(seat), presence(seat))
    begins = (hooks_of_seat(seat), handles_of_seat(seat), answers_of_seat(seat))
    return [name for name, held in facts if held.startswith(value) or name in own or name.startswith(begins)]


def bot_games(bot: str, job: str = "") -> str:
    """Name the fact with the games of a bot's rated arena, under its key; without a job the prefix of all of them."""
    return f"rated:{bot}:{job}"
