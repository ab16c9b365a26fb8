"""Plays a seven: discards, the robber and its theft (rulebook 003, Special cases a)."""

from typing import Final

from domain.catan.chapters.robber import messages
from domain.catan.chapters.trading.lapsing import drop_offers_of
from domain.catan.state import Public, State
from domain.catan.terms import DESERT, DISCARD, KINDS, MOVE_ROBBER, STEAL, STREAM_ROBBER
from domain.core.actions import Template, cards_template
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.core.table_state import pop, still_owed

_FEW_POINTS: Final = 2
_MOVES: Final = tuple(messages.MoveRobber(tile) for tile in range(200))


def hand_size(state: State, seat: int) -> int:
    """Return the number of resource cards a seat holds."""
    return sum(state.hands[seat * KINDS : seat * KINDS + KINDS])


def seven_frames(state: State, seat: int) -> Agenda:
    """Return what a seven opens: on top the discards, owed at the same time, below them the robber."""
    owing = sum(1 << s for s in range(state.seats) if owes_discard(state, s))
    robber = Frame(MOVE_ROBBER, 1 << seat)
    return (robber, Frame(DISCARD, owing)) if owing else (robber,)


def owes_discard(state: State, seat: int) -> bool:
    """Return whether a seven costs a seat cards: more than the limit in hand, and no module spares it."""
    if hand_size(state, seat) <= hand_limit(state, seat):
        return False
    return not any(spared(state, seat) for spared in state.setting.points.spared)


def hand_limit(state: State, seat: int) -> int:
    """Return how many cards a seat may hold on a seven."""
    return state.setting.hand_limit + sum([more(state, seat) for more in state.setting.points.hand_limit])


def count_owed(state: State, seat: int) -> int:
    """Return how many cards a seat gives back: half, rounded down."""
    return hand_size(state, seat) // 2


def discard(draft: Draft[State], seat: int, command: messages.Discard) -> Agenda | None:
    """Lay half a hand aside; when all have, the discards are shown and return to the bank."""
    state = draft.state
    count = count_owed(state, seat)
    if sum(command.cards) != count:
        raise IllegalCommand("catan.seven.discard_half_down", count=count)
    if any(n > held for n, held in zip(command.cards, state.hand(seat), strict=True)):
        raise IllegalCommand("catan.seven.discard_held")
    draft.emit(messages.DiscardMade(seat, count, command.cards))
    others = still_owed(state, seat)
    if others:
        return others
    draft.emit(messages.DiscardsRevealed(state.aside))
    return pop(state)


def discard_template(state: State, seat: int) -> list[Template[messages.Discard]]:
    """Return the template of a discard: any half of the own hand."""
    count = count_owed(state, seat)
    return [cards_template(messages.Discard, state.hand(seat), count, count)]


def robber_tiles(state: Public) -> list[int]:
    """Return the tiles the robber may go to: any other one; options forbid the desert, or harm to beginners."""
    setting, robber, terrain = state.setting, state.robber, state.setting.board.terrain
    tiles = [tile for tile in range(len(terrain)) if tile != robber]
    if setting.robber_token_only:
        tiles = [tile for tile in tiles if terrain[tile] != DESERT]
    for allowed in setting.points.robber_tiles:
        mask = allowed(state)
        tiles = [tile for tile in tiles if mask >> tile & 1]
    return _friendly(state, tiles) if setting.friendly_robber else tiles


def _friendly(state: Public, tiles: list[int]) -> list[int]:
    """Keep the tiles without a building of a seat with few points, or all of them if there is no such tile."""
    nodes = 0
    for seat in range(state.seats):
        if state.points[seat] <= _FEW_POINTS:
            nodes |= state.buildings(seat)
    return [tile for tile in tiles if not state.setting.board.tile_mask[tile] & nodes] or tiles


def steal_targets(state: Public, seat: int) -> list[int]:
    """Return the other seats with a building at the robber's tile, as far as the modules let them be robbed."""
    nodes = state.setting.board.tile_mask[state.robber]
    targets = [other for other in range(state.seats) if other != seat and state.buildings(other) & nodes]
    for allowed in state.setting.points.victims:
        mask = allowed(state, seat)
        targets = [other for other in targets if mask >> other & 1]
    return targets


def can_rob(state: State, seat: int) -> bool:
    """Return whether another seat at the robber's tile has a card to lose."""
    return any(hand_size(state, victim) for victim in steal_targets(state, seat))


def move_robber(draft: Draft[State], seat: int, command: messages.MoveRobber) -> Agenda | None:
    """Move the robber; if a seat can lose a card, the mover goes on to steal."""
    state = draft.state
    if command.tile not in robber_tiles(state):
        raise IllegalCommand(_tile_rule(state, command.tile), tile=command.tile)
    draft.emit(messages.RobberMoved(seat, command.tile))
    if can_rob(state, seat):
        return (*pop(state), Frame(STEAL, 1 << seat))
    return pop(state)


def _tile_rule(state: Public, tile: int) -> str:
    if tile >= len(state.setting.board.terrain):
        return "catan.robber.land_only"
    if tile == state.robber:
        return "catan.robber.other_hex"
    setting = state.setting
    if setting.robber_token_only and setting.board.terrain[tile] == DESERT:
        return "catan.robber.token_only"
    return next(filter(None, [why(state, tile) for why in setting.points.why_no_robber]), "catan.robber.friendly")


def steal(draft: Draft[State], seat: int, command: messages.Steal) -> Agenda | None:
    """Take one card blind; an empty hand loses nothing. A robbed seat's offers lapse, so that they tell nothing."""
    state = draft.state
    victim = command.victim
    if victim not in steal_targets(state, seat):
        raise IllegalCommand(_victim_rule(state, seat, victim), victim=victim)
    if hand_size(state, victim):
        draft.emit(messages.CardStolen(seat, victim, draft.draw(STREAM_ROBBER, state.hand(victim))))
        drop_offers_of(draft, victim)
    else:
        draft.emit(messages.NothingStolen(seat, victim))
    return pop(state)


def _victim_rule(state: Public, seat: int, victim: int) -> str:
    if victim == seat:
        return "catan.robber.not_self"
    said = next(filter(None, [why(state, seat, victim) for why in state.setting.points.why_no_victim]), None)
    if said is not None:
        return said
    touching = victim < state.seats and state.touched[victim] & state.setting.board.tile_mask[state.robber]
    return "catan.robber.road_no_victim" if touching else "catan.robber.steal_one"


def decline_steal(draft: Draft[State], seat: int, command: messages.DeclineSteal) -> Agenda | None:
    """Take nothing; an option forbids it while a possible victim holds a card, unless a module allows it here."""
    state = draft.state
    if not may_decline(state):
        raise IllegalCommand("catan.robber.steal_may_decline")
    draft.emit(messages.StealDeclined(seat))
    return pop(state)


def may_decline(state: Public) -> bool:
    """Return whether the mover may take nothing; the frame stands only while a possible victim holds a card."""
    setting = state.setting
    return not setting.steal_compulsory or any(allowed(state) for allowed in setting.points.may_decline)


def list_tiles(state: Public, seat: int) -> list[AnyCommand]:
    """Return every tile the robber may go to."""
    return [_MOVES[tile] for tile in robber_tiles(state)]


def list_victims(state: Public, seat: int) -> list[AnyCommand]:
    """Return every seat that may be robbed, and declining."""
    found: list[AnyCommand] = [messages.Steal(victim) for victim in steal_targets(state, seat)]
    return [*found, messages.DeclineSteal()] if may_decline(state) else found
