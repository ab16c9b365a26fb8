"""Measures what tables cost beside play: games as lines of JSON, phrases on streams; and how long paired turns last.

All of it runs in this process, over a log in memory.
"""

import logging
import time
from random import Random
from types import SimpleNamespace
from typing import Any

from service.clients.authentication import Caller, authenticate
from service.clients.ownership import Party
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.phrases import say_phrase
from service.http.phrase_news import PhraseNews
from service.live import Shelf
from service.records.exporting import FINISHED, list_games, write_games
from tests.benchmarks.report import microseconds, report
from tests.golden.write.finished import play
from tests.golden.write.hosting import act, host

STREAMS, ROUNDS, GAMES = 1_000, 20, 4
SIX = 6


def run() -> None:
    """Take all three measurements."""
    logging.disable(logging.CRITICAL)
    _export()
    _talk()
    for seats in (SIX - 1, SIX):
        for is_paired in (False, True):
            _paired_turns(seats, is_paired)


def _played(seats: int, seed: int, **options: Any) -> tuple[Any, Any]:
    """Return a context and a game that agents have played to its end."""
    ctx = host()
    made = create_game(ctx, play("x", "catan", seats, "variable", **options).wish)
    rng = Random(seed)
    while act(ctx, made.id, rng, 100):
        pass
    return ctx, made


def _export() -> None:
    ctx, made = _played(4, 1)
    party = Party(caller=authenticate(ctx, ctx.games.load(made.id), made.seats[0]["token"]))
    longest, begun, size = 0.0, time.process_time(), 0
    for piece in write_games(ctx, party, list_games(ctx, party, None, 1), FINISHED):
        longest, begun, size = max(longest, time.process_time() - begun), time.process_time(), size + len(piece)

    def write() -> None:
        for _ in write_games(ctx, party, list_games(ctx, party, None, 1), FINISHED):
            pass

    report("export_versions", ctx.games.load(made.id).version, "")
    report("export_size", size, "bytes")
    report("export_game", microseconds(write, ROUNDS) / 1000, "ms")
    report("export_longest_piece", longest * 1000, "ms")


def _talk() -> None:
    ctx = host()
    made = create_game(ctx, NewGame("goofspiel", [NewSeat("human")] * 2, phrases=True))
    game, app = ctx.games.load(made.id), SimpleNamespace(context=ctx, shelf=Shelf())
    streams = [PhraseNews(app, Caller(made.id), game, "text/event-stream", "en") for _ in range(STREAMS)]  # type: ignore[arg-type]

    def look(*, is_called: bool) -> None:
        for stream in streams:
            for _ in stream.since(is_called=is_called):
                pass

    report("phrases_idle_look", microseconds(lambda: look(is_called=False), ROUNDS) / STREAMS, "us")
    say_phrase(ctx, game, authenticate(ctx, game, made.seats[0]["token"]), "hello")
    begun = time.process_time()
    look(is_called=True)
    report("phrases_heard", (time.process_time() - begun) / STREAMS * 1e6, "us")


def _paired_turns(seats: int, is_paired: bool) -> None:
    games = [ctx.games.load(made.id) for ctx, made in (_played(seats, n, paired_turns=is_paired) for n in range(GAMES))]
    name = f"{'paired' if is_paired else 'special'}_{seats}"
    report(f"{name}_versions", sum(game.version for game in games) / GAMES, "")
    report(f"{name}_turns", sum(game.position.turn for game in games) / GAMES, "")
