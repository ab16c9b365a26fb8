"""Shows the board that commands and views refer to."""

from typing import Any

from service.clients.authentication import Caller
from service.game.context import Context
from service.problems import refusal
from service.views.places import board_in_words
from service.views.spectator_delay import visible


def board_document(ctx: Context, caller: Caller, words_in: str | None = None) -> dict[str, Any]:
    """Return the geometry of the board, which never changes; raises Problem (409) until the set-up has laid it.

    With a language in `words_in`, each place also has its name.
    """
    game = visible(ctx, caller)
    known = game.ruleset.printed(game.config) if game.position is None else game.ruleset.geometry(game.position)
    if known is None:
        raise refusal("game.not_started")
    shown = known if words_in is None else board_in_words(game.ruleset, known, words_in)
    return {"id": game.id, "ruleset": game.ruleset.name, **shown}
