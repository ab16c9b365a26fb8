"""Pages through the games of a player, the newest first, by when the player first came to each."""

from contextlib import closing
from typing import Any, Final

from eventstore.archive.time_limits import PAGE_S, limit_reading
from eventstore.budget import check
from service.clients.authentication import Caller
from service.clients.own_games import list_latest, walk_ahead
from service.clients.ownership import Party, clients_of, in_step
from service.clients.players import Player
from service.game.context import Context
from service.game.deadlines import times
from service.game.games import Game
from service.game.quarantine import apart
from service.problems import invalid_parameter
from service.table.events import is_listed
from service.views.spectator_delay import visible

MOST_SHOWN: Final = 50
"""Limits the games of a page."""
MOST_LOOKED_AT: Final = 100
"""Limits the games that are looked at for a page; those that the caller may not see are left out."""


@limit_reading(PAGE_S)
def games_of_player(ctx: Context, player: Player, after: str | None, limit: int, *, is_holders: bool) -> dict[str, Any]:
    """Return a page of games, with private ones only to the holder; a page with `next` may be short.

    Raises Problem (422) for a cursor that is none, and ArchiveAway while archived games cannot be read.
    """
    rest = list_latest(ctx, player.id, MOST_LOOKED_AT + 1, None if after is None else _place(after))
    shown, looked = [], 0
    with closing(walk_ahead(ctx, rest, limit)) as games:
        for looked, own in enumerate(games, 1):
            check("games of a player")
            shown += _entries(ctx, player, own.game, is_holders=is_holders)
            if len(shown) >= limit or looked >= MOST_LOOKED_AT:
                break
    last = rest[looked - 1] if looked < len(rest) else None
    return {"games": shown} | ({} if last is None else {"next": f"{last.time}.{last.game}"})


def _place(after: str) -> tuple[int, str]:
    time, _, game = after.partition(".")
    if not (time.isascii() and time.isdigit() and game):
        raise invalid_parameter("after", "cursor")
    return int(time[:20]), game


def _entries(ctx: Context, player: Player, game_id: str, *, is_holders: bool) -> list[dict[str, Any]]:
    """Return the entry of a game; none if the player has no seat there, or the caller may not see it."""
    with apart(game_id, ctx.store.archive):
        game = Party().load(ctx, game_id, is_listed=True)
        if game is not None and (is_holders or is_listed(game.table.opened)):
            game, facts = in_step(ctx, game)
            seats = [seat for seat, owner in clients_of(game, facts).items() if owner == player.id]
            seen_as = Caller(game.id, seats[0] if is_holders and seats else None)
            return [_entry(visible(ctx, seen_as, game), seat) for seat in seats[:1]]
    return []


def _entry(game: Game, seat: int) -> dict[str, Any]:
    result = game.result if game.table.finished else None
    moments = times(game)
    entry = {
        "game": game.id,
        "ruleset": game.ruleset.name,
        "status": game.table.status,
        "seat": seat,
        "created": moments["created"],
        "private": game.table.opened.private,
    }
    ended = {} if result is None else {"ended": moments.get("ended"), "winners": list(result.winners)}
    return entry | {name: value for name, value in ended.items() if value is not None}
