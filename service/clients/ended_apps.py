"""Notes API keys that were deleted while they had players, until the sweep has removed what is left of those.

The players of such a key are found no more, but their names, seeks, ratings and standing orders are still stored.
"""

from typing import Final

from service.clients import fact_names
from service.clients.api_keys import is_app, list_ids
from service.clients.ownership import clients_of, in_step
from service.clients.players import drop_player, forget_external_ids, has_players, list_players
from service.clients.ratings import anonymize
from service.clients.seeks import erase_seeks
from service.clients.standing_orders import books_of
from service.game.context import Context
from service.game.quarantine import apart
from service.problems import Problem

ENDED: Final = "ended-apps"
"""Names the owner of the facts that say when (ms) each key was about to be deleted."""
EXPECTED_MS: Final = 3_600_000
"""Sets after how long a key that is still there is no longer expected to be deleted."""
PLAYERS_AT_ONCE: Final = 10
GAMES_AT_ONCE: Final = 100


def note_ending(ctx: Context, key_id: str) -> None:
    """Note that a key is about to be deleted, if it has players."""
    if has_players(ctx, key_id):
        ctx.store.set_facts(ENDED, {key_id: b"%d" % ctx.clock()})


def clear_some(ctx: Context) -> int:
    """Remove what is left of some players of a deleted key; return how many players that were, or were begun."""
    for key_id, noted in ctx.store.facts(ENDED).items():
        if is_app(ctx, key_id):
            if int(noted) < ctx.clock() - EXPECTED_MS:  # it was not deleted after all
                ctx.store.set_facts(ENDED, {key_id: b""})
            continue
        players = list_players(ctx, key_id, PLAYERS_AT_ONCE)
        for player in players:
            if not _end_orders(ctx, player):
                return 1  # the rest of its games at the next step
            erase_seeks(ctx, player)
            anonymize(ctx, player)
            drop_player(ctx, player)
        if not players:
            forget_external_ids(ctx, key_id)
            ctx.store.set_facts(ENDED, {key_id: b""})
        return max(1, len(players))
    return 0


def _end_orders(ctx: Context, player: str) -> bool:
    """End the standing orders of a player in some games, which are then listed no more; return whether that was all."""
    listed = list_ids(ctx, player, fact_names.GAMES)
    looked = listed[:GAMES_AT_ONCE]
    for game_id in looked:
        with apart(game_id):
            _end_orders_in(ctx, player, game_id)
    ctx.store.set_facts(player, {fact_names.game(game_id): b"" for game_id in looked})
    return len(listed) <= GAMES_AT_ONCE


def _end_orders_in(ctx: Context, player: str, game_id: str) -> None:
    facts = ctx.store.facts(game_id)
    if not books_of(facts):
        return
    try:
        owners = clients_of(*in_step(ctx, ctx.games.load(game_id), facts))
    except Problem:  # the game is gone
        return
    seats = [seat for seat, owner in owners.items() if owner == player]
    ctx.store.set_facts(game_id, {fact_names.orders(seat): b"" for seat in seats})
