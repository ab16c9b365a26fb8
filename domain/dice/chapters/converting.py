"""Converts dice: resource jokers and the exchange of gold (rulebook 004, Jokers and Gold exchange)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import word
from domain.core.messages import AnyCommand, Field, Message
from domain.dice.chapters.rolling import sub_rows
from domain.dice.sheet import ANY, JOKERS, KNIGHT
from domain.dice.state import State, change, missing, single
from domain.dice.terms import (
    BUILD,
    CONVERT,
    DICE,
    DICE_COUNTS,
    FACES,
    GOLD,
    GOLD_PRICE,
    OF_SEAT,
    RESOURCES,
    SYMBOLS,
    Dice,
)


@dataclass(frozen=True, slots=True)
class UseJoker:
    """Turn dice to a resource by the joker of a knight."""

    knight: int
    resource: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class ExchangeGold:
    """Give two gold dice for one of a resource."""

    resource: int


@dataclass(slots=True)
class JokerUsed:
    """Dice were turned to a resource; the joker is crossed out."""

    seat: int
    knight: int
    resource: int
    dice: Dice


@dataclass(slots=True)
class GoldExchanged:
    """Two gold dice became one of a resource; the other is lost."""

    seat: int
    resource: int


_KNIGHT: Final = Field("knight", KNIGHT)
_RESOURCE: Final = Field("resource", word(SYMBOLS))
_DICE: Final = Field("dice", DICE_COUNTS)
_EXCHANGES: Final[list[AnyCommand]] = [ExchangeGold(resource) for resource in range(RESOURCES)]


def use_joker(draft: Draft[State], seat: int, command: UseJoker) -> Agenda | None:
    """Turn any dice (with an option exactly one) to the knight's resource, once a game."""
    state = draft.state
    _check_knight(state, seat, command.knight)
    if command.resource == GOLD:
        raise IllegalCommand("dice.joker.no_gold_target")
    if JOKERS[command.knight - 1] not in (ANY, command.resource):
        raise IllegalCommand("dice.joker.resource", knight=command.knight, resource=SYMBOLS[command.resource])
    _check_dice(state, command)
    draft.emit(JokerUsed(seat, command.knight, command.resource, command.dice))
    return None


def _check_knight(state: State, seat: int, knight: int) -> None:
    if knight > state.knights[seat]:
        raise IllegalCommand("dice.joker.needs_knight", knight=knight)
    if state.used[seat] >> knight - 1 & 1:
        raise IllegalCommand("dice.joker.once", knight=knight)
    if state.agenda[-1].kind != BUILD:
        return
    if not state.is_fresh(seat, knight):
        raise IllegalCommand("dice.joker.after_final", knight=knight)
    if not state.setting.joker_same_turn:
        raise IllegalCommand("dice.joker.not_same_turn", knight=knight)


def _check_dice(state: State, command: UseJoker) -> None:
    turned = command.dice
    short = missing(state.dice, turned)
    if short:
        lost = SYMBOLS[GOLD] in short and state.built == 0 and sum(state.dice) < DICE
        raise IllegalCommand("dice.gold.lost_die" if lost else "dice.joker.any_dice", missing=short)
    if not any(turned) or turned[command.resource]:
        raise IllegalCommand("dice.joker.at_least_one")
    if state.setting.one_joker_die and sum(turned) > 1:
        raise IllegalCommand("dice.joker.any_dice", most=1)


def exchange_gold(draft: Draft[State], seat: int, command: ExchangeGold) -> Agenda | None:
    """Two gold dice become one of any building resource; the other is lost."""
    state = draft.state
    if command.resource == GOLD:
        raise IllegalCommand("dice.gold.two_for_one")
    if state.dice[GOLD] == 0:
        raise IllegalCommand("dice.convert.gold_no_other", missing={SYMBOLS[GOLD]: GOLD_PRICE})
    if state.dice[GOLD] < GOLD_PRICE:
        raise IllegalCommand("dice.gold.single_useless", missing={SYMBOLS[GOLD]: 1})
    draft.emit(GoldExchanged(seat, command.resource))
    return None


def list_conversions(state: State, seat: int) -> list[AnyCommand]:
    """Return every use of a joker and every exchange of gold, which are allowed before the first build."""
    found: list[AnyCommand] = []
    for knight in range(1, state.knights[seat] + 1):
        found += list_jokers(state, seat, knight)
    if state.dice[GOLD] >= GOLD_PRICE:
        found += _EXCHANGES
    return found


def list_fresh_jokers(state: State, seat: int) -> list[AnyCommand]:
    """Return the jokers of knights built this turn, if an option allows them."""
    found: list[AnyCommand] = []
    if state.setting.joker_same_turn:
        for knight in range(state.knights[seat] - state.fresh + 1, state.knights[seat] + 1):
            found += list_jokers(state, seat, knight)
    return found


def list_jokers(state: State, seat: int, knight: int) -> list[AnyCommand]:
    """Return every use of one knight's joker: each resource it may name, each choice of other dice."""
    if not state.has_joker(seat, knight):
        return []
    joker = JOKERS[knight - 1]
    targets = range(RESOURCES) if joker == ANY else (joker,)
    return [UseJoker(knight, target, dice) for target in targets for dice in _choices(state, target)]


def _choices(state: State, target: int) -> list[tuple[int, ...]]:
    others = tuple([0 if face == target else state.dice[face] for face in range(FACES)])
    most = 1 if state.setting.one_joker_die else DICE
    return [row for row in sub_rows(others) if 0 < sum(row) <= most]


def joker_used(s: State, event: JokerUsed) -> None:
    """The dice turned show the knight's resource; its joker is crossed out."""
    s.dice = change(s.dice, event.dice, single(event.resource, sum(event.dice)))
    s.used[event.seat] |= 1 << event.knight - 1
    s.converted = True


def gold_exchanged(s: State, event: GoldExchanged) -> None:
    """Two gold dice become one of the resource."""
    s.dice = change(s.dice, single(GOLD, GOLD_PRICE), single(event.resource))
    s.converted = True


CHAPTER: Final[Chapter[State]] = Chapter(
    "converting",
    order=3,
    commands=(
        Message(UseJoker, (_KNIGHT, _RESOURCE, _DICE)),
        Message(ExchangeGold, (_RESOURCE,)),
    ),
    events=(
        Message(JokerUsed, (OF_SEAT, _KNIGHT, _RESOURCE, _DICE)),
        Message(GoldExchanged, (OF_SEAT, _RESOURCE)),
    ),
    rules={UseJoker: use_joker, ExchangeGold: exchange_gold},
    acting=Times(listers={CONVERT: list_conversions, BUILD: list_fresh_jokers}),
    evolvers={JokerUsed: joker_used, GoldExchanged: gold_exchanged},
)
