"""Pays income in the ship's row, in phase 1, also when cards run out (rulebook, Draw cards; Cards run out)."""

from typing import Final

from domain.core.actions import CardsBound, Template
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.table_state import popped, still_owed
from domain.elasund.commands import HalveInfluence
from domain.elasund.events.cards import GoldProduced
from domain.elasund.events.shortage import CardsShort, GoldHalved, HalvesShuffled, InfluenceHalved
from domain.elasund.influence import draw_influence
from domain.elasund.state import Public, State
from domain.elasund.terms import COLORS, HALVE, KINDS, STREAM_INFLUENCE


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
    """Pay gold; in a shortage all halve theirs first, and then it is paid where the edition says so and suffices."""
    state, total = draft.state, sum(due)
    is_short = total > state.bank
    if is_short:
        draft.emit(CardsShort(True))
        draft.emit(GoldHalved(tuple([count // 2 for count in state.gold])))
    if total <= state.bank and (not is_short or state.setting.paid_after_halving):
        draft.emit(GoldProduced(tuple(due)))


def _deal(draft: Draft[State], seat: int, influence: list[int]) -> None:
    """Draw what is due, the roller first, then clockwise."""
    seats = draft.state.seats
    for step in range(seats):
        other = (seat + step) % seats
        if influence[other]:
            draw_influence(draft, other, influence[other])


def half(state: State, seat: int) -> int:
    """Return how many influence cards a seat gives up in a shortage."""
    return state.influence_of(seat) // 2


def halve_influence(draft: Draft[State], seat: int, command: HalveInfluence) -> Agenda | None:
    """Lay half of the own influence face down; when all have, everything is shuffled into a new deck."""
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
    return popped(state)


def _end_shortage(draft: Draft[State]) -> None:
    """Make a new deck; the income is paid from it if the edition says so and it suffices."""
    state = draft.state
    draft.emit(HalvesShuffled())
    if not state.setting.paid_after_halving:
        return
    _, influence = income(state)
    if sum(influence) <= sum(state.deck):
        _deal(draft, state.active, influence)


def halve_template(state: State, seat: int) -> list[Template[HalveInfluence]]:
    """Return the template of halving: any half of the own influence."""
    held, count = state.colors_of(seat), half(state, seat)
    example = [0] * KINDS
    for color in range(KINDS):
        example[color] = min(held[color], count - sum(example))
    return [Template(HalveInfluence, {"cards": CardsBound(held, count, count)}, HalveInfluence(tuple(example)))]


CHAPTER: Final[Chapter[State]] = Chapter(
    "production",
    outcomes={STREAM_INFLUENCE: (COLORS,)},
    rules={HalveInfluence: halve_influence},
    acting=Times(templates={HALVE: halve_template}),
)
