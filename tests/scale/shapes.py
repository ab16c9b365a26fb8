"""Plays a few real games on a store, and copies them: what a copy takes there is what a game takes."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

from redis import Redis

from eventstore import keys
from eventstore.rows import Row
from service.clients.authentication import Caller
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.process.wall_clock import write_time
from service.views.lobby import places_of, row_of, split
from service.views.spectator_delay import visible
from tests.benchmarks.archived import play_on
from tests.scale.hall import Hall
from tests.scale.packed_copies import copy_packed_log
from tests.service.upkeep.bids import bid
from workers import playing

BATCH: Final = 500
RUNNING: Final = 150
"""Sets after how many versions a running game is copied."""
SLICE_S: Final = 0.01
"""Limits how long agents play until the version is looked at: in the usual slice they may end a game."""
FAR_MS: Final = 10**14
SEATS: Final = [NewSeat("ai", agent="heuristic")] * 4
PEOPLE: Final = [NewSeat("human")] * 2
SEED: Final = "scale"


@dataclass(frozen=True)
class Shape:
    """Holds what a store has of a game: values by the kinds of its keys, its packed log, and its row in the lobby."""

    dumped: Mapping[str, bytes]
    row: Mapping[str, Any]
    version: int
    packed: bytes = b""


def start_game(ctx: Context, seed: str) -> str:
    """Create a game of Catan between four agents; return its id."""
    return create_game(ctx, NewGame("catan", SEATS, seed=seed)).id


def play(ctx: Context, seed: str, until: int = 10**9) -> str:
    """Let four agents play a game of Catan until it has so many versions, or is over; return its id."""
    game = start_game(ctx, seed)
    with patch.object(playing, "SLICE_S", SLICE_S):
        while not (now := ctx.games.load(game)).table.finished and now.version < until:
            play_on(ctx, game)
    return game


def play_short(ctx: Context, maker: Maker = NOBODY, seats: Sequence[NewSeat] = PEOPLE) -> str:
    """Play a game of Goofspiel between two people, made by a client, to its end; return its id."""
    made = create_game(ctx, NewGame("goofspiel", seats), maker=maker).id
    while bid(ctx, made):
        continue
    return made


def shape_of(client: Redis, ctx: Context, game: str) -> Shape:
    """Return a game as a store has it."""
    own = [key.decode() for key in client.scan_iter(f"*:g:{game}:*")]
    dumped = {key.rpartition(":")[2]: client.dump(key) for key in own if not key.endswith(":old")}
    loaded, packed = ctx.games.load(game), client.get(keys.packed_log(game)) or b""
    return Shape(dumped, row_of(visible(ctx, Caller(game), loaded)), loaded.version, packed)


def copy_logs(hall: Hall, shape: Shape, games: Sequence[str], due: str = "") -> None:
    """Copy a game under other ids; each copy has a deadline of the name `due`, if one is given, far in the future."""
    for shard, some in _by_shard(games):
        client = hall.by_shard[shard]
        for part in parts(some, BATCH):
            with client.pipeline(transaction=False) as pipe:
                for game in part:
                    for kind, value in shape.dumped.items():
                        pipe.restore(f"{{s{shard:02d}}}:g:{game}:{kind}", 0, value)
                    if shape.packed:
                        pipe.set(keys.packed_log(game), copy_packed_log(shape.packed, game))
                if due:
                    pipe.zadd(keys.due(shard), {f"{game}:{due}": FAR_MS for game in part})
                pipe.execute()


def copied_rows(shape: Shape, games: Sequence[str], newest_ms: int, apart_ms: float) -> Iterator[Row]:
    """Yield rows of the lobby for copies of a game, each made some time before the one before it."""
    times = [name for name in ("created", "started", "ended") if name in shape.row]
    for number, game in enumerate(games):
        moment = write_time(int(newest_ms - number * apart_ms))
        row = {**shape.row, "id": game, **dict.fromkeys(times, moment)}
        yield Row(game, shape.version, places_of(row), *split(row))


def new_ids(count: int) -> list[str]:
    """Return ids as games have them."""
    return [secrets.token_hex(9) for _ in range(count)]


def _by_shard(games: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    found: dict[int, list[str]] = {}
    for game in games:
        found.setdefault(keys.shard_of(game), []).append(game)
    yield from found.items()


def parts(games: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Yield the games in parts of so many, in order."""
    for first in range(0, len(games), size):
        yield games[first : first + size]
