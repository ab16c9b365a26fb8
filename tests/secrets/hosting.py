"""Provides worlds as a server has them: written through the real codec and store, read through the application.

Both worlds of a pair get the same ids, tokens and times, so that the observer's answers can be compared byte by byte.
Each world has a server of its own, and the chance that belongs to no game (ids, tokens) starts again with each.
"""

import base64
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from threading import current_thread
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from redis import Redis

from domain.core.chance import ALGORITHM
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.clients import fact_names
from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker, note_game, seats_of_client
from service.clients.tokens import fact_key, hash_of, new_token
from service.game.append import append
from service.game.causes import Cause
from service.game.context import Context, compose
from service.game.games import Act, Game, blank
from service.game.ids import new_id
from service.game.position import Play
from service.game.undo_rights import head_moved
from service.handlers.new_seats import NewSeat, with_agents
from service.http.quota_counters import Counters
from service.queue.jobs import Jobs
from service.queue.store import connect
from service.server.app import create_app
from service.settings import read_settings
from service.table.events import SeatsFilled, SeedRevealed, TableOpened
from service.table.terms import FIRST_HOLDER, HeadMove
from tests.conftest import StorePair
from tests.secrets.courses import Course, Deed
from tests.service.tables import START_MS, Clock

TOLD_OF: Final = 4
"""The observer's webhook is made this many versions before the newest."""
OWNER: Final = -1
SPECTATOR: Final = -2


@dataclass(frozen=True)
class Wish:
    """Holds how a course is hosted, alike in both worlds but for `seed`.

    `observer` is a seat, OWNER or SPECTATOR; ids and tokens are derived from `name`, which no other pair has; `url`
    receives webhooks. A seat's observer has its token, or with `by_key` an API key that acts for the seat.
    """

    name: str
    observer: int
    seed: bytes
    undo: str
    kinds: tuple[str, ...]
    clock: dict[str, Any] | None
    delay: dict[str, Any] | None
    url: str
    by_key: bool = False

    @property
    def seat(self) -> int | None:
        """Return the observer's seat; None if the observer sees what a spectator sees."""
        return self.observer if self.observer >= 0 else None

    @property
    def commitment(self) -> str:
        """Return the commitment to the seed, which the table publishes."""
        return sha256(self.seed).hexdigest()


class House:
    """Represents a server: a store for the log, one for jobs, and the application over them."""

    def __init__(self, stores: StorePair, number: int) -> None:
        events, rq = (f"{url}?db={number}" for url in stores)
        self.redis = [Redis.from_url(events), connect(rq)]
        self.clock = Clock()
        settings = read_settings(
            {"LONGROAD_EVENTS_URL": events, "LONGROAD_RQ_URL": rq, "LONGROAD_WEBHOOKS": "loopback"}
        )
        self.ctx: Context = compose(settings, open_store(events), RULESETS, Jobs.at(rq), self.clock)
        self.app = create_app(self.ctx, Counters(None))

    @property
    def client(self) -> FlaskClient:
        """Return a client of the application."""
        return self.app.test_client()

    def empty(self) -> None:
        """Forget every game and set the clock back."""
        for redis in self.redis:
            redis.flushdb()
        self.clock.ms = START_MS


@dataclass
class Hosted:
    """Represents a hosted world: the game, its tokens, and the webhook of the observer."""

    house: House
    id: str
    wish: Wish
    tokens: list[str]
    owner: str
    key: str = ""
    hook: str = ""
    version: int = 0
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def token(self) -> str | None:
        """Return the observer's token; a spectator has none."""
        if self.wish.observer == SPECTATOR:
            return None
        return self.owner if self.wish.observer == OWNER else self.tokens[self.wish.observer]

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers by which the observer asks."""
        if self.key:
            return {"X-Api-Key": self.key, "X-Seat": str(self.wish.seat)}
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}


PERIODIC: Final = {"usage"}
"""Names the threads that work from time to time."""


@contextmanager
def same_luck(name: str) -> Iterator[None]:
    """Draw ids, tokens and all other chance that belongs to no game alike in every block of the same name.

    A thread that works from time to time has chance of its own, since nobody knows when it draws.
    """
    rng, drawn = Random(name), secrets.token_bytes

    def token_bytes(count: int | None = None) -> bytes:
        return drawn(count) if current_thread().name in PERIODIC else rng.randbytes(count or 32)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", token_bytes)
        patch.setattr(secrets, "token_hex", lambda count=32: token_bytes(count).hex())
        patch.setattr(
            secrets,
            "token_urlsafe",
            lambda count=32: base64.urlsafe_b64encode(token_bytes(count)).rstrip(b"=").decode(),
        )
        patch.setattr(secrets, "randbits", rng.getrandbits)
        yield


def hosted(house: House, course: Course, wish: Wish) -> Hosted:
    """Write a course into a server's log, version by version, as the service would have done."""
    ruleset, ctx = course.case.ruleset, house.ctx
    world = Hosted(house, new_id(None), wish, [], "")
    seats = with_agents(ruleset, [NewSeat(kind, deadline_s=3600 if kind == "bot" else None) for kind in wish.kinds])
    facts = _tokens(world, seats)
    opened = _opened(course, wish, seats)
    ctx.store.set_facts(world.id, facts | _key(world))
    events = [opened, SeatsFilled(), *course.opening]
    if opened.parent is not None:
        events = [opened, *course.opening, SeatsFilled()]
    first = Act(None, events, house.clock(), Play(course.start.copy(), 1))
    game = append(ctx, blank(world.id, ruleset), [first])
    early = max(0, len(course.deeds) - TOLD_OF)
    game = written(ctx, game, course.deeds[:early])
    _hook(world)
    game = written(ctx, game, course.deeds[early:])
    world.version = game.version
    return world


