"""Restores a position from what a document shows: open members as shown, hidden cards where they fit."""

from dataclasses import replace
from random import Random
from typing import Final

from domain.catan import maps
from domain.catan.awards import rightful_holder
from domain.catan.chapters.longest_road import route_length, route_walls
from domain.catan.chapters.scoring import has_won
from domain.catan.chapters.setup.messages import GameStarted
from domain.catan.chapters.setup.rules import STEP_BASE, lay_printed_board
from domain.catan.kinds import MOST_CARDS
from domain.catan.maps.own import sites_for, write_board
from domain.catan.module import Rules
from domain.catan.restoring_cards import place_development_cards, place_hands
from domain.catan.state import Offer, Setting, State
from domain.catan.terms import (
    DESERT,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    HAND_ON,
    HARBORS,
    NOBODY,
    PHASES,
    RESOURCES,
    ROLL,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
    TERRAINS,
)
from domain.catan.topology import DIRECTIONS
from domain.catan.wares import goods_kind
from domain.core.agenda import Agenda
from domain.core.documents import Document, JsonObject
from domain.core.errors import Unsound
from domain.core.knowledge import Known
from domain.core.masks import bits, mask_of

_DEALING: Final = 0
"""Seeds what modules deal; nothing that a seat knows depends on it."""


def describe_layout(setting: Setting) -> JsonObject | None:
    """Return the tiles and harbors that the set-up laid out; None for a map that prints them."""
    if setting.config.map != maps.DEFAULT:
        return None
    board, places = setting.board, maps.places(setting.config.map, setting.seats)
    sides = {board.topology.side(place, side): (place, side) for place in reversed(places) for side in DIRECTIONS}
    harbors = [(*sides[edge], HARBORS[kind]) for edge, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True)]
    tiles = zip(places, board.terrain, board.tokens, strict=True)
    return {
        "tiles": [{"q": q, "r": r, "terrain": TERRAINS[kind], "token": token or None} for (q, r), kind, token in tiles],
        "harbors": [{"q": q, "r": r, "side": side, "kind": kind} for (q, r), side, kind in harbors],
    }


def restore(known: Known, rules: Rules) -> State:
    """Return a position of which a seat knows what the document shows; raises Unsound."""
    known = place(known)
    shown = known.state
    agenda: Agenda = rules.frame_table.kind.decode(shown["agenda"])
    state = State(Setting(_lay_board(known, _find_first(known, agenda)), rules))
    state.agenda = agenda
    _read_table(state, shown)
    for seat, document in enumerate(shown["seats"]):
        _put_pieces(state, seat, document)
    state.offers = tuple([_read_offer(rules, offer) for offer in shown["offers"]])
    state.next_offer = max([known.numbered, *[offer.id for offer in state.offers]]) + 1
    is_over = not agenda
    state.winner = state.active if is_over else NOBODY
    parts = {name: shown[name.replace("-", "_")] for name in rules.open_slices(state.setting)}
    state.slices = rules.restore_slices(parts, state, NOBODY if known.seat is None else known.seat)
    place_hands(state, shown, NOBODY if known.seat is None else known.seat)
    place_development_cards(state, shown)
    state.slices = {name: part.determinized(state, Random(_DEALING)) for name, part in state.slices.items()}
    return state


def check_play(state: State) -> None:
    """Raise Unsound unless awards, offers and agenda fit a position that is sound in all else."""
    _check_awards(state)
    _check_offers(state)
    _check_agenda(state)


def _find_first(known: Known, agenda: Agenda) -> int:
    """Return the seat that began: as shown, else reckoned from whose turn it is, else the first one."""
    if known.first is not None:
        return known.first
    shown, seats = known.state, known.config.seats
    for frame in agenda:
        if frame.kind == HAND_ON:
            return int(frame.data - shown["turn"]) % seats
    if shown["active"] is not None and shown["turn"]:
        return int(shown["active"] - shown["turn"] + 1) % seats
    for frame in agenda:
        if frame.kind in (FOUND_SETTLEMENT, FOUND_ROAD) and frame.seats:
            step = frame.data if frame.kind == FOUND_SETTLEMENT else frame.data // STEP_BASE
            return (bits(frame.seats)[0] - (step if step < seats else 2 * seats - 1 - step)) % seats
    return 0


def _lay_board(known: Known, first: int) -> GameStarted:
    config, layout = known.config, known.layout
    if config.map != maps.DEFAULT:
        return lay_printed_board(config, first)
    if layout is None:
        raise Unsound("layout", "/layout")
    places = maps.places(config.map, config.seats)
    tiles = {(tile["q"], tile["r"]): tile for tile in layout["tiles"]}
    terrain = [TERRAINS.index(tiles[place]["terrain"]) for place in places]
    return GameStarted(
        config.document(),
        tuple(terrain),
        tuple([tiles[place]["token"] or 0 for place in places]),
        tuple([_harbor_edge(config.map, config.seats, at, one) for at, one in enumerate(layout["harbors"])]),
        tuple([HARBORS.index(one["kind"]) for one in layout["harbors"]]),
        terrain.index(DESERT) if DESERT in terrain else 0,
        first,
    )


def place(known: Known) -> Known:
    """Return what a document shows on a board of one's own, if its layout is that of no variable island."""
    config, layout = known.config, known.layout
    if config.map != maps.DEFAULT or layout is None:
        return known
    tiles = sorted((tile["q"], tile["r"]) for tile in layout["tiles"])
    if tiles == sorted(maps.places(config.map, config.seats)):
        return known
    return replace(known, config=replace(config, map=_name_board(layout, config.seats)), layout=None)


