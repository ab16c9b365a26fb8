"""Writes what one seat knows of a position as a document, and restores such a document to a game in memory.

docs/positions.md specifies the document.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Any, Final

import orjson

from domain.core.chance import Choice, ChosenChance, SeededChance
from domain.core.config import Config
from domain.core.errors import Unsound
from domain.core.knowledge import Known
from domain.core.ruleset import Ruleset
from eventstore.budget import check
from service.game.context import Context
from service.game.games import Act, Game, blank, table_after
from service.game.position import Play
from service.handlers.commands import carry_out
from service.handlers.new_seats import NewSeat, configure, ruleset_named
from service.handlers.openings import NewGame, opening_event, plan_of
from service.handlers.sandboxes import Draws, draws_event
from service.problems import Problem, invalid, refusal
from service.table.events import SeatsFilled, choices_of
from service.table.terms import MOST_SEATS, Analyses
from service.views.game_view import state_document

EDITION: Final = 1
"""The edition of the documents; others are refused."""
NOWHERE: Final = "position-"
"""How the id begins of what is no game of this server."""
PLACE: Final = "position"
"""The member of a request that holds a document."""
_BROKEN: Final = (ValueError, LookupError, TypeError, AttributeError)
"""Lists what reading members that do not fit each other may raise."""

LayoutOf = Callable[[str], Mapping[str, Any] | None]
"""Returns what the set-up of a game of this server laid out, by the game's id; None if there is nothing to see."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Holds a position that was read: a game in memory, and the seat that knows it (None: a spectator).

    `shown` lists the seats whose cards the document shows; `key` is the hash of the document. `seen` are the events
    that led there, as the seat saw them, and `origin` is the game of this server that the document names.
    """

    game: Game
    seat: int | None
    shown: Sequence[int]
    key: str
    seen: Sequence[Mapping[str, Any]] = ()
    origin: str | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether every hand is shown."""
        return len(self.shown) == len(self.game.table.seats)


def position_document(game: Game, seat: int | None, shown: Sequence[int] = ()) -> dict[str, Any]:
    """Return what a seat (None: a spectator) knows of a game that has started, and the hands of `shown` seats."""
    ruleset, position, opened = game.ruleset, game.position, game.table.opened
    state = state_document(game, seat) or {}
    for other in shown:
        if other != seat:
            _show(state, state_document(game, other) or {}, other)
    named = {} if game.id.startswith(NOWHERE) else {"game": {"id": game.id, "version": game.version}}
    document: dict[str, Any] = {
        "edition": EDITION,
        **named,
        "ruleset": ruleset.name,
        "map": opened.map,
        "modules": list(opened.modules),
        "options": game.config.options,
        "seat": seat,
        "state": state,
    }
    layout = ruleset.layout(position)
    numbered = max(game.table.numbered, ruleset.numbered(position))
    return document | ({"layout": layout} if layout else {}) | ({"numbered": numbered} if numbered else {})


def _show(state: dict[str, Any], own: Mapping[str, Any], seat: int) -> None:
    """Add to a state what a seat sees of its own, wherever that stands: in the state itself or in parts of it."""
    for name, value in own.items():
        if name not in state:
            if "seats" in state:
                state["seats"][seat][name] = value
            else:
                state[name] = value
        elif isinstance(value, dict) and isinstance(state[name], dict):
            _show(state[name], value, seat)
    for at, one in enumerate(own.get("seats", ())):
        if one["seat"] == seat:  # some lists have only seats that hold something
            state["seats"][at] = one | {name: value for name, value in state["seats"][at].items() if value is not None}


def restore(ctx: Context, document: Mapping[str, Any], layout_of: LayoutOf) -> Restored:
    """Return the game in memory that a document shows of; raises Problem (422) for one that cannot be."""
    with _blaming_document():
        ruleset = ruleset_named(ctx, document["ruleset"])
    seats = document["state"].get("seats")
    if not isinstance(seats, list) or not 1 <= len(seats) <= MOST_SEATS:
        raise invalid(f"{PLACE}.state.seats", "listed", most=MOST_SEATS)
    if not all(isinstance(one, dict) and one.get("seat") == seat for seat, one in enumerate(seats)):
        raise invalid(f"{PLACE}.state.seats", "position.order")
    place, modules, options = document.get("map"), document.get("modules", ()), document.get("options", {})
    with _blaming_document():
        config = configure(ruleset, len(seats), place, modules, options, "state.seats")
    shown = ruleset.shown_seats(document["state"])
    seat = document["seat"] if "seat" in document else shown[0] if len(shown) == 1 else None
    if seat is not None and seat >= len(seats):
        raise invalid(f"{PLACE}.seat", "no_such_seat", minimum=0, maximum=len(seats) - 1)
    layout = document.get("layout")
    if layout is None and "game" in document:
        layout = layout_of(document["game"]["id"])
    known = Known(config, document["state"], seat, layout, document.get("first"), document.get("numbered", 0))
    known, position = _restore(ruleset, known)
    key = blake2b(orjson.dumps(document, option=orjson.OPT_SORT_KEYS), digest_size=16).hexdigest()
    named = document.get("game") or {"id": f"{NOWHERE}{key}", "version": 1}
    seen = document.get("seen", ())
    origin = document["game"]["id"] if "game" in document else None
    game = game_at(ctx, ruleset, known.config, position, named, known.numbered)
    return Restored(game, seat, ruleset.open_seats(document["state"]), key, seen, origin)