def _tokens(world: Hosted, seats: list[NewSeat]) -> dict[str, bytes]:
    world.tokens = [new_token(world.id) for _ in seats]
    world.owner = new_token(world.id)
    held = {fact_key(token): fact_names.seat_of(seat, FIRST_HOLDER) for seat, token in enumerate(world.tokens)}
    return {**held, fact_key(world.owner): fact_names.OWNER}


def _key(world: Hosted) -> dict[str, bytes]:
    """Give the observer a key that acts for its seat, if that is wished, and return what the game keeps of it."""
    ctx, seat = world.house.ctx, world.wish.seat
    if not world.wish.by_key or seat is None:
        return {}
    key, world.key = make_key(ctx, None, NewKey(scopes=["me", "webhooks", "seats"]))
    maker = Maker("", key.id, hash_of(world.key))
    note_game(ctx, maker, world.id)
    return seats_of_client(maker, {seat: FIRST_HOLDER})


def _opened(course: Course, wish: Wish, seats: list[NewSeat]) -> TableOpened:
    config = course.config
    first = course.opening[0]
    parent = getattr(first, "parent", None)
    return TableOpened(
        ruleset=course.case.ruleset.name,
        ruleset_version=course.case.ruleset.version,
        map=config.map,
        modules=list(config.modules),
        options=config.options,
        seats=[_seat(seat) for seat in seats],
        undo=wish.undo,
        private=False,
        unfair=False,
        parent=parent and {"id": parent, "version": first.parent_version},
        chance=ALGORITHM,
        commitment=wish.commitment,
        seed=wish.seed.hex(),
        clock=wish.clock,
        spectator_delay=wish.delay,
        analyses="all",
        phrases=True,
    )


def _seat(seat: NewSeat) -> dict[str, Any]:
    told = {"kind": seat.kind, "agent": seat.agent, "deadline_s": seat.deadline_s}
    return {name: value for name, value in told.items() if value}


def _hook(world: Hosted) -> None:
    """Give the observer's seat a webhook; a bot on that seat plays by it."""
    seat = world.wish.seat
    if seat is None:
        return
    wish = {"url": world.wish.url, "types": ["turn", "started", "events", "finished"]}
    answer = world.house.client.post("/v1/webhooks", json=wish, headers=world.headers)
    assert answer.status_code == 201, answer.text
    world.hook = answer.json["id"]
    if world.wish.kinds[seat] == "bot":
        world.house.ctx.store.set_facts(world.id, {fact_names.bot(seat): world.hook.encode()})


def written(ctx: Context, game: Game, deeds: list[Deed]) -> Game:
    """Append deeds to a game, as many at once as lie between two moves of the head."""
    acts: list[Act] = []
    play = game.play
    for deed in deeds:
        if deed.to:
            game = append(ctx, game, acts) if acts else game
            act = head_moved(ctx, game, HeadMove.UNDO, deed.to, deed.seat)[1]
            game, acts, play = append(ctx, game, [act]), [], act.play
        else:
            play = play.follow(game.ruleset, deed.state.copy(), game.version + len(acts) + 1)
            command = game.ruleset.commands.encode(deed.command)
            over = [SeedRevealed(game.table.opened.seed)] if game.ruleset.result(deed.state) else []
            events = [*deed.events, *over]
            acts.append(Act(deed.seat, events, ctx.clock(), play, Cause(deed.seat, command, deed.draws)))
    return append(ctx, game, acts) if acts else game
