"""What seats of hosted games believe, folded from the log as each of them sees it.

A belief is kept with the tip that it was folded up to. A later one extends the newest that the game's line goes
through, so an undo costs nothing, and a branch its own versions.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from domain.core.knowledge import Belief
from domain.core.ruleset import Ruleset
from eventstore.log.chain import ROOT, ChainBroken, verify_chain
from eventstore.lru_cache import Recent
from eventstore.records import StoredEvent, Tip
from eventstore.store import EventStore
from service.game.games import Game
from service.handlers.commands import Step
from service.table.events import TABLE_EVENTS
from workers.agents.following import first_belief

_SEATS: Final = 256
"""How many seats of games have beliefs kept."""
_TIPS: Final = 8
"""How many each of them has, the newest."""
_BEGINNING: Final = Tip(0, ROOT)


class Beliefs:
    """Computes and keeps what seats of one store's games believe."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._kept: Recent[tuple[str, int], tuple[tuple[Tip, Belief], ...]] = Recent(_SEATS)

    def at(self, game: Game, seat: int, base: Tip | None = None, ahead: Sequence[Step] = ()) -> Belief | None:
        """Return what a seat (-1: a spectator) believes right after a game's version; None where there is none.

        `ahead` are the game's newest versions if they are not in the log yet, and `base` is the tip before them.
        """
        kept = self._kept.get((game.id, seat)) or ()
        for tip, belief in reversed(kept):
            if tip == game.tip:
                return belief
            course = _course(self.store, game, tip, base or game.tip, ahead)
            if course is not None:
                return self._keep(game, seat, _fold(game, seat, belief, course))
        course = _course(self.store, game, _BEGINNING, base or game.tip, ahead)
        return None if course is None else self._keep(game, seat, _fold(game, seat, None, course))

    def _keep(self, game: Game, seat: int, belief: Belief | None) -> Belief | None:
        if belief is not None:
            kept = self._kept.get((game.id, seat)) or ()
            self._kept.put((game.id, seat), (*kept[1 - _TIPS :], (game.tip, belief)))
        return belief


@lru_cache(maxsize=4)
def beliefs_of(store: EventStore) -> Beliefs:
    """Return what this process keeps for a store."""
    return Beliefs(store)


def _course(store: EventStore, game: Game, since: Tip, base: Tip, ahead: Sequence[Step]) -> list[Sequence[Any]] | None:
    """List the game's events on its line after a tip, by version; None if the game has not passed that tip."""
    if since.version and not game.line.is_ancestor(since.version, game.version):
        return None
    found: dict[int, list[Any]] = {
        step.tip.version: [event for event in step.events if type(event) not in TABLE_EVENTS.by_class] for step in ahead
    }
    if since.version > base.version:
        if since not in [step.tip for step in ahead]:
            return None
    else:
        stored = store.read(game.id, since.version, base.version)
        try:
            if verify_chain(stored, since.version, since.chain) != base.chain:
                return None
        except ChainBroken:
            return None
        found |= _decode(game, stored)
    return [found[passed.version] for passed in game.line.list_passed(since.version, game.version) if passed.is_game]


def _decode(game: Game, stored: Sequence[StoredEvent]) -> dict[int, list[Any]]:
    """Return the game's own events by version."""
    codec = game.codec
    own = [event for event in stored if codec.name(event.type) not in TABLE_EVENTS.by_name]
    return {version: [*map(codec.decode, events)] for version, events in groupby(own, key=attrgetter("version"))}


def _fold(game: Game, seat: int, belief: Belief | None, course: Sequence[Sequence[Any]]) -> Belief | None:
    """Return the belief after the next versions; without one before, the first of these lays the board."""
    ruleset = game.ruleset
    for number, events in enumerate(course):
        if belief is not None:
            belief = belief.after(ruleset.events.seen(events, seat))
        elif number:
            return None
        else:
            belief = first_belief(ruleset, begin_position(ruleset, events), seat)
    return belief


def begin_position(ruleset: Ruleset, events: Sequence[Any]) -> Any:
    """Return the position after the events of a game's first version."""
    opening, *rest = events
    position = ruleset.begin(opening)
    for event in rest:
        ruleset.evolve(position, event)
    return position