@contextmanager
def _blaming_document() -> Iterator[None]:
    """Let refusals of a game's members point to those of the document."""
    try:
        yield
    except Problem as problem:
        errors = problem.members.get("errors", {})
        for name in list(errors):
            errors[f"{PLACE}.{name}"] = errors.pop(name)
        raise


def _restore(ruleset: Ruleset, known: Known) -> tuple[Known, Any]:
    """Return the position that a document shows, with what is known of it, on the map that its layout is."""
    try:
        known = ruleset.placed(known)
        return known, ruleset.restore(known)
    except Unsound as broken:
        place = broken.pointer.replace("/", ".")
        where = PLACE + place if place.startswith(".layout") else f"{PLACE}.state{place}"
        raise invalid(where, broken.key if "." in broken.key else f"position.{broken.key}", **broken.params) from None
    except _BROKEN as error:
        raise invalid(f"{PLACE}.state", "position.unreadable") from error


def game_at(
    ctx: Context, ruleset: Ruleset, config: Config, position: Any, named: Mapping[str, Any], numbered: int
) -> Game:
    """Return a running game of people at a position, in memory; it has the id and the version that `named` holds."""
    wish = NewGame(ruleset.name, [NewSeat("human")] * config.seats, analyses=Analyses.ALL.value, seed=named["id"])
    game = blank(named["id"], ruleset)
    opening = [opening_event(plan_of(ruleset, config, wish)), SeatsFilled()]
    game.table = table_after(game, [Act(None, opening, ctx.clock(), Play())])
    game.table.numbered = numbered
    game.version, game.play = named["version"], Play(position, named["version"])
    return game


def acting_seat(restored: Restored, wanted: int | None) -> int:
    """Return the seat that acts; raises Problem (422) for a seat whose hidden cards the position does not show."""
    game, seats = restored.game, range(len(restored.game.table.seats))
    first = restored.seat if restored.seat is not None else game.ruleset.next_seat(game.position)
    seat = max(first, 0) if wanted is None else wanted
    if seat not in seats:
        raise invalid("seat", "no_such_seat", minimum=0, maximum=len(seats) - 1)
    if seat not in restored.shown and seat != restored.seat and _hides(game, restored.seat, seat):
        raise invalid("seat", "position.hidden_hand", seat=seat)
    return seat


def _hides(game: Game, observer: int | None, seat: int) -> bool:
    """Return whether a seat sees more of itself than an observer does."""
    own, seen = (state_document(game, one) or {} for one in (seat, observer))
    return bool(own["seats"][seat] != seen["seats"][seat])


def require_undecided(game: Game) -> None:
    """Raise Problem (409) if the game at a position is over."""
    if game.ruleset.result(game.position) is not None:
        raise refusal("game.finished")


def deal(restored: Restored, rng: Random) -> Any:
    """Return the position with hidden cards dealt at random; those of seats that are shown stay as they are.

    Beside the hands of several seats, but not all, the others stay as they were made to fit.
    """
    ruleset, position = restored.game.ruleset, restored.game.position
    if {*restored.shown} - {restored.seat}:
        return position.copy()
    return ruleset.determinize(ruleset.observe(position, restored.seat), rng)


def apply(restored: Restored, seat: int, commands: Sequence[Any], draws: Draws, seed: str) -> dict[str, Any]:
    """Return the events that commands of a seat make, as the seat sees them, and the document of the position after.

    Draws are those chosen, then those that follow from the seed, by which hidden cards are dealt, too. Raises Problem
    for a refused command.
    """
    game = restored.game
    require_undecided(game)
    ruleset, position = game.ruleset, deal(restored, Random(seed))
    choices: Sequence[Choice] = choices_of(draws_event(ruleset, position, draws)) if draws else ()
    chance = ChosenChance(SeededChance(seed.encode()), choices)
    events: list[dict[str, Any]] = []
    for index, command in enumerate(commands):
        check("commands at a position")
        draft = ruleset.draft(position if index == 0 else position.copy(), chance)
        draft.numbered = game.table.numbered
        carry_out(ruleset, draft, seat, command, index, len(commands))
        position = draft.state
        events += [show_event(ruleset, event, seat, restored) for event in draft.events]
    after = Game(game.id, ruleset, game.version + len(commands), game.table, Play(position, 0), game.line, game.chain)
    document = position_document(after, restored.seat, restored.shown)
    return {"events": events, PLACE: {name: value for name, value in document.items() if name != "game"}}


def show_event(ruleset: Ruleset, event: Any, seat: int, restored: Restored) -> dict[str, Any]:
    """Return an event as the observer of a position sees it; all of it if every hand is shown."""
    row = ruleset.events.of(event)
    seen = row.encode(event) if restored.is_whole else row.redact(event, restored.seat)
    return {"type": row.name, "seat": seat} | seen
