"""Restores a position from what a document shows: open members as shown, hidden cards where they fit."""

from collections.abc import Sequence
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
from domain.catan.knowledge import inferred_bounds
from domain.catan.maps.own import sites_for, write_board
from domain.catan.module import Rules
from domain.catan.state import Offer, Setting, State
from domain.catan.terms import (
    CARDS,
    DESERT,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    HAND_ON,
    HARBORS,
    KINDS,
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
from domain.core.masks import bits, mask_of
from domain.core.ruleset import Known

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
    _place_hands(state, shown, NOBODY if known.seat is None else known.seat)
    _place_development_cards(state, shown)
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
    if shown["active"] is not None and shown["turn"]:
        return int(shown["active"] - shown["turn"] + 1) % seats
    for frame in agenda:
        if frame.kind == HAND_ON:
            return int(frame.data - shown["turn"]) % seats
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


def _place_hands(state: State, shown: Document, observer: int) -> None:
    """Place the resource cards: those shown, those that a hand holds at least, and the rest of the supply."""
    seats = shown["seats"]
    bounds = [_lasting_bounds(one) for one in seats]
    for seat, one in enumerate(seats):
        at, own = seat * KINDS, one.get("resources")
        least = [one["at_least"][name] for name in RESOURCES]
        held = [own[name] for name in RESOURCES] if own else least
        if own and sum(held) != one["resource_count"]:
            raise Unsound("count", f"/seats/{seat}/resource_count", found=sum(held), due=one["resource_count"])
        state.hands[at : at + KINDS] = held
        is_secret = own is not None and state.winner == NOBODY
        public = _named_counts(one, "public_at_least", [0] * KINDS if is_secret else bounds[seat])
        state.known[at : at + KINDS] = public
        if observer not in (NOBODY, seat):
            _note_beyond(state, observer, seat, bounds[seat])
    aside = [list(_shown_aside(one)) for one in seats]
    pool = _count_pool(state, aside)
    lacking = [_count_lacking(state, seat, one, aside[seat]) for seat, one in enumerate(seats)]
    for seat in range(len(seats)):
        lacking[seat] -= _place_known(state, seat, bounds[seat], lacking[seat], pool)
    for seat, one in enumerate(seats):
        _fill_hand(state, seat, lacking[seat], pool)
        _lay_aside(state, seat, one, aside[seat])
    if pool:
        raise Unsound("resources", "/bank", found=len(pool))
    state.aside = tuple([count for row in aside for count in row])


def _lasting_bounds(one: Document) -> list[int]:
    """Return how many cards of each kind a seat has at least, in its hand and laid aside, whatever it offers."""
    least = [one["at_least"][name] for name in RESOURCES]
    return _named_counts(one, "lasting_at_least", inferred_bounds(least, one["discarded"]))


def _named_counts(one: Document, name: str, usual: list[int]) -> list[int]:
    return [one[name][kind] for kind in RESOURCES] if name in one else usual


def _note_beyond(state: State, observer: int, seat: int, bounds: Sequence[int]) -> None:
    """Let an observer alone know what it knows of a hand beyond all others; raises Unsound if others know more."""
    at = seat * KINDS
    beyond = [count - public for count, public in zip(bounds, state.known[at : at + KINDS], strict=True)]
    if min(beyond) < 0:
        raise Unsound("known", f"/seats/{seat}/public_at_least", seat=seat)
    if any(beyond):
        first = (observer * state.seats + seat) * KINDS
        state.extra = (*state.extra[:first], *beyond, *state.extra[first + KINDS :])


def _shown_aside(one: Document) -> list[int]:
    aside = one.get("discarding")
    return [aside[name] for name in RESOURCES] if aside else [0] * KINDS


def _count_pool(state: State, aside: Sequence[Sequence[int]]) -> list[int]:
    """Return the kinds of the cards whose place is not shown; raises Unsound if more are shown than there are."""
    pool: list[int] = []
    for kind, name in enumerate(RESOURCES):
        placed = state.bank[kind] + sum(state.hands[kind::KINDS]) + sum([row[kind] for row in aside])
        if placed > state.setting.supply:
            raise Unsound("cards", f"/bank/{name}", card=name, found=placed, due=state.setting.supply)
        pool += [kind] * (state.setting.supply - placed)
    return pool


def _count_lacking(state: State, seat: int, one: Document, aside: Sequence[int]) -> int:
    """Return how many cards are not placed yet of a hand and of what it has laid aside; it may be too few, below 0."""
    at = seat * KINDS
    return int(one["resource_count"] + one["discarded"] - sum(state.hands[at : at + KINDS]) - sum(aside))


def _place_known(state: State, seat: int, bounds: Sequence[int], lacking: int, pool: list[int]) -> int:
    """Put from the pool what a seat must have; return how many cards these are."""
    placed = 0
    for kind, count in enumerate(bounds):
        while placed < lacking and state.hands[seat * KINDS + kind] < count and kind in pool:
            pool.remove(kind)
            state.hands[seat * KINDS + kind] += 1
            placed += 1
    return placed


def _fill_hand(state: State, seat: int, lacking: int, pool: list[int]) -> None:
    """Take what a hand, and what it has laid aside, still lack of their sizes from the pool; raises Unsound."""
    if not 0 <= lacking <= len(pool):
        raise Unsound("resources", f"/seats/{seat}/resource_count", found=len(pool))
    for _ in range(lacking):
        state.hands[seat * KINDS + pool.pop()] += 1


def _lay_aside(state: State, seat: int, one: Document, aside: list[int]) -> None:
    """Lay aside what a hand has more than it holds, where that is hidden."""
    at, size = seat * KINDS, one["resource_count"]
    least = [one["at_least"][name] for name in RESOURCES]
    while sum(state.hands[at : at + KINDS]) > size:
        kind = max(range(KINDS), key=lambda kind: state.hands[at + kind] - least[kind])
        state.hands[at + kind] -= 1
        aside[kind] += 1


def _place_development_cards(state: State, shown: Document) -> None:
    """Place the development cards: those shown, then others, victory points last; the rest is the deck."""
    played = [shown["played_cards"][name] for name in CARDS]
    seen = [sum(column) for column in zip(*_seen_in_deck(state), strict=True)]
    left = [count - gone for count, gone in zip(state.setting.deck, played, strict=True)]
    hands = [_shown_cards(one, "development_cards") for one in shown["seats"]]
    for card, name in enumerate(CARDS):
        left[card] -= sum([hand[card] for hand in hands if hand])
        if left[card] < seen[card]:
            due = state.setting.deck[card]
            raise Unsound("cards", f"/played_cards/{name}", card=name, found=due - left[card], due=due)
    for seat, one in enumerate(shown["seats"]):
        count = one["development_card_count"]
        if hands[seat] is None:
            hands[seat] = _take_hidden(left, seen, count)
        if sum(hands[seat] or ()) != count:
            raise Unsound("count", f"/seats/{seat}/development_card_count", found=sum(hands[seat] or ()), due=count)
    if sum(left) != shown["deck"]:
        raise Unsound("count", "/deck", found=sum(left), due=shown["deck"])
    fresh = [
        _shown_cards(one, "bought_this_turn") or _first_of(hand or (), one.get("bought_count", 0))
        for one, hand in zip(shown["seats"], hands, strict=True)
    ]
    for seat, (hand, new) in enumerate(zip(hands, fresh, strict=True)):
        if any(count > held for count, held in zip(new, hand or (), strict=True)):
            raise Unsound("fresh", f"/seats/{seat}/bought_this_turn", seat=seat)
    state.cards = tuple([count for hand in hands for count in hand or ()])
    state.fresh = tuple([count for hand in fresh for count in hand])
    state.deck = tuple(left)


def _first_of(hand: Sequence[int], count: int) -> list[int]:
    """Return so many cards of a hand; all of them, and some more, if it has fewer."""
    taken = [0] * len(CARDS)
    for card, held in enumerate(hand):
        taken[card] = min(held, count - sum(taken))
    taken[-1] += count - sum(taken)
    return taken


def _seen_in_deck(state: State) -> list[Sequence[int]]:
    found = [part.seen_in_deck() for part in state.slices.values()]
    return [(0,) * len(CARDS), *[cards for cards in found if cards]]


def _shown_cards(one: Document, name: str) -> list[int] | None:
    return [one[name][card] for card in CARDS] if name in one else None


def _take_hidden(left: list[int], seen: Sequence[int], count: int) -> list[int]:
    """Take so many cards from those that are left and were not seen in the deck."""
    hand = [0] * len(CARDS)
    for card in range(len(CARDS)):
        taken = min(count - sum(hand), left[card] - seen[card])
        hand[card] = taken
        left[card] -= taken
    return hand


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


def _check_agenda(state: State) -> None:
    """Raise Unsound for an agenda that no game could have."""
    if not state.agenda:
        if not has_won(state):
            raise Unsound("agenda", "/agenda")
        return
    bottom = state.agenda[0]
    is_founding = bottom.kind in (FOUND_SETTLEMENT, FOUND_ROAD)
    is_in_turn = bottom.kind in _IN_TURN and bits(bottom.seats) == [state.active]
    is_owed = state.agenda[-1].seats != 0
    is_begun = is_founding == (state.turn == 0)
    if state.active == NOBODY:
        is_known = is_founding or bottom.kind == HAND_ON
    else:
        is_known = is_in_turn and not (bottom.kind == ROLL and state.dice)
    if not (is_owed and is_begun and is_known):
        raise Unsound("agenda", "/agenda")
    if has_won(state):
        raise Unsound("won", "/seats", seat=state.active)
