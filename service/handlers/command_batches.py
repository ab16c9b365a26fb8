"""Plays ahead in memory: commands are judged one after the other, and their versions appended together.

Only versions in the log are final. They are appended only to the history on which they were decided: if anything else
was appended first, none of them is written, and the caller loads the game and decides again.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from eventstore.records import Tip, Version
from service.game.append import add_time_events, advance, append_made, version_of
from service.game.context import Context
from service.game.games import Game
from service.handlers.commands import decide
from service.views.client_games import is_counted_otherwise, note_game
from service.views.lobby_projection import is_shown_otherwise, note_row


class Step(NamedTuple):
    """Represents a version that is decided and not yet appended: its tip, and its events."""

    tip: Tip
    events: Sequence[Any]


class Ahead:
    """Holds a game after versions that are decided and not yet appended; changes the given game in place.

    `base` is the tip of the log that they follow, `steps` are these versions.
    """

    def __init__(self, ctx: Context, game: Game) -> None:
        self._ctx = ctx
        self._base = game
        self._made: list[Version] = []
        self.base = game.tip
        self.steps: list[Step] = []
        self.game = game

    @property
    def count(self) -> int:
        """Return how many versions are not yet appended."""
        return len(self._made)

    def play(self, seat: int, command: Any) -> None:
        """Add the version that a seat's command makes; if it is refused (Problem), drop all of them."""
        acts = add_time_events(self._ctx, self.game, decide(self._ctx, self.game, seat, [command]))
        made = [version_of(self.game, act) for act in acts]
        self.game = advance(self.game, acts, made)
        self._made += made
        self.steps += [Step(self.game.tip, act.events) for act in acts]

    def append(self) -> None:
        """Append all versions at once; raises Conflict, and writes nothing, if the log has another history.

        The game is cached and must not change from here on.
        """
        append_made(self._ctx, self._base, self._made, self.game)
        if is_shown_otherwise(self._base, self.game):
            note_row(self._ctx, self.game.id)
        if is_counted_otherwise(self._base, self.game):
            note_game(self._ctx, self.game.id, self.game)

    def drop(self) -> None:
        """Drop all versions that are not yet appended, after which the game must be loaded again."""
        self._made, self.steps = [], []
