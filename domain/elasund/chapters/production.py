"""Pays income in the ship's row, in phase 1, also when cards run out (rulebook, Draw cards; Cards run out)."""

from dataclasses import dataclass
from typing import Final

from domain.core.actions import Template, cards_template
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import array, boolean
from domain.core.messages import Field, Message, name_rows
from domain.core.table_state import pop, still_owed
from domain.elasund import payments
from domain.elasund.payments import DeckRenewed, deck_renewed, draw_influence, lay_aside
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    CARD_KINDS,
    COLORS,
    COUNT,
    GOLD_SHORT,
    HALVE,
    INFLUENCE,
    INFLUENCE_SHORT,
    KINDS,
    MOST_SEATS,
    OF_SEAT,
    OWNER,
    STREAM_INFLUENCE,
    Cards,
)


@dataclass(frozen=True, slots=True)
class HalveInfluence:
    """Give up half of the influence cards in a shortage."""

    cards: Cards


@dataclass(slots=True)
class GoldProduced:
    """The bank paid each seat for a roll."""

    gains: tuple[int, ...]


@dataclass(slots=True)
class CardsShort:
    """The supply cannot pay a production; everybody halves the cards of that kind (gold or influence)."""

    gold: bool


@dataclass(slots=True)
class GoldHalved:
    """All seats gave gold back in a shortage."""

    given: tuple[int, ...]


@dataclass(slots=True)
class InfluenceHalved:
    """A seat laid half of its influence face down; only their number shows."""

    seat: int
    count: int
    cards: Cards


@dataclass(slots=True)
class HalvesShuffled:
    """The halves, the discard pile and the rest of the deck make a new deck."""


def income(state: Public) -> tuple[list[int], list[int]]:
    """Return gold and influence due to each seat: a card for every building with any part in the ship's row."""
    at, n = 2 * state.ship * state.seats, state.seats
    return state.due[at : at + n], state.due[at + n : at + 2 * n]


def produce(draft: Draft[State], seat: int, after: Agenda) -> Agenda:
    """Pay the income of a roll, gold and influence apart; a kind that runs short is halved first."""
    state = draft.state
    gold, influence = income(state)
    if any(gold):
        _pay_gold(draft, gold)
    if not any(influence):
        return after
    if sum(influence) <= sum(state.deck) + sum(state.discards):
        _deal(draft, seat, influence)
        return after
    draft.emit(CardsShort(False))
    owing = sum([1 << other for other in range(state.seats) if half(state, other)])
    if owing:
        return (*after, Frame(HALVE, owing))
    _end_shortage(draft)
    return after


def _pay_gold(draft: Draft[State], due: list[int]) -> None:
    """Pay gold; in a shortage all seats halve theirs first, then the bank pays if the edition says so and it can."""
    state, total = draft.state, sum(due)
    is_short = total > state.bank
    if is_short:
        draft.emit(CardsShort(True))
        draft.emit(GoldHalved(tuple([count // 2 for count in state.gold])))
    if total <= state.bank and (not is_short or state.setting.paid_after_halving):
        draft.emit(GoldProduced(tuple(due)))


def _deal(draft: Draft[State], seat: int, influence: list[int]) -> None:
    """Draw the influence cards due, the roller first, then clockwise."""
    seats = draft.state.seats
    for step in range(seats):
        other = (seat + step) % seats
        if influence[other]:
            draw_influence(draft, other, influence[other])


def half(state: State, seat: int) -> int:
    """Return how many influence cards a seat gives up in a shortage."""
    return state.influence_of(seat) // 2


def halve_influence(draft: Draft[State], seat: int, command: HalveInfluence) -> Agenda | None:
    """Lay half of the own influence face down; when all seats have, the halves, discards and deck make a new deck."""
    state = draft.state
    count = half(state, seat)
    if sum(command.cards) != count:
        raise IllegalCommand("elasund.shortage.halve_all", count=count)
    if any(n > held for n, held in zip(command.cards, state.colors_of(seat), strict=True)):
        raise IllegalCommand("elasund.shortage.cards_held")
    draft.emit(InfluenceHalved(seat, count, command.cards))
    others = still_owed(state, seat)
    if others:
        return others
    _end_shortage(draft)
    return pop(state)


def _end_shortage(draft: Draft[State]) -> None:
    """Make a new deck; the income is paid from it if the edition says so and there are enough cards."""
    state = draft.state
    draft.emit(HalvesShuffled())
    if not state.setting.paid_after_halving:
        return
    _, influence = income(state)
    if sum(influence) <= sum(state.deck):
        _deal(draft, state.active, influence)


def halve_template(state: State, seat: int) -> list[Template[HalveInfluence]]:
    """Return the template of halving: any own influence cards, half of them in number."""
    count = half(state, seat)
    return [cards_template(HalveInfluence, state.colors_of(seat), count, count)]


def gold_produced(s: State, event: GoldProduced) -> None:
    """The bank pays all seats."""
    for seat, gain in enumerate(event.gains):
        if gain:
            s.gold[seat] += gain
            s.bank -= gain


def cards_short(s: State, event: CardsShort) -> None:
    """Bar that kind of card until the turn ends, if an option says so; otherwise change nothing."""
    if s.setting.shortage_lasts:
        s.short |= GOLD_SHORT if event.gold else INFLUENCE_SHORT


def gold_halved(s: State, event: GoldHalved) -> None:
    """All seats pay the bank."""
    for seat in range(s.seats):
        s.gold[seat] -= event.given[seat]
    s.bank += sum(event.given)


def influence_halved(s: State, event: InfluenceHalved) -> None:
    """Cards leave a hand unseen; the certain counts of each color in that hand fall by as many."""
    lay_aside(s, event.seat, (0, *event.cards))
    at = event.seat * KINDS
    for color in range(KINDS):
        s.known[at + color] = max(0, s.known[at + color] - event.count)


def halves_shuffled(s: State, event: HalvesShuffled) -> None:
    """Discards and halves join the deck."""
    deck_renewed(s, DeckRenewed())
    for color in range(KINDS):
        s.deck[color] += sum(s.aside[1 + color :: CARD_KINDS])
    s.aside = (0,) * len(s.aside)


_BY_SEAT: Final = array(COUNT, MOST_SEATS)

CHAPTER: Final[Chapter[State]] = Chapter(
    "production",
    order=4,
    commands=(Message(HalveInfluence, (Field("cards", INFLUENCE),)),),
    events=(
        Message(GoldProduced, (Field("gains", _BY_SEAT),), affects=name_rows("gains", 1)),
        *payments.EVENTS,
        Message(CardsShort, (Field("gold", boolean()),)),
        Message(GoldHalved, (Field("given", _BY_SEAT),), affects=name_rows("given", 1)),
        Message(InfluenceHalved, (OF_SEAT, Field("count", COUNT), Field("cards", INFLUENCE, OWNER))),
        Message(HalvesShuffled),
    ),
    outcomes={STREAM_INFLUENCE: (COLORS,)},
    rules={HalveInfluence: halve_influence},
    acting=Times(templates={HALVE: halve_template}),
    evolvers={
        **payments.EVOLVERS,
        GoldProduced: gold_produced,
        CardsShort: cards_short,
        GoldHalved: gold_halved,
        InfluenceHalved: influence_halved,
        HalvesShuffled: halves_shuffled,
    },
)
