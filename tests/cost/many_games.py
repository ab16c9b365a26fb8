"""Weighs what a key owes in ever more games, all of which wait for it: the answer is as long as it may be."""

from collections.abc import Iterator, Sequence
from typing import Final

from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.views.owed_games import OwedGames
from tests.cost.growing import Request
from tests.cost.weighing import Weigher, Weight
from tests.service.following import follow

LONG_FORM: Final = (100, 400, 1_600)
"""Lists numbers of games; up to 20 are all loaded, at any price per game."""


def weigh_pending(on: Weigher, sizes: Sequence[int]) -> Iterator[tuple[int, Weight]]:
    """Yield numbers of games with what `GET me/pending` costs a key that has so many."""
    ctx: Context = on.client.application.extensions["longroad"].context
    key, text = make_key(ctx, None, NewKey(scopes=["me"]))
    wish = NewGame("goofspiel", [NewSeat("human"), NewSeat("human")])
    projection, made = OwedGames(ctx), 0
    for size in sizes:
        for _ in range(size - made):
            create_game(ctx, wish, maker=Maker("share", key.id))
        made = size
        follow(ctx, projection)
        yield size, on.cost(Request("GET", "/v1/me/pending", None, {"X-Api-Key": text}), on.client)
