"""Carries out a seat's commands: judged against the current game and written in one append, all or nothing.

Agents play in memory, on a `CommandBatch`. Only versions in the log are final: theirs are appended only to the history
on which they were decided. If anything else was appended first, none of them is written, and the agent decides again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.chance import NotedChance
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand, Untimely
from domain.core.ruleset import Ruleset
from eventstore.budget import check
from eventstore.records import NONE, Tip, Version
from service.clients.authentication import sits
from service.faults import Fault
from service.game.append import add_time_events, advance, append_made, version_of
from service.game.causes import Cause
from service.game.context import Context
from service.game.games import Act, Game
from service.game.idempotency import Key
from service.game.results import Submitted
from service.game.standstill import check_commands, duties_near_limit
from service.handlers.accept import (
    Accepted,
    Request,
    accept,
    answer_submitted,
    note_change,
    require_awake,
    require_running,
)
from service.handlers.expiring import after_expiring, expiring
from service.problems import Problem, refusal, unknown
from service.table.clock_events import TimedOut
from service.table.seat_events import SeatReturned
from service.table.terms import RESIGNED
from service.table.votes import closing
from service.views.fairness import reveal_seed

MOST_COMMANDS: Final = 32


class Sender(NamedTuple):
    """Describes the sender of commands; `newest` and `given` have the same meaning as in a `Request`.

    The seat must still belong to its `holder` (401); if an agent plays it, the first version takes it back.
    """

    holder: str | None = None
    newest: Tip | None = None
    given: Mapping[str, bytes] = NONE


NOBODY: Final = Sender()


def submit(
    ctx: Context,
    game_id: str,
    seat: int,
    commands: Sequence[Any],
    expected: int | Tip | None = None,
    key: Key | None = None,
    sender: Sender = NOBODY,
) -> Submitted:
    """Carry out 1 to 32 commands of one seat as consecutive versions.

    With `expected` the game must be at that version, or have that tip (412). Without it the commands are judged again
    after each lost race, up to 8 times (then 503). A refusal is a 409 with the rule; in a batch it names the `index`.
    """
    request = Request(game_id, Submitted, key, expected, sender.newest, sender.given)
    return accept(ctx, request, _submit, seat=seat, commands=commands, holder=sender.holder)


def _submit(ctx: Context, game: Game, seat: int, commands: Sequence[Any], holder: str | None) -> Accepted[Submitted]:
    """Accept commands of a seat; a holder takes the seat back first if an agent plays it."""
    first: list[Any] = []
    if holder is not None:
        if not sits(game.table, seat, holder):
            raise unknown("unknown_token")
        left = game.table.seats[seat].left
        if left == RESIGNED:
            raise refusal("seat.resigned")
        first = [SeatReturned(seat)] if left else []
    ended, duties = expiring(ctx, game), duties_near_limit(game, len(commands))
    now = ended[0].time_ms if ended else None
    acts = [*ended, *decide(ctx, after_expiring(game, ended), seat, commands, first, now)]
    check_commands(game, seat, acts, duties)
    return answer_submitted(ctx, game, acts, seat)


def decide(
    ctx: Context,
    game: Game,
    seat: int,
    commands: Sequence[Any],
    first: Sequence[Any] = (),
    now: int | None = None,
) -> list[Act]:
    """Return the acts that the commands make; raises Problem if the table or the rules refuse one.

    The events in `first`, such as a timeout or the return of a seat, come before the commands' own, as the end of a
    vote does; if the game is over by the rules, its seed is revealed. The time is `now` in ms, by default that of the
    clock. The game is consumed, unless it has a clock, which is read afterwards.
    """
    require_running(game)
    require_awake(ctx, game)
    timed_out = any(isinstance(event, TimedOut) for event in first)
    play, time_ms = game.play if game.table.opened.clock is None else game.play.copy(), now or ctx.clock()
    acts: list[Act] = []
    before = [*closing(game.table, timed_out=timed_out), *first]
    for index, command in enumerate(commands):
        check("commands")
        start = play if index == 0 else play.copy()
        play = start.follow(game.ruleset, None, game.version + 1 + index)
        chance = NotedChance(game.table.chance)
        draft = game.ruleset.draft(start.position, chance)
        draft.numbered, draft.now = game.table.numbered, time_ms
        carry_out(game.ruleset, draft, seat, command, index, len(commands))
        play.position = draft.state
        over = [reveal_seed(game.table.opened)] if game.ruleset.result(play.position) else []
        cause = Cause(seat, game.ruleset.commands.encode(command), chance.draws)
        acts.append(Act(seat, [*before, *draft.events, *over], time_ms, play, cause))
        before = []
    return acts


def carry_out(ruleset: Ruleset, draft: Draft, seat: int, command: Any, index: int, size: int) -> None:
    """Play the command at `index` of `size` on a draft; raises Problem if the rules or the batch refuse it."""
    try:
        ruleset.play(draft, seat, command)
    except IllegalCommand as illegal:
        raise refusal_of(ruleset, draft.state, seat, command, illegal, (index, size)) from None
    if index < size - 1 and any(ruleset.events.of(event).reveals for event in draft.events):
        raise _refusal("batch.reveal_not_last", {}, (index, size))


_Place = tuple[int, int]
"""Holds the index of a command and the size of its batch."""


def _refusal(rule: str, params: Mapping[str, Any], place: _Place) -> Problem:
    """Return a Problem (409) for a rule that refuses a command; in a batch it names the `index`."""
    index, size = place
    return Problem("refused", rule=rule, params=dict(params), **({"index": index} if size > 1 else {}))


def refusal_of(
    ruleset: Ruleset, state: Any, seat: int, command: Any, illegal: IllegalCommand, place: _Place
) -> Problem:
    """Return the problem for a command that the rules refuse in a position, which they leave unchanged.

    It is 422 if the command names a place that the board does not have, otherwise 409. Only the first command of a
    batch says which seats the game waits for, since a refused batch must not reveal the results of its earlier
    commands.
    """
    beyond = list(_beyond(ruleset, state, command, place))
    if beyond:
        return Problem("invalid_body", errors=beyond)
    problem = _refusal(illegal.rule, illegal.params, place)
    problem.lexicon, problem.ruleset = ruleset.lexicon(state), ruleset.name
    if isinstance(illegal, Untimely):
        problem.params |= {"command": ruleset.commands.of(command).name, "possible": []}
        if not ruleset.has_command(state, type(command)):
            problem.params["case"] = "absent"
    if place[0] == 0:
        problem.members["awaiting"] = [one._asdict() for one in ruleset.awaiting(state)]
        if isinstance(illegal, Untimely):
            actions = ruleset.actions(state, seat)
            sent = [*map(type, actions), *[type(one.example) for one in actions.templates]]
            problem.params["possible"] = [ruleset.commands.by_class[cls].name for cls in dict.fromkeys(sent)]
    return problem


def _beyond(ruleset: Ruleset, state: Any, command: Any, place: _Place) -> Iterator[tuple[str, Fault]]:
    """Yield the members of a command with invalid places of the board, each with its error."""
    index, size = place
    start = f"/commands/{index}/" if size > 1 else "/"
    for name, (kind, count) in ruleset.places(state).items():
        if getattr(command, name, 0) >= count:
            yield start + name, Fault("range", phrase=f"place.{kind}", minimum=0, maximum=count - 1)


class Step(NamedTuple):
    """Represents a version that is decided and not yet appended: its tip, and its events."""

    tip: Tip
    events: Sequence[Any]


class CommandBatch:
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

    def expire(self) -> None:
        """Add the version that ends what has ended by itself, if anything has."""
        self._add(expiring(self._ctx, self.game))

    @property
    def count(self) -> int:
        """Return how many versions are not yet appended."""
        return len(self._made)

    def play(self, seat: int, command: Any) -> None:
        """Add the version that a seat's command makes; if it is refused (Problem), drop all of them."""
        self._add(decide(self._ctx, self.game, seat, [command]))

    def _add(self, acts: Sequence[Act]) -> None:
        """Advance the game by one version."""
        if not acts:
            return
        acts = add_time_events(self._ctx, self.game, acts)
        made = [version_of(self.game, act) for act in acts]
        self.game = advance(self.game, acts, made)
        self._made += made
        self.steps += [Step(self.game.tip, act.events) for act in acts]

    def append(self) -> None:
        """Append all versions at once; raises Conflict, and writes nothing, if the log has another history.

        The game is cached and must not change from here on.
        """
        append_made(self._ctx, self._base, self._made, self.game)
        note_change(self._ctx, self._base, self.game)

    def drop(self) -> None:
        """Drop all versions that are not yet appended, after which the game must be loaded again."""
        self._made, self.steps = [], []
