"""Provides people with API keys and without, at tables that they share, and everything that a store holds of them."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from redis import Redis

from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.authentication import authenticate
from service.clients.ownership import NOBODY, Maker, Party
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.webhooks.registry import Hook, NewHook, make_hook

KEYED = ("Ana Kappa", "Bea Lambda", "Cyd Omega")
LONE = ("Dan Solo", "Eva Unica")
URL = "http://127.0.0.1:8009/of-"


@dataclass
class Person:
    """Represents somebody who has an API key, or sits here and there without any."""

    name: str
    key: ApiKey | None = None
    text: str = ""
    seats: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    hooks: list[Hook] = field(default_factory=list)

    @property
    def maker(self) -> Maker:
        """Return whom games and seats count to."""
        return Maker("share", self.key.id) if self.key else NOBODY

    @property
    def secrets(self) -> list[bytes]:
        """Return all that is personal, as bytes to look for."""
        return [self.name.encode(), URL.encode() + self.slug.encode(), *(hook.secret.encode() for hook in self.hooks)]

    @property
    def slug(self) -> str:
        """Return the name as a part of a URL."""
        return self.name.replace(" ", "-").lower()


class World:
    """Holds people and their games: open, running, resigned, at random."""

    def __init__(self, ctx: Context, seed: int, games: int = 4) -> None:
        self.ctx = ctx
        self.rng = Random(seed)
        self.people = [self._keyed(name) for name in KEYED] + [Person(name) for name in LONE]
        self.games = [self._game() for _ in range(games)]

    def _keyed(self, name: str) -> Person:
        key, text = make_key(self.ctx, None, NewKey(f"{name}'s key"))
        person = Person(name, key, text)
        self._hook(person, Party(key=key))
        return person

    def _hook(self, person: Person, party: Party) -> None:
        person.hooks.append(make_hook(self.ctx, party, NewHook(URL + person.slug)))

    def _game(self) -> str:
        ctx, rng = self.ctx, self.rng
        sitting = rng.sample(self.people, rng.randint(2, 4))
        spare = rng.random() < 0.3 and len(sitting) < 4
        wanted = [NewSeat("human", sitting[0].name), *[NewSeat("open")] * (len(sitting) - 1 + spare)]
        made = create_game(ctx, NewGame("toy", wanted), maker=sitting[0].maker)
        self._note(sitting[0], made.id, 0, made.seats[0]["token"])
        for person in sitting[1:]:
            seated = take_seat(ctx, made.id, None, SeatWish(name=person.name), taker=person.maker)
            self._note(person, made.id, seated.seat, str(seated.token))
        if rng.random() < 0.3 and not spare:
            resign(ctx, self.caller(sitting[-1], made.id))
        return made.id

    def _note(self, person: Person, game: str, seat: int, token: str) -> None:
        person.seats[game], person.tokens[game] = seat, token
        if person.key is None:
            self._hook(person, Party(caller=self.caller(person, game)))

    def caller(self, person: Person, game: str) -> Any:
        """Return a person at one of their games."""
        return authenticate(self.ctx, self.ctx.games.load(game), person.tokens[game])


def everything(redis: Redis) -> dict[tuple[str, str], bytes]:
    """Return all that a store holds, by key and field."""
    found: dict[tuple[str, str], bytes] = {}
    client: Any = redis
    for key in map(bytes.decode, client.scan_iter()):
        kind = client.type(key).decode()
        if kind == "hash":
            found |= {(key, name.decode("utf-8", "replace")): value for name, value in client.hgetall(key).items()}
        elif kind == "stream":
            found |= {(key, place.decode()): repr(entry).encode() for place, entry in client.xrange(key)}
        elif kind == "zset":
            found |= {(key, name.decode()): repr(score).encode() for name, score in client.zscan_iter(key)}
        else:
            found[key, ""] = client.get(key)
    return found
