"""Founds settlements and roads, and lays out a new game (rulebook 003, Preparations; component facts A.3, A.4)."""

from dataclasses import replace
from typing import Final

from domain.catan import maps
from domain.catan.board import Board
from domain.catan.chapters.building.sites import filter_edges, forbidding_rule, free_edges, open_sites
from domain.catan.chapters.longest_road import RouteChanged, measure_route, route_length
from domain.catan.chapters.setup import messages
from domain.catan.chapters.setup.layout import lay_board
from domain.catan.chapters.turn import TurnStarted, roll_phase
from domain.catan.kinds import Cards
from domain.catan.module import Rules
from domain.catan.options import completed
from domain.catan.state import Public, Setting, State
from domain.catan.terms import DESERT, FOUND_ROAD, FOUND_SETTLEMENT, HARBORS, KINDS, TERRAINS
from domain.catan.topology import node_point
from domain.core.agenda import Agenda, AgendaSet, Frame
from domain.core.chance import Chance
from domain.core.config import Config
from domain.core.decider import Draft
from domain.core.documents import JsonObject
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand, AnyEvent

STEP_BASE: Final = 1000
"""The number of a `found_road` frame is the step in thousands and the node of the settlement just founded."""

_SETTLEMENTS: Final = tuple(messages.FoundSettlement(node) for node in range(500))
_ROADS: Final = tuple(messages.FoundRoad(edge) for edge in range(500))


def founder(setting: Setting, step: int) -> int:
    """Return the seat that founds in a step: clockwise from the first, then in reverse."""
    n = setting.seats
    return (setting.first + (step if step < n else 2 * n - 1 - step)) % n


def founding_edges(state: Public, seat: int, node: int) -> int:
    """Return the free edges at the settlement just founded, or at nodes that a module adds."""
    nodes = 1 << node
    for more in state.setting.points.founding_starts:
        nodes |= more(state, seat, node)
    return filter_edges(state, seat, free_edges(state, nodes))


def starting_cards(board: Board, node: int) -> Cards:
    """Return one card for each producing tile at a node."""
    cards = [0] * KINDS
    for resource in board.yields(node):
        cards[resource] += 1
    return tuple(cards)


def found_settlement(draft: Draft[State], seat: int, command: messages.FoundSettlement) -> Agenda | None:
    """Found a settlement, where the distance rule alone counts; the second one pays at once."""
    state = draft.state
    if not open_sites(state) >> command.node & 1:
        raise IllegalCommand(_site_rule(state, command.node), node=command.node)
    draft.emit(messages.SettlementFounded(seat, command.node))
    step = state.agenda[-1].data
    if step >= state.seats:
        draft.emit(messages.StartingCardsPaid(seat, starting_cards(state.setting.board, command.node)))
    return (Frame(FOUND_ROAD, 1 << seat, step * STEP_BASE + command.node),)


def _site_rule(state: Public, node: int) -> str:
    """Return the rule that keeps a founding settlement off a node."""
    if not state.setting.board.land >> node & 1:
        return "catan.board.coast"
    if any(state.buildings(seat) >> node & 1 for seat in range(state.seats)):
        return "catan.settlement.free_vertex"
    return forbidding_rule(state, node) or "catan.founding.distance"


def found_road(draft: Draft[State], seat: int, command: messages.FoundRoad) -> Agenda | None:
    """Found the road of the settlement just placed, and hand on."""
    state = draft.state
    step, node = divmod(state.agenda[-1].data, STEP_BASE)
    if not founding_edges(state, seat, node) >> command.edge & 1:
        raise IllegalCommand("catan.founding.road_touches", edge=command.edge)
    draft.emit(messages.RoadFounded(seat, command.edge))
    measure_route(draft, seat)
    if step + 1 < 2 * state.seats:
        return (Frame(FOUND_SETTLEMENT, 1 << founder(state.setting, step + 1), step + 1),)
    draft.emit(TurnStarted(state.setting.first, 1))
    return roll_phase(state.setting.first)


def list_settlements(state: Public, seat: int) -> list[AnyCommand]:
    """Return every founding site as a command."""
    return [_SETTLEMENTS[node] for node in bits(open_sites(state))]


def list_roads(state: Public, seat: int) -> list[AnyCommand]:
    """Return every founding road as a command."""
    return [_ROADS[edge] for edge in bits(founding_edges(state, seat, state.agenda[-1].data % STEP_BASE))]


def open_game(config: Config, chance: Chance, rules: Rules) -> list[AnyEvent]:
    """Return the events that lay the board, what modules add, and the printed pieces; the first frame stands last."""
    whole = completed(config, rules)
    named = whole.options["starting_seat"]  # the oldest player's, otherwise a fair draw, which favors no seat
    first = chance.pick("start", 0, (1,) * config.seats) if named is None else int(named)
    board = lay_board(whole, chance, first) if config.map == maps.DEFAULT else lay_printed_board(whole, first)
    started = replace(board, config=config.document())
    setting = Setting(started, rules)
    added = [event for more in rules.points.setup for event in more(setting, chance)]
    pieces = maps.read(config.map).get("pieces")
    if pieces is None:
        return [started, *added, AgendaSet((Frame(FOUND_SETTLEMENT, 1 << first, 0),))]
    placed = [
        event
        for seat, color in enumerate(setting.colors)
        for event in _place_printed_pieces(setting.board, seat, pieces[color])
    ]
    return [started, *placed, *added, TurnStarted(first, 1), AgendaSet(roll_phase(first))]


def lay_printed_board(config: Config, first: int = 0) -> messages.GameStarted:
    """Return a map's fixed terrain, tokens and harbors; `first` is the seat that begins."""
    layout = maps.read(config.map)
    topology = maps.topology_of(config.map, config.seats)
    terrain = tuple(TERRAINS.index(tile["terrain"]) for tile in layout["tiles"])
    places = maps.places(config.map, config.seats)
    return messages.GameStarted(
        config.document(),
        terrain,
        tuple(tile["token"] or 0 for tile in layout["tiles"]),
        tuple(topology.side((h["q"], h["r"]), h["side"]) for h in layout.get("harbors", ())),
        tuple(HARBORS.index(h["kind"]) for h in layout.get("harbors", ())),
        places.index(tuple(layout["robber"])) if "robber" in layout else terrain.index(DESERT),
        first,
    )


def _place_printed_pieces(board: Board, seat: int, pieces: JsonObject) -> list[AnyEvent]:
    """Return a color's two settlements, two roads, and the cards of its lettered settlement."""
    topology = board.topology
    nodes = [topology.node_at[node_point((q, r), side)] for q, r, side in pieces["settlements"]]
    edges = [topology.side((q, r), side) for q, r, side in pieces["roads"]]
    events: list[AnyEvent] = []
    for node, edge in zip(nodes, edges, strict=True):
        events += [messages.SettlementFounded(seat, node), messages.RoadFounded(seat, edge)]
    roads = sum(1 << edge for edge in edges)  # which buildings at their distance never cut in two
    return [
        *events,
        RouteChanged(seat, route_length(board, roads, 0)),
        messages.StartingCardsPaid(seat, starting_cards(board, nodes[pieces["paying"]])),
    ]
