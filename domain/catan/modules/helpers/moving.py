"""Plays the helpers that move pieces and cards: an own road, the robber, a card from a leader's hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.catan.belief import Belief
from domain.catan.chapters.building.sites import check_road, filter_edges, free_edges, road_starts
from domain.catan.chapters.longest_road import award_longest_road, measure_route
from domain.catan.chapters.robber.rules import hand_size
from domain.catan.chapters.trading.lapsing import drop_offers_of
from domain.catan.hands import note_look, steal
from domain.catan.joint_hands import by_choice
from domain.catan.kinds import Cards
from domain.catan.modules.helpers.rolling import SupplyCardTaken, check_supply
from domain.catan.modules.helpers.terms import MOVE_ROAD, ROBBER_TO_DESERT, TAKE, TAKE_FROM_LEADER
from domain.catan.modules.helpers.using import HelperUsed, check_use, settling
from domain.catan.state import Public, State
from domain.catan.terms import BARREN, KINDS, RESOURCES
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import HIDDEN, AnyCommand
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class UseMoveRoad:
    """Move an own road with an open end from the edge `origin`."""

    origin: int
    edge: int


@dataclass(frozen=True, slots=True)
class UseTakeFromLeader:
    """Look at the hand of an opponent with more points."""

    victim: int


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a card from the hand looked at."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseRobberToDesert:
    """Send the robber to the desert and take a resource of the hex it leaves."""

    tile: int


@dataclass(slots=True)
class HandSeen:
    """A seat looks at the hand of another; they alone know what is in it."""

    seat: int
    victim: int
    hand: Cards


@dataclass(slots=True)
class LeaderCardTaken:
    """A seat took a card of its choice from the hand it looked at; both alone know its kind."""

    seat: int
    victim: int
    resource: int


@dataclass(slots=True)
class RoadMoved:
    """A road was lifted from the edge `origin` and lies on `edge` now, where it counts as newly built."""

    seat: int
    origin: int
    edge: int


@dataclass(slots=True)
class RobberSentHome:
    """The robber went to the desert by a helper; no seat is robbed."""

    seat: int
    tile: int


def use_move_road(draft: Draft[State], seat: int, command: UseMoveRoad) -> Agenda | None:
    """Put a road with an open end elsewhere, free of cost, under the rules for new roads."""
    state = draft.state
    check_use(state, seat, MOVE_ROAD)
    if not state.roads[seat] >> command.origin & 1 or not _has_open_end(state, seat, command.origin):
        raise IllegalCommand("helpers.move_road.open_end", edge=command.origin)
    if command.edge == command.origin:
        raise IllegalCommand("helpers.move_road.destination", edge=command.edge)
    if not _sites(state, seat, command.origin) >> command.edge & 1:
        lifted = state.copy()
        lifted.lift_road(seat, command.origin)
        check_road(lifted, seat, command.edge)
    draft.emit(HelperUsed(seat, MOVE_ROAD))
    draft.emit(RoadMoved(seat, command.origin, command.edge))
    measure_route(draft, seat)
    award_longest_road(draft)
    return settling(state, seat, None)


def _sites(state: Public, seat: int, origin: int) -> int:
    """Return edges where a seat may put the road of another edge."""
    touched = state.setting.board.topology.ends(state.roads[seat] & ~(1 << origin))
    free = free_edges(state, road_starts(state, seat, touched, state.buildings(seat)))
    return filter_edges(state, seat, free)


def _has_open_end(state: Public, seat: int, edge: int) -> bool:
    """Return whether exactly one end of a road touches another own road, settlement or city."""
    touching = state.setting.board.topology.ends(state.roads[seat] & ~(1 << edge)) | state.buildings(seat)
    for reach in state.setting.points.road_reach:
        for group in reach(state, seat):
            touching |= group
    return (touching & state.setting.board.topology.edge_mask[edge]).bit_count() == 1


def list_road_moves(state: State, seat: int) -> list[AnyCommand]:
    """Return every road with an open end to every other legal site."""
    return [
        UseMoveRoad(origin, edge)
        for origin in bits(state.roads[seat])
        if _has_open_end(state, seat, origin)
        for edge in bits(_sites(state, seat, origin))
    ]


def robber_homes(state: Public) -> Sequence[int]:
    """Return the deserts; on a board without one, the hex where the robber began."""
    return state.setting.board.deserts or (state.setting.robber,)


def use_robber(draft: Draft[State], seat: int, command: UseRobberToDesert) -> Agenda | None:
    """Send the robber home and take a card of the kind of the hex it leaves."""
    state = draft.state
    check_use(state, seat, ROBBER_TO_DESERT)
    homes = robber_homes(state)
    if state.robber in homes:
        raise IllegalCommand("helpers.robber_desert.not_from_desert")
    if command.tile not in homes:
        raise IllegalCommand("helpers.robber_desert.move_and_take", tile=command.tile)
    kind = state.setting.board.resources[state.robber]
    if kind == BARREN:
        raise IllegalCommand("helpers.robber_desert.move_and_take", tile=command.tile)
    check_supply(state, kind)
    draft.emit(HelperUsed(seat, ROBBER_TO_DESERT))
    draft.emit(RobberSentHome(seat, command.tile))
    draft.emit(SupplyCardTaken(seat, kind))
    return settling(state, seat, None)


def list_homes(state: State, seat: int) -> list[AnyCommand]:
    """Return every desert, while the robber stands elsewhere and the supply can pay."""
    homes = robber_homes(state)
    kind = state.setting.board.resources[state.robber]
    if state.robber in homes or kind == BARREN or not state.bank[kind]:
        return []
    return [UseRobberToDesert(tile) for tile in homes]


def is_leader(state: State, seat: int, other: int) -> bool:
    """Return whether another seat has more visible points and resource cards."""
    return state.points[other] > state.points[seat] and hand_size(state, other) > 0


def use_take_from_leader(draft: Draft[State], seat: int, command: UseTakeFromLeader) -> Agenda | None:
    """Look at a leader's hand; a card of choice is owed."""
    state = draft.state
    check_use(state, seat, TAKE_FROM_LEADER)
    victim = command.victim
    if victim >= state.seats or not is_leader(state, seat, victim):
        raise IllegalCommand("helpers.leader.more_points", victim=victim)
    draft.emit(HelperUsed(seat, TAKE_FROM_LEADER))
    draft.emit(HandSeen(seat, victim, tuple(state.hand(victim))))
    return settling(state, seat, None, Frame(TAKE, 1 << seat, victim))


