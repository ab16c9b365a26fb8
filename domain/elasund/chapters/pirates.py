"""Plays a seven: the pirate raids a row, its mover takes a reward (rulebook, Rolling a 7; component facts 11.1)."""

from dataclasses import dataclass
from typing import Final

from domain.core.actions import Template, cards_template
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import integer, word
from domain.core.messages import AnyCommand, Field, Message, name_rows
from domain.core.number_rows import replace_entry
from domain.core.table_state import pop, still_owed
from domain.elasund.board import EAST_WALL, row_of, square
from domain.elasund.payments import lay_aside
from domain.elasund.pieces import CHURCH_SIZE
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    CARD_KINDS,
    CARDS,
    COUNT,
    GIVE_UP,
    GOLD,
    HAND,
    HANDS,
    KINDS,
    OF_SEAT,
    OWNER,
    REWARD,
    STREAM_PIRATE,
    Cards,
)


@dataclass(frozen=True, slots=True)
class GiveUpCards:
    """Give up cards to the pirate."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DrawReward:
    """Draw some of the cards given up to the pirate, blind."""

    count: int


@dataclass(frozen=True, slots=True)
class ChooseReward:
    """Take some of the cards given up to the pirate, by choice."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DeclineReward:
    """Take none of the cards given up to the pirate."""


@dataclass(slots=True)
class CardsGivenUp:
    """A seat laid cards aside for the pirate; which ones shows when all have."""

    seat: int
    count: int
    cards: Cards


@dataclass(slots=True)
class PiratePoolRevealed:
    """All cards given up to the pirate lie open, flat by seat and kind."""

    given: tuple[int, ...]


@dataclass(slots=True)
class RewardTaken:
    """A seat took a card out of the pirate's pool."""

    seat: int
    card: int


@dataclass(slots=True)
class PiratePoolCleared:
    """The rest of the pirate's pool went away: gold to the bank, influence to the discard pile."""


def cubes_in_row(state: Public, row: int) -> list[int]:
    """Return each seat's cubes in a row: flags of buildings, church tiles and towers of the east wall."""
    found = [0] * state.seats
    for piece in state.pieces_in_row(row):
        if row - row_of(state.anchors[piece]) < state.cubes[piece]:
            found[state.holders[piece]] += 1
    if state.church_cubes:
        for tile in range(CHURCH_SIZE):
            if state.church_cubes >> tile & 1 and row_of(church_square(state, tile)) == row:
                found[state.church_owners[tile]] += 1
    for wall in state.walls:
        if wall.cube and wall.space == EAST_WALL + row:
            found[wall.seat] += 1
    return found


