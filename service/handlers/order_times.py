"""Says when a standing order sends its command: after a delay that depends on neither the order nor the hand.

The delay is uniform between 5 and 30 seconds. It is drawn from the store's secret, the game, the seat and the version
whose position it follows, so it is the same for every order of the seat, and no client can compute it.
"""

import hmac
from typing import Final

from service.game.context import Context
from service.game.games import Game

LEAST_DELAY_MS: Final = 5_000
LONGEST_DELAY_MS: Final = 30_000
_BYTES: Final = 8


def send_ms(ctx: Context, game: Game, seat: int, changed: int) -> int:
    """Return when (ms) the orders of a seat are tried at the game's position; `changed` is when its list was changed.

    Votes and changes of seats delay nothing; the position, a move of the head, the end of a pause, and the holder's own
    changes begin a new delay.
    """
    table, version = game.table, game.play.version
    begun = [version, table.moved, table.rests[-1].resumed if table.rests else 0]
    since = max(changed, *(game.time_of(one) for one in begun if one))
    return since + delay_ms(ctx.store.secret(), game.id, seat, version)


def delay_ms(secret: bytes, game: str, seat: int, version: int) -> int:
    """Return a delay in ms, uniform between both bounds."""
    drawn = hmac.digest(secret, f"order:{game}:{seat}:{version}".encode(), "sha256")[:_BYTES]
    return LEAST_DELAY_MS + int.from_bytes(drawn, "big") * (LONGEST_DELAY_MS - LEAST_DELAY_MS) // 2 ** (8 * _BYTES)
