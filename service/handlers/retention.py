"""Says which finished games are deleted by their age, ruleset and maker, as the settings or an administrator want.

A branch of a game that still runs without analyses is kept: if it were deleted, its own branches would no longer show
that they come from that game. The age of an imported game counts from when the sweep first saw it, or from when it was
archived, since its log states only when it was played. Archived games are found by the indexes of their segments, and
only those that are due are opened.
"""

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from eventstore.archive.places import time_of
from eventstore.archive.segments import Filed
from service.clients import fact_names
from service.clients.api_keys import is_key_id
from service.clients.ownership import share_of_maker
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.games import Game
from service.game.ids import is_imported
from service.handlers.seating import remove
from service.problems import Problem
from service.settings import Settings
from service.settings.fields import EVER
from service.webhooks.registry import end_hooks_of_seats


class Terms(Protocol):
    """Says after how many days a finished game is deleted."""

    @property
    def least(self) -> int | None:
        """Return the smallest number of days after which a game is deleted; None if none ever is."""

    def days(self, ruleset: str, maker: str) -> int | None:
        """Return after how many days a game is deleted, by its ruleset and maker; None if it is kept for ever."""


@dataclass(frozen=True, slots=True)
class UsualTerms:
    """Says after how many days a finished game is deleted: `usual` days, except those `of` a ruleset or an API key."""

    usual: int | None
    of: dict[str, int | None]

    @property
    def least(self) -> int | None:
        """Return the smallest number of days after which a game is deleted; None if none ever is."""
        return min((days for days in (self.usual, *self.of.values()) if days is not None), default=None)

    def days(self, ruleset: str, maker: str) -> int | None:
        """Return after how many days a game is deleted; None if it is kept for ever.

        Days set for the API key that made the game count before those set for its ruleset.
        """
        named = (*reversed(maker.split("/")), ruleset)
        return next((self.of[name] for name in named if name in self.of), self.usual)


def terms_of(settings: Settings) -> UsualTerms:
    """Return the terms that the settings state."""
    named = (one.split("=") for one in settings.keep_finished_days_of)
    return UsualTerms(settings.keep_finished_days, {name: None if days == EVER else int(days) for name, days in named})


@dataclass(frozen=True, slots=True)
class ChosenTerms:
    """Selects the games that an administrator deletes: finished for so many days, of a ruleset, made by an API key."""

    least: int
    ruleset: str | None = None
    key: str | None = None

    def find_unknown(self, rulesets: Container[str]) -> Literal["ruleset", "key"] | None:
        """Return which term names nothing: a ruleset that is none of these, or a key that is no id; else None."""
        if self.ruleset is not None and self.ruleset not in rulesets:
            return "ruleset"
        return "key" if self.key is not None and not is_key_id(self.key) else None

    def days(self, ruleset: str, maker: str) -> int | None:
        """Return after how many days a game is deleted; None if it is not selected."""
        is_meant = self.ruleset in (None, ruleset) and (self.key is None or self.key in maker.split("/"))
        return self.least if is_meant else None


def may_be_due(ctx: Context, terms: Terms, games: Iterable[str]) -> Iterator[str]:
    """Yield those of some games in the store that may be due for deletion; `is_due` says whether one is."""
    for kept in ctx.store.describe_logs(list(games)):
        # `is_due` loads the game if the age of its log is unknown
        if kept.time_ms is None or _is_over(ctx, kept.time_ms, terms.least):
            yield kept.game


def is_due_by_index(ctx: Context, terms: Terms, filed: Filed, segment: int) -> bool:
    """Return whether a game in a segment is due for deletion, by what the index of the segment says."""
    return ctx.clock() >= due_ms_by_index(terms, filed, segment)


def due_ms_by_index(terms: Terms, filed: Filed, segment: int) -> float:
    """Return from when (ms) on a game in a segment is due, by the index of the segment; infinity if it never is."""
    days = terms.days(filed.ruleset, filed.maker)
    if days is None:
        return math.inf
    since = max(filed.time_ms, time_of(segment)) if is_imported(filed.game) else filed.time_ms
    return since + days * DAY_MS


def is_due(ctx: Context, terms: Terms, game_id: str, *, is_noted: bool = True) -> bool | None:
    """Return whether a game is to be deleted; None if it is kept because it is needed, or cannot be read.

    With `is_noted` the time is stored at which an imported game was first seen.
    """
    try:
        game = ctx.games.load(game_id)
    except Problem:
        return None
    days = terms.days(game.ruleset.name, share_of_maker(ctx, game.id))
    if days is None or not game.table.finished:
        return False
    came = _came(ctx, game, is_noted=is_noted) if is_imported(game.id) else game.time_of(game.version)
    if not _is_over(ctx, came, days):
        return False
    return None if bare_seats(ctx, game) else True


def _came(ctx: Context, game: Game, *, is_noted: bool) -> int:
    """Return when (ms) the sweep first saw an imported game; the present time if it is new."""
    noted = ctx.store.fact(game.id, fact_names.SEEN)
    place = ctx.store.find_away(game.id) if noted is None else None
    if place is not None:
        return time_of(place.segment)
    if noted is None:
        noted = b"%d" % ctx.clock()
        if is_noted:
            ctx.store.set_facts(game.id, {fact_names.SEEN: noted})
    return int(noted)


def _is_over(ctx: Context, since_ms: int, days: int | None) -> bool:
    return days is not None and ctx.clock() - since_ms >= days * DAY_MS


def delete_game(ctx: Context, game_id: str) -> None:
    """Delete a game with the webhooks of its seats, and its entries in the lists of its maker and players.

    Callers drop the results of its replays, for many games at a time (`Jobs.drop_replays`).
    """
    end_hooks_of_seats(ctx, game_id)
    remove(ctx, game_id)