def church_square(state: Public, tile: int) -> int:
    """Return the one square of a church tile once the area is fixed."""
    return state.church_corner + square(tile % 3, tile // 3)


def raid(draft: Draft[State], seat: int, after: Agenda) -> Agenda:
    """Every seat owes a card per cube in the row; a seat that owes its whole hand gives it at once, others choose."""
    state = draft.state
    owed = cubes_in_row(state, state.ship)
    choosing = 0
    for other in range(state.seats):
        held = state.hand_size(other)
        if owed[other] >= held and held and owed[other]:
            draft.emit(CardsGivenUp(other, held, (state.gold[other], *state.colors_of(other))))
        elif held and owed[other]:
            choosing |= 1 << other
    if choosing:
        return (*after, Frame(GIVE_UP, choosing))
    return _reveal(draft, seat, after)


def count_owed(state: State, seat: int) -> int:
    """Return how many cards a seat owes the pirate."""
    return cubes_in_row(state, state.ship)[seat]


def give_up_cards(draft: Draft[State], seat: int, command: GiveUpCards) -> Agenda | None:
    """Lay the cards owed aside; when all have, they are shown together."""
    state = draft.state
    count = count_owed(state, seat)
    if sum(command.cards) != count:
        raise IllegalCommand("elasund.pirate.discard_per_cube", count=count)
    if any(n > held for n, held in zip(command.cards, (state.gold[seat], *state.colors_of(seat)), strict=True)):
        raise IllegalCommand("elasund.pirate.cards_held")
    draft.emit(CardsGivenUp(seat, count, command.cards))
    others = still_owed(state, seat)
    if others:
        return others
    return _reveal(draft, state.active, pop(state))


def _reveal(draft: Draft[State], seat: int, after: Agenda) -> Agenda:
    """Show the cards given up; the mover of the pirate may take some if it has a tower."""
    state = draft.state
    if not any(state.aside):
        return after
    draft.emit(PiratePoolRevealed(state.aside))
    most = min(state.towers[seat], sum(state.pool))
    if most:
        return (*after, Frame(REWARD, 1 << seat, most))
    draft.emit(PiratePoolCleared())
    return after


def draw_reward(draft: Draft[State], seat: int, command: DrawReward) -> Agenda | None:
    """Draw cards blind from the pool, at most one per tower."""
    state = draft.state
    if state.setting.reward_chosen:
        raise IllegalCommand("elasund.pirate.reward_choose")
    _check_count(state, command.count)
    for _ in range(command.count):
        draft.emit(RewardTaken(seat, draft.draw(STREAM_PIRATE, state.pool)))
    draft.emit(PiratePoolCleared())
    return pop(state)


def choose_reward(draft: Draft[State], seat: int, command: ChooseReward) -> Agenda | None:
    """Take cards from the pool by choice, at most one per tower."""
    state = draft.state
    if not state.setting.reward_chosen:
        raise IllegalCommand("elasund.pirate.reward_random")
    _check_count(state, sum(command.cards))
    if any(n > there for n, there in zip(command.cards, state.pool, strict=True)):
        raise IllegalCommand("elasund.pirate.reward_cap")
    for card in range(CARD_KINDS):
        for _ in range(command.cards[card]):
            draft.emit(RewardTaken(seat, card))
    draft.emit(PiratePoolCleared())
    return pop(state)


def _check_count(state: State, count: int) -> None:
    most = state.agenda[-1].data
    if not 1 <= count <= most:
        rule = "elasund.pirate.reward_cap" if count > sum(state.pool) else "elasund.pirate.reward_count"
        raise IllegalCommand(rule, most=most)


def decline_reward(draft: Draft[State], seat: int, command: DeclineReward) -> Agenda | None:
    """Take nothing."""
    draft.emit(PiratePoolCleared())
    return pop(draft.state)


def list_rewards(state: State, seat: int) -> list[AnyCommand]:
    """Return the command to decline, and drawing every number of cards if the reward is drawn blind."""
    found: list[AnyCommand] = [DeclineReward()]
    if not state.setting.reward_chosen:
        found += [DrawReward(count) for count in range(1, state.agenda[-1].data + 1)]
    return found


def give_up_template(state: State, seat: int) -> list[Template[GiveUpCards]]:
    """Return the template of giving up cards: any own cards, as many as are owed."""
    held, count = (state.gold[seat], *state.colors_of(seat)), count_owed(state, seat)
    return [cards_template(GiveUpCards, held, count, count)]


def reward_template(state: State, seat: int) -> list[Template[ChooseReward]]:
    """Return the template of a reward by choice: any cards of the pool, up to one per tower."""
    if not state.setting.reward_chosen:
        return []
    return [cards_template(ChooseReward, state.pool, 1, state.agenda[-1].data)]


def cards_given_up(s: State, event: CardsGivenUp) -> None:
    """Cards leave a hand, unseen for now."""
    lay_aside(s, event.seat, event.cards)


def pirate_pool_revealed(s: State, event: PiratePoolRevealed) -> None:
    """Everything laid aside lies in the open pool."""
    s.aside = (0,) * len(s.aside)
    s.pool = tuple(sum(event.given[kind::CARD_KINDS]) for kind in range(CARD_KINDS))
    for seat in range(s.seats):
        at, given = seat * KINDS, event.given[seat * CARD_KINDS + 1 :]
        for color in range(KINDS):
            s.known[at + color] = max(0, s.known[at + color] - given[color])


def reward_taken(s: State, event: RewardTaken) -> None:
    """A card goes from the pool to a hand."""
    s.pool = replace_entry(s.pool, event.card, s.pool[event.card] - 1)
    s.draws[STREAM_PIRATE] += 1
    if event.card == GOLD:
        s.gold[event.seat] += 1
        return
    at = event.seat * KINDS + event.card - 1
    s.influence[at] += 1
    s.known[at] += 1


def pirate_pool_cleared(s: State, event: PiratePoolCleared) -> None:
    """Gold goes to the bank, influence to the discard pile."""
    s.bank += s.pool[GOLD]
    for color in range(KINDS):
        s.discards[color] += s.pool[1 + color]
    s.pool = (0,) * CARD_KINDS


CHAPTER: Final[Chapter[State]] = Chapter(
    "pirates",
    order=3,
    commands=(
        Message(GiveUpCards, (Field("cards", HAND),)),
        Message(DrawReward, (Field("count", integer(1, 9)),)),
        Message(ChooseReward, (Field("cards", HAND),)),
        Message(DeclineReward),
    ),
    events=(
        Message(CardsGivenUp, (OF_SEAT, Field("count", COUNT), Field("cards", HAND, OWNER))),
        Message(PiratePoolRevealed, (Field("given", HANDS),), reveals=True, affects=name_rows("given", CARD_KINDS)),
        Message(RewardTaken, (OF_SEAT, Field("card", word(CARDS))), reveals=True),
        Message(PiratePoolCleared),
    ),
    outcomes={STREAM_PIRATE: (CARDS,)},
    rules={
        GiveUpCards: give_up_cards,
        DrawReward: draw_reward,
        ChooseReward: choose_reward,
        DeclineReward: decline_reward,
    },
    acting=Times(listers={REWARD: list_rewards}, templates={GIVE_UP: give_up_template, REWARD: reward_template}),
    evolvers={
        CardsGivenUp: cards_given_up,
        PiratePoolRevealed: pirate_pool_revealed,
        RewardTaken: reward_taken,
        PiratePoolCleared: pirate_pool_cleared,
    },
)
