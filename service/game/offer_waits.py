"""Decides how long agents that must act wait for people who may answer, for example an offer, before they play on.

A wait without an answer halves the next ones for some time, so that people who do not trade are not kept waiting.
"""

from collections.abc import Sequence
from typing import Final

from domain.core.agenda import Awaited
from service.game.games import Game

LEAST_WAIT_S: Final = 0.5


def asks_people(game: Game, awaited: Sequence[Awaited]) -> bool:
    """Return whether a seat that no agent of the server plays may answer now."""
    return any(not entry.must and game.table.seats[entry.seat].kind != "ai" for entry in awaited)


def waits_until(game: Game, silences: int) -> int:
    """Return until when agents wait after the newest version, in ms; `silences` counts unanswered offers in a row."""
    usual = game.table.opened.offer_wait_s
    wait = max(min(LEAST_WAIT_S, usual), usual / 2**silences)
    return int(game.time_of(game.version) + round(1000 * wait))
