"""Plays a seven: the pirate raids a row, its mover takes a reward (rulebook, Rolling a 7; component facts 11.1)."""

from domain.core.actions import CardsBound, Template
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.core.table_state import pop, still_owed
from domain.elasund.board import EAST_WALL, row_of, square
from domain.elasund.chapters.pirates.messages import (
    CardsGivenUp,
    ChooseReward,
    DeclineReward,
    DrawReward,
    GiveUpCards,
    PiratePoolCleared,
    PiratePoolRevealed,
    RewardTaken,
)
from domain.elasund.pieces import CHURCH_SIZE
from domain.elasund.state import Public, State
from domain.elasund.terms import CARD_KINDS, GIVE_UP, REWARD, STREAM_PIRATE


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
    example = GiveUpCards(_first(held, count))
    return [Template(GiveUpCards, {"cards": CardsBound(held, count, count)}, example)]


def reward_template(state: State, seat: int) -> list[Template[ChooseReward]]:
    """Return the template of a reward by choice: any cards of the pool, up to one per tower."""
    if not state.setting.reward_chosen:
        return []
    bound = CardsBound(state.pool, 1, state.agenda[-1].data)
    return [Template(ChooseReward, {"cards": bound}, ChooseReward(_first(state.pool, 1)))]


def _first(held: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the first `count` cards of a hand, in the order of the kinds."""
    chosen = [0] * len(held)
    for kind, most in enumerate(held):
        chosen[kind] = min(most, count - sum(chosen))
    return tuple(chosen)
