"""Lets seats say phrases and mute each other, where their game allows it. None of it is a version of the game."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from service.clients import fact_names
from service.clients.authentication import Caller, require_seat, sits
from service.clients.phrases import Said, read_talk, write_muted
from service.game.context import Context
from service.game.games import Game
from service.game.ids import refuse_imported
from service.handlers.holders import require_own
from service.problems import Problem, busy, refusal, unknown

ATTEMPTS: Final = 8


def require_phrases(game: Game) -> None:
    """Raise Problem (409) unless the game allows phrases."""
    refuse_imported(game.id)
    if not game.table.opened.phrases:
        raise refusal("phrases.off")


def say_phrase(ctx: Context, game: Game, caller: Caller, phrase: str) -> Said:
    """Let the caller's seat say a phrase, also before the start and after the end.

    Raises Problem: 409 where the game does not allow it, 429 for a seat that has said too much within a minute.
    """
    require_phrases(game)
    seat = require_seat(caller)
    _require_sitting(game, caller, seat)
    for _ in range(ATTEMPTS):
        written, now = ctx.store.fact(game.id, fact_names.SAID) or b"", ctx.clock()
        talk = read_talk(written)
        wait_ms = talk.wait_ms(seat, now)
        if wait_ms > 0:
            raise Problem("too_many_requests", retry_after=ceil(wait_ms / 1000))
        longer = talk.add(seat, phrase, now, game.version)
        if ctx.store.swap_fact(game.id, fact_names.SAID, written, longer.write()):
            return longer.said[-1]
    raise busy()


def mute_seats(ctx: Context, game: Game, caller: Caller, seat: int, muted: Sequence[int]) -> list[int]:
    """Set which seats the caller's own seat does not hear, and return them; no other caller learns of it."""
    require_phrases(game)
    require_own(game, caller, seat)
    _require_sitting(game, caller, seat)
    seats = {one for one in muted if one != seat and one < len(game.table.seats)}
    ctx.store.set_facts(game.id, {fact_names.mutes(seat): write_muted(caller.holder, seats)})
    return sorted(seats)


def _require_sitting(game: Game, caller: Caller, seat: int) -> None:
    if not sits(game.table, seat, caller.holder):
        raise unknown("unknown_token")