def _name_board(layout: Document, seats: int) -> str:
    """Return the name of tiles and harbors as a board of one's own; raises Unsound."""
    try:
        name = write_board({"red_neighbors": True, **layout})
    except Unsound as broken:
        raise Unsound(broken.key, f"/layout{broken.pointer}", **broken.params) from None
    if seats not in maps.seats_of(name):
        raise Unsound("board.sites", "/layout/tiles", seats=seats, due=sites_for(seats))
    return name


def _harbor_edge(map_name: str, seats: int, at: int, harbor: Document) -> int:
    try:
        return maps.topology_of(map_name, seats).side((harbor["q"], harbor["r"]), harbor["side"])
    except KeyError:
        raise Unsound("place", f"/layout/harbors/{at}") from None


def _read_table(state: State, shown: Document) -> None:
    state.active = NOBODY if shown["active"] is None else shown["active"]
    state.turn = shown["turn"]
    state.dice = shown["dice"][0] * 10 + shown["dice"][1] if shown["dice"] else 0
    state.card_played = shown["card_played"]
    state.robber = shown["robber"]
    state.longest_road = NOBODY if shown["longest_road"] is None else shown["longest_road"]
    state.largest_army = NOBODY if shown["largest_army"] is None else shown["largest_army"]
    state.bank = [shown["bank"][name] for name in RESOURCES]


def _put_pieces(state: State, seat: int, document: Document) -> None:
    """Put a seat's pieces on the board; raises Unsound for places that the board lacks."""
    topology = state.setting.board.topology
    for name, most in (("roads", topology.edges), ("settlements", topology.nodes), ("cities", topology.nodes)):
        if any(place >= most for place in document[name]):
            raise Unsound("place", f"/seats/{seat}/{name}")
    for edge in document["roads"]:
        state.put_road(seat, edge)
    state.settlements[seat], state.cities[seat] = mask_of(document["settlements"]), mask_of(document["cities"])
    for node in bits(state.buildings(seat)):
        state.blocked |= topology.near[node]
    state.points[seat] = document["points"]
    state.knights = (*state.knights[:seat], document["knights"], *state.knights[seat + 1 :])
    state.routes = (*state.routes[:seat], document["route_length"], *state.routes[seat + 1 :])


def _read_offer(rules: Rules, shown: Document) -> Offer:
    goods = goods_kind(rules.wares, MOST_CARDS)
    to, accepted, declined = [mask_of(shown[name]) for name in ("to", "accepted", "declined")]
    others = tuple([goods.decode(one) for one in shown.get("or_take", ())])
    chosen = [(one["seat"], 1 + others.index(goods.decode(one["give"]))) for one in shown.get("chosen", ())]
    return Offer(
        shown["offer"],
        shown["seat"],
        goods.decode(shown["give"]),
        goods.decode(shown["take"]),
        to,
        accepted,
        declined,
        others,
        tuple(sorted(chosen)),
        shown.get("answers", 0),
        shown.get("expires_at", 0),
    )


def _check_awards(state: State) -> None:
    """Raise Unsound unless routes are as long as shown, and the awards lie where the board says."""
    for seat in range(state.seats):
        length = route_length(state.setting.board, state.roads[seat], route_walls(state, seat))
        if length != state.routes[seat]:
            raise Unsound("route", f"/seats/{seat}/route_length", seat=seat, found=state.routes[seat], due=length)
    for name, counts, holder, least in (
        ("longest_road", state.routes, state.longest_road, SHORTEST_LONGEST_ROAD),
        ("largest_army", state.knights, state.largest_army, SMALLEST_LARGEST_ARMY),
    ):
        if rightful_holder(counts, holder, least) != holder:
            raise Unsound("award", f"/{name}", award=name)


def _check_offers(state: State) -> None:
    """Raise Unsound for offers of seats that are not at the table, or that offer what their seat cannot hold."""
    for at, offer in enumerate(state.offers):
        if offer.seat >= state.seats or (offer.to | offer.accepted | offer.declined) >> state.seats:
            raise Unsound("seats", f"/offers/{at}", seats=state.seats)
        hand = state.hand(offer.seat)
        if any(count > held for count, held in zip(offer.give, hand, strict=False)):
            raise Unsound("offer", f"/offers/{at}/give", seat=offer.seat)
        if any(not offer.accepted >> seat & 1 for seat, _ in offer.chosen):
            raise Unsound("seats", f"/offers/{at}/chosen", seats=state.seats)
        answered = {one.id: one for one in state.offers if one.id < offer.id}.get(offer.answers)
        if offer.answers and (answered is None or offer.to != 1 << answered.seat):
            raise Unsound("answers", f"/offers/{at}/answers", offer=offer.answers)


_IN_TURN: Final = (ROLL, *PHASES)


def _is_in_turn(state: State) -> bool:
    """Return whether the active seat has its turn, or one that a module opens before the next seat's turn."""
    bottom, *above = state.agenda
    if bottom.kind == HAND_ON and above:
        return bits(above[0].seats) == [state.active]
    return bottom.kind in _IN_TURN and bits(bottom.seats) == [state.active]


def _check_agenda(state: State) -> None:
    """Raise Unsound for an agenda that no game could have."""
    if not state.agenda:
        if not has_won(state):
            raise Unsound("agenda", "/agenda")
        return
    bottom = state.agenda[0]
    is_founding = bottom.kind in (FOUND_SETTLEMENT, FOUND_ROAD)
    is_owed = state.agenda[-1].seats != 0
    is_begun = is_founding == (state.turn == 0)
    if state.active == NOBODY:
        is_known = is_founding or bottom.kind == HAND_ON
    else:
        is_known = _is_in_turn(state) and not (bottom.kind == ROLL and state.dice)
    if not (is_owed and is_begun and is_known):
        raise Unsound("agenda", "/agenda")
    if has_won(state):
        raise Unsound("won", "/seats", seat=state.active)
