"""Earns tokens by linking cores for the first time (rulebook 003, Entre amigos, Enlazar).

Cores are the connected roads, settlements and cities of one color. Two have met when they share a node. The board
itself thus remembers every meeting, in the founding phase or later; only what a foreign building or a lifted road parts
needs a record (`Contact`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from domain.catan.chapters.building.messages import RoadLaid, SettlementBuilt
from domain.catan.chapters.longest_road import route_walls
from domain.catan.modules.favors.earning import draw_tokens
from domain.catan.modules.favors.holdings import Contact, favors_of
from domain.catan.modules.favors.terms import BY_LINK, FOR_BUILDER, FOR_OWNER, NAME_DRAWER
from domain.catan.state import Public, State
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class NameDrawer:
    """Say which of the owners of newly linked cores draws first from a short supply."""

    owner: int


@dataclass(slots=True)
class ContactKept:
    """Two cores that met keep their contact, though a building or a lifted road parts some of their pieces.

    The pieces are masks over edges and nodes: those of `seat` have met those of `other`.
    """

    seat: int
    roads: int
    buildings: int
    other: int
    other_roads: int
    other_buildings: int


class Core(NamedTuple):
    """Holds a core's pieces as masks over edges and nodes, and all the nodes that they touch."""

    seat: int
    roads: int
    buildings: int
    nodes: int


class Ground:
    """Limits where a core may grow: a seat's pieces, the nodes that part them, the groups of nodes that join them."""

    def __init__(self, state: Public, seat: int, roads: int) -> None:
        self.seat = seat
        self.topology = state.setting.board.topology
        self.roads = roads
        self.buildings = state.buildings(seat)
        self.walls = route_walls(state, seat) & ~self.buildings
        self.groups = [g & ~self.walls for reach in state.setting.points.road_reach for g in reach(state, seat)]

    def core(self, roads: int, buildings: int) -> Core:
        """Return the core that some connected pieces belong to."""
        done = 0
        while True:
            nodes = buildings | self.topology.ends(roads)
            leading = nodes & ~self.walls
            for group in self.groups:
                if nodes & group:
                    leading |= group
            fresh = leading & ~done
            if not fresh:
                return Core(self.seat, roads, buildings, nodes)
            done |= fresh
            buildings |= fresh & self.buildings
            for node in bits(fresh):
                roads |= self.topology.node_edge_mask[node] & self.roads

    def cores(self) -> list[Core]:
        """Return all of the seat's cores."""
        found = []
        roads, buildings = self.roads, self.buildings
        while roads or buildings:
            core = self.core(roads & -roads, 0 if roads else buildings & -buildings)
            roads &= ~core.roads
            buildings &= ~core.buildings
            found.append(core)
        return found


def cores(state: Public, seat: int) -> list[Core]:
    """Return a seat's cores."""
    return Ground(state, seat, state.roads[seat]).cores()


def parts_before(state: Public, seat: int, edge: int) -> list[Core]:
    """Return the cores that a road now on the edge extends or joins, as they were without it."""
    whole = Ground(state, seat, state.roads[seat]).core(1 << edge, 0)
    before = Ground(state, seat, state.roads[seat] & ~(1 << edge)).cores()
    return [core for core in before if core.roads & whole.roads or core.buildings & whole.buildings]


def have_met(contacts: Iterable[Contact], one: Core, other: Core) -> bool:
    """Return whether two cores of different seats touch or are on record."""
    return bool(one.nodes & other.nodes) or any(
        _records(contact, one, other) or _records(contact, other, one) for contact in contacts
    )


def _records(contact: Contact, one: Core, other: Core) -> bool:
    """Return whether a record names pieces of both, in this order."""
    return (
        contact.seat == one.seat
        and contact.other == other.seat
        and bool(contact.roads & one.roads or contact.buildings & one.buildings)
        and bool(contact.other_roads & other.roads or contact.other_buildings & other.buildings)
    )