def take_card(draft: Draft[State], seat: int, command: TakeCard) -> Agenda | None:
    """Take one card; the victim's offers lapse, so that they tell nothing."""
    state = draft.state
    victim = state.agenda[-1].data
    if not state.hands[victim * KINDS + command.resource]:
        raise IllegalCommand("helpers.leader.look_and_take", resource=RESOURCES[command.resource])
    draft.emit(LeaderCardTaken(seat, victim, command.resource))
    drop_offers_of(draft, victim)
    return pop(state)


def list_leaders(state: State, seat: int) -> list[AnyCommand]:
    """Return every opponent with more points and a hand to look at."""
    return [UseTakeFromLeader(other) for other in range(state.seats) if is_leader(state, seat, other)]


def list_hand(state: State, seat: int) -> list[AnyCommand]:
    """Return every kind in the hand looked at."""
    hand = state.hand(state.agenda[-1].data)
    return [TakeCard(kind) for kind in range(KINDS) if hand[kind]]


def hand_seen(s: State, event: HandSeen) -> None:
    """Let the seat know the whole hand."""
    note_look(s, event.seat, event.victim, event.hand)


def leader_card_taken(s: State, event: LeaderCardTaken) -> None:
    """Move the card to the hand of the seat."""
    steal(s, event.seat, event.victim, event.resource)


def road_moved(s: State, event: RoadMoved) -> None:
    """Put the road on another edge."""
    s.lift_road(event.seat, event.origin)
    s.put_road(event.seat, event.edge)


def robber_sent_home(s: State, event: RobberSentHome) -> None:
    """Put the robber on the desert."""
    s.robber = event.tile


def learn_hand_seen(b: Belief, event: HandSeen) -> None:
    """The seat that looked knows the whole hand."""
    for kind, count in enumerate(event.hand):
        b.hands.show(event.victim, kind, count)


def learn_leader_card_taken(b: Belief, event: LeaderCardTaken) -> None:
    """The seat takes the card that it likes best; only it and the victim see which one."""
    if event.resource == HIDDEN:
        b.hands.pass_unseen(event.victim, event.seat, by_choice)
    else:
        b.hands.pass_openly(event.victim, event.seat, event.resource)
