"""Laws that every game keeps, which compiled rules must keep before they are used; each raises LawBroken.

They need nothing but a ruleset. `tests/laws` has these and all others.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from domain.core.decider import Draft
from domain.core.knowledge import Belief
from domain.core.messages import HIDDEN
from domain.core.ruleset import Ruleset


class LawBroken(AssertionError):
    """Reports what does not hold."""


def hold(*, is_kept: bool, what: str) -> None:
    """Raise LawBroken unless a law is kept; `assert` would hold nothing under `python -O`."""
    if not is_kept:
        raise LawBroken(what)


def draft_is_fold(ruleset: Ruleset, before: Any, draft: Draft) -> None:
    """The position that a decision leaves is the one that its events make of the position before."""
    folded = before.copy()
    for event in draft.events:
        ruleset.evolve(folded, event)
    hold(is_kept=ruleset.pack(folded) == ruleset.pack(draft.state), what=f"{draft.events} lead elsewhere")


def events_survive_writing(ruleset: Ruleset, events: Iterable[Any]) -> None:
    """Every event is the same after it was written as JSON and read again."""
    for event in events:
        row = ruleset.events.of(event)
        hold(is_kept=row.decode(row.encode(event)) == event, what=f"{event} is read otherwise")


def check_hidden(ruleset: Ruleset, events: Iterable[Any], seats: int) -> None:
    """A redacted event has only members of the whole event, and a seat sees at least as much of it as a spectator.

    An event without a member that is hidden from somebody looks the same to all, and is compared once.
    """
    for event in events:
        row = ruleset.events.of(event)
        whole = row.encode(event)
        spectator = row.redact(event, None)
        if all(field.is_public for field in row.fields):
            hold(is_kept=spectator == whole, what=f"{event} is public and seen as {spectator}")
            continue
        for seat in range(-1, seats):
            seen = row.redact(event, seat)
            hold(is_kept=spectator.items() <= seen.items() <= whole.items(), what=f"{event} is seen as {seen}")
            copy = row.seen(event, seat)
            hold(is_kept=row.redact(copy, seat) == seen, what=f"{copy} stands for {seen}")
            hidden = {field.name for field in row.fields} - seen.keys()
            are_blank = all(getattr(copy, name) in (HIDDEN, (), b"") for name in hidden)
            hold(is_kept=are_blank, what=f"{copy} shows {hidden}")


def snapshot_is_fold(ruleset: Ruleset, state: Any) -> None:
    """A position from its packed bytes is the position itself, and packs to the same bytes."""
    packed = ruleset.pack(state)
    again = ruleset.unpack(packed)
    hold(is_kept=ruleset.pack(again) == packed, what="a position packs otherwise after it was unpacked")
    for seat in (None, *range(state.seats)):
        views = [ruleset.render(ruleset.observe(position, seat)) for position in (again, state)]
        hold(is_kept=views[0] == views[1], what=f"seat {seat} sees {views[0]} or {views[1]}")


def listing_is_repeated(ruleset: Ruleset, state: Any) -> None:
    """A position read again from its bytes lists the same commands in the same order."""
    again = ruleset.unpack(ruleset.pack(state))
    for entry in ruleset.awaiting(state):
        listed = [ruleset.actions(position, entry.seat).commands for position in (again, state)]
        hold(is_kept=listed[0] == listed[1], what=f"seat {entry.seat} may do {listed[0]} or {listed[1]}")


def worlds_look_alike(ruleset: Ruleset, state: Any, seat: int | None, belief: Belief | None, rng: Random) -> None:
    """A position that is drawn from what a seat knows and believes looks to it like the true one."""
    knowledge = ruleset.observe(state, seat)
    if belief is not None:
        ruleset.add_belief(knowledge, belief)
    drawn = ruleset.observe(ruleset.determinize(knowledge, rng), seat)
    hold(is_kept=ruleset.render(drawn) == ruleset.render(knowledge), what=f"seat {seat} sees another world")
