"""Decides what a standing order of a seat does at a position: it sends a command, is void, or waits.

An order is JSON (`service.schemas.orders`). It uses nothing but what legal actions and proposals say, in the words of
the API, so it knows no particular game. What it decides follows from what its seat knows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions, CardsBound, Template
from domain.core.chance import SampledChance
from domain.core.errors import IllegalCommand, Untimely
from domain.core.proposals import Proposal
from service.game.games import Game

Order = Mapping[str, Any]
"""An order as it was posted; a sequence has `step`, the next of its steps, and `turn` once it has begun."""
NOBODY: Final = -1
NOT_LEGAL: Final = "not_legal"
TURN_OVER: Final = "turn_over"
MOST_ANSWERS: Final = 3
"""Limits the automatic answers to one seat in a turn, so that offers cannot search what a seat wants."""


class Sent(NamedTuple):
    """Holds the command that an order sends; `step` is that of a sequence after it, `maker` the seat that it answers.

    If it `is_last`, the order is done.
    """

    command: Any
    is_last: bool = False
    step: int = 0
    maker: int = NOBODY


class Void(NamedTuple):
    """Says that an order will never send anything any more, and why."""

    reason: str


class Skipped(NamedTuple):
    """Says that a sequence skipped all of its steps that were left."""


Outcome = Sent | Void | Skipped | None
"""What an order does at a position; None if it waits."""


class Moment:
    """Holds what a seat may do at the newest version of a game; `answered` counts its automatic answers by maker."""

    def __init__(self, game: Game, seat: int, answered: Mapping[str, int]) -> None:
        self.game = game
        self.seat = seat
        self.answered = answered
        self.actions: Actions[Any] = game.ruleset.actions(game.position, seat)
        self.proposals: Sequence[Proposal] = game.ruleset.open_proposals(game.position, seat)

    @cached_property
    def frame(self) -> str | None:
        """Return what the seat must do; None if it need not act."""
        return next((one.frame for one in self.game.awaiting() if one.seat == self.seat and one.must), None)

    @cached_property
    def listed(self) -> frozenset[str]:
        """Return the types of all commands that the seat may send."""
        sent = {*map(type, self.actions), *(type(one.example) for one in self.actions.templates)}
        return frozenset([self.game.ruleset.commands.by_class[cls].name for cls in sent])

    def decode(self, command: Mapping[str, Any]) -> Any:
        """Return a command from its JSON."""
        return self.game.ruleset.commands.decode(command)

    def is_timely(self, command: Any) -> bool:
        """Return whether a command is legal, or refused for another reason than its time."""
        ruleset = self.game.ruleset
        if command in self.actions:
            return True
        try:
            ruleset.decide(self.game.position, self.seat, command, SampledChance(Random(0)))
        except Untimely:
            return False
        except IllegalCommand:
            pass
        return True


def choose(moment: Moment, order: Order) -> Outcome:
    """Return what an order does now."""
    return _CHOICES[order["kind"]](moment, order)


def _send(moment: Moment, order: Order) -> Outcome:
    """Send the first of the commands that is legal, once or as often as the game waits for the seat."""
    if not _is_due(moment, order):
        return None
    for command in map(moment.decode, order["commands"]):
        if command in moment.actions:
            return Sent(command, is_last=not order.get("again"))
    return Void(NOT_LEGAL) if "frame" in order and not order.get("again") else None


def _pass(moment: Moment, order: Order) -> Outcome:
    """Send what does least, unless something else that the order names could be done."""
    if not _is_due(moment, order) or not moment.listed.isdisjoint(order.get("unless", ())):
        return None
    command = moment.actions.tamest
    return None if command is None else Sent(command)


def _is_due(moment: Moment, order: Order) -> bool:
    return moment.actions.must_act and order.get("frame", moment.frame) == moment.frame


def _give_cards(moment: Moment, order: Order) -> Outcome:
    """Fill in the cards of a family of commands, in the order of preference."""
    rows = moment.game.ruleset.commands
    for template in moment.actions.templates if moment.actions.must_act else ():
        row = rows.of(template.example)
        if row.name == order["command"] and is_of_cards(template):
            [(name, bound)] = template.bounds.items()
            kinds = list(next(field.kind for field in row.fields if field.name == name).schema["properties"])
            counts = _fill(bound, kinds, order["first"], order.get("amount") == "most")
            return Sent(template.cls(**{name: counts}))
    return None


def is_of_cards(template: Template[Any]) -> bool:
    """Return whether a family of commands is open in nothing but cards."""
    return [type(bound) for bound in template.bounds.values()] == [CardsBound]


def _fill(bound: Any, kinds: Sequence[str], first: Sequence[str], as_many: bool) -> tuple[int, ...]:
    """Return counts by kind: as few or as many cards as allowed, the preferred kinds first."""
    left = min(bound.total, sum(bound.most)) if as_many else bound.least
    ranked = sorted(range(len(bound.most)), key=lambda k: first.index(kinds[k]) if kinds[k] in first else len(first))
    counts = [0] * len(bound.most)
    for kind in ranked:
        counts[kind] = min(bound.most[kind], left)
        left -= counts[kind]
    return tuple(counts)


def _answer(moment: Moment, order: Order) -> Outcome:
    """Agree to a proposal in the first way that the order allows, or decline one of which it refuses every way."""
    for proposal in moment.proposals:
        if moment.answered.get(str(proposal.maker), 0) >= MOST_ANSWERS:
            continue
        if proposal.maker not in order.get("makers", (proposal.maker,)):
            continue
        fits = [one.command for one in proposal.agreements if _fits(order, one.gives, proposal.gets)]
        if not order["accept"]:
            fits = [proposal.decline] if len(fits) == len(proposal.agreements) else []
        for command in fits:
            if command in moment.actions:
                return Sent(command, maker=proposal.maker)
    return None


def _fits(order: Order, gives: Mapping[str, int], gets: Mapping[str, int]) -> bool:
    """Return whether an exchange is one of those that an order speaks of."""
    return (
        ("give_any" not in order or _has_any(gives, order["give_any"]))
        and not _has_any(gives, order.get("give_none", ()))
        and ("get_any" not in order or _has_any(gets, order["get_any"]))
        and sum(gets.values()) >= order.get("at_least", 0) * sum(gives.values())
    )


def _has_any(goods: Mapping[str, int], names: Iterable[str]) -> bool:
    return any(goods.get(name) for name in names)


def _follow(moment: Moment, order: Order) -> Outcome:
    """Send the next step of a sequence in its turn; it waits while the game asks for what no step that is left does."""
    game, turn = moment.game, order.get("turn")
    is_own = game.ruleset.in_turn(game.position) == moment.seat
    if turn is not None and (turn != game.ruleset.turn(game.position) or not is_own):
        return Void(TURN_OVER)
    if not is_own or not moment.actions.must_act:
        return None
    left = order["steps"][order.get("step", 0) :]
    commands = [moment.decode(step["command"]) for step in left]
    if not any(moment.is_timely(command) for command in commands):
        return None
    for number, (step, command) in enumerate(zip(left, commands, strict=True), order.get("step", 0) + 1):
        if _is_wanted(moment, step):
            if command in moment.actions:
                return Sent(command, is_last=number == len(order["steps"]), step=number)
            if not step.get("or_skip"):
                return Void(NOT_LEGAL)
    return Skipped()


def _is_wanted(moment: Moment, step: Order) -> bool:
    """Return whether the conditions of a step hold."""
    listed = moment.listed
    return ("if_listed" not in step or not listed.isdisjoint(step["if_listed"])) and listed.isdisjoint(
        step.get("if_not_listed", ())
    )


_CHOICES: Final[Mapping[str, Callable[[Moment, Order], Outcome]]] = {
    "send": _send,
    "pass": _pass,
    "cards": _give_cards,
    "answer": _answer,
    "sequence": _follow,
}
"""Maps kinds of orders to what they decide."""