def after_road(draft: Draft[State], seat: int, event: RoadLaid, before: State) -> Owed:
    """Pay one token to each owner of cores that a road links for the first time, then three to its builder.

    The builder chooses if not every owner can have one. A road that lay elsewhere counts as newly built; the contacts
    of its old place stay.
    """
    staying = draft.state.roads[event.seat] & before.roads[event.seat]
    if staying != before.roads[event.seat]:
        _keep_contacts(draft, before, event.seat, staying)
    owners = newly_linked(draft.state, event.seat, event.edge)
    if not owners:
        return []
    if 0 < favors_of(draft.state).size < owners.bit_count():
        return [Frame(NAME_DRAWER, 1 << event.seat, owners)]
    for owner in bits(owners):
        draw_tokens(draft, owner, FOR_OWNER, BY_LINK)
    draw_tokens(draft, event.seat, FOR_BUILDER, BY_LINK)
    return []


def newly_linked(state: Public, seat: int, edge: int) -> int:
    """Return the owners of cores that a road now on the edge meets first, as a mask."""
    ends = state.setting.board.topology.edge_mask[edge]
    near = [o for o in range(state.seats) if o != seat and (state.touched[o] | state.buildings(o)) & ends]
    if not near:
        return 0
    contacts = favors_of(state).contacts
    parts = parts_before(state, seat, edge)
    owners = 0
    for other in near:
        for core in cores(state, other):
            if core.nodes & ends and not any(have_met(contacts, part, core) for part in parts):
                owners |= 1 << other
    return owners


def name_drawer(draft: Draft[State], seat: int, command: NameDrawer) -> Agenda | None:
    """Let the named owner draw, and ask again while the supply lasts, which it does not for all."""
    state = draft.state
    frame = state.agenda[-1]
    if not frame.data >> command.owner & 1:
        raise IllegalCommand("favors.link.owner_order", owner=command.owner)
    draw_tokens(draft, command.owner, FOR_OWNER, BY_LINK)
    if not favors_of(state).size:
        return pop(state)
    return (*pop(state), Frame(NAME_DRAWER, frame.seats, frame.data & ~(1 << command.owner)))


def list_drawers(state: State, seat: int) -> list[AnyCommand]:
    """Return the owners that may draw first."""
    return [NameDrawer(owner) for owner in bits(state.agenda[-1].data)]


def after_settlement(draft: Draft[State], seat: int, event: SettlementBuilt, before: State) -> Owed:
    """Let the parts of a core that a building splits keep its contacts."""
    state = draft.state
    roads = state.setting.board.topology.node_edge_mask[event.node]
    for other in range(state.seats):
        if other != event.seat and (state.roads[other] & roads).bit_count() > 1:
            _keep_contacts(draft, before, other, state.roads[other])
    return []


def _keep_contacts(draft: Draft[State], before: State, seat: int, roads: int) -> None:
    """Let every part of a seat's cores that came apart keep the contacts of the whole; `roads` are those that stay."""
    now = Ground(draft.state, seat, roads).cores()
    for whole in cores(before, seat):
        parts = [core for core in now if core.roads & whole.roads or core.buildings & whole.buildings]
        for other in range(before.seats):
            if other != seat:
                _keep_contacts_with(draft, other, whole, parts)


def _keep_contacts_with(draft: Draft[State], other: int, whole: Core, parts: list[Core]) -> None:
    for core in cores(draft.state, other):
        contacts = favors_of(draft.state).contacts
        if have_met(contacts, whole, core) and not all(have_met(contacts, part, core) for part in parts):
            roads = reduce(or_, [part.roads for part in parts], 0)
            buildings = reduce(or_, [part.buildings for part in parts], 0)
            draft.emit(ContactKept(whole.seat, roads, buildings, core.seat, core.roads, core.buildings))


def contact_kept(s: State, event: ContactKept) -> None:
    """Remember that two cores keep their contact."""
    part = favors_of(s)
    pieces = (event.roads, event.buildings, event.other, event.other_roads, event.other_buildings)
    part.contacts = (*part.contacts, Contact(event.seat, *pieces))
