"""Set-up for beginners and variable set-up (rulebook 003, Preparations; component facts A.3 and A.4)."""

from dataclasses import replace

from domain.catan import maps
from domain.catan.agenda import roll_phase
from domain.catan.board import Board
from domain.catan.chapters.longest_road.messages import RouteChanged
from domain.catan.chapters.longest_road.rules import route_length
from domain.catan.chapters.setup.founding import first_frame, starting_cards
from domain.catan.chapters.setup.layout import lay_board
from domain.catan.chapters.setup.messages import GameStarted, RoadFounded, SettlementFounded, StartingCardsPaid
from domain.catan.chapters.turn.messages import TurnStarted
from domain.catan.module import Rules
from domain.catan.options import completed
from domain.catan.state import Setting
from domain.catan.terms import DESERT, HARBORS, TERRAINS
from domain.catan.topology import node_point
from domain.core.agenda import AgendaSet
from domain.core.chance import Chance
from domain.core.documents import JsonObject
from domain.core.messages import AnyEvent
from domain.core.ruleset import Config


def open_game(config: Config, chance: Chance, rules: Rules) -> list[AnyEvent]:
    """Return the events that lay the board, what modules add, and the printed pieces; the first frame stands last."""
    whole = completed(config, rules)
    first = _starting_seat(whole, chance)
    board = lay_board(whole, chance, first) if config.map == maps.DEFAULT else printed_board(whole, first)
    started = replace(board, config=config.document())
    setting = Setting(started, rules)
    added = [event for more in rules.points.setup for event in more(setting, chance)]
    pieces = maps.read(config.map).get("pieces")
    if pieces is None:
        return [started, *added, AgendaSet((first_frame(first),))]
    placed = [
        event
        for seat, color in enumerate(setting.colors)
        for event in _printed_pieces(setting.board, seat, pieces[color])
    ]
    return [started, *placed, *added, TurnStarted(first, 1), AgendaSet(roll_phase(first))]


def _starting_seat(config: Config, chance: Chance) -> int:
    """Return the seat named as the oldest player's, otherwise one drawn (ruling: a fair draw favors no seat)."""
    named = config.options["starting_seat"]
    return chance.pick("start", 0, (1,) * config.seats) if named is None else int(named)


def printed_board(config: Config, first: int = 0) -> GameStarted:
    """Return a map's fixed terrain, tokens and harbors; `first` is the seat that begins."""
    layout = maps.read(config.map)
    topology = maps.topology_of(config.map, config.seats)
    terrain = tuple(TERRAINS.index(tile["terrain"]) for tile in layout["tiles"])
    places = maps.places(config.map, config.seats)
    return GameStarted(
        config.document(),
        terrain,
        tuple(tile["token"] or 0 for tile in layout["tiles"]),
        tuple(topology.side((h["q"], h["r"]), h["side"]) for h in layout.get("harbors", ())),
        tuple(HARBORS.index(h["kind"]) for h in layout.get("harbors", ())),
        places.index(tuple(layout["robber"])) if "robber" in layout else terrain.index(DESERT),
        first,
    )


def _printed_pieces(board: Board, seat: int, pieces: JsonObject) -> list[AnyEvent]:
    """Return a color's two settlements, two roads, and the cards of its lettered settlement."""
    topology = board.topology
    nodes = [topology.node_at[node_point((q, r), side)] for q, r, side in pieces["settlements"]]
    events: list[AnyEvent] = []
    for node, (q, r, side) in zip(nodes, pieces["roads"], strict=True):
        events += [SettlementFounded(seat, node), RoadFounded(seat, topology.side((q, r), side))]
    return [
        *events,
        RouteChanged(seat, _printed_route(events, board)),
        StartingCardsPaid(seat, starting_cards(board, nodes[pieces["paying"]])),
    ]


def _printed_route(events: list[AnyEvent], board: Board) -> int:
    """Return the longest route of the printed roads, which buildings at their distance never cut in two."""
    roads = sum(1 << event.edge for event in events if isinstance(event, RoadFounded))
    return route_length(board, roads, 0)
