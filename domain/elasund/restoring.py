"""Restores a position from what a document shows: open members as shown, hidden cards and tiles where they fit."""

from collections.abc import Sequence

from domain.core.documents import Document
from domain.core.errors import Unsound
from domain.core.knowledge import Known
from domain.core.masks import mask_of
from domain.elasund.board import FOOTPRINTS, ROW_OF, line_of
from domain.elasund.chapters.church import tiles_left
from domain.elasund.chapters.pirates import church_square
from domain.elasund.pieces import CHURCH_SIZE, OWN_KINDS, STACKS, piece_of
from domain.elasund.setting import Setting
from domain.elasund.state import State, Wall
from domain.elasund.terms import (
    AGENDA,
    BUILDINGS,
    CARDS,
    CHURCH_TILES,
    COLORS,
    CUBES,
    GOLD,
    GOLD_SHORT,
    INFLUENCE_CARDS,
    INFLUENCE_SHORT,
    KINDS,
    NOBODY,
    NOWHERE,
)


def restore(known: Known) -> State:
    """Return a position of which a seat knows what the document shows; raises Unsound."""
    shown = known.state
    state = State(Setting(known.config.document()))
    state.agenda = AGENDA.kind.decode(shown["agenda"])
    _read_table(state, shown)
    _put_buildings(state, shown["buildings"])
    for permit in shown["permits"]:
        state.put_permit(permit["seat"], permit["value"], permit["square"])
    _put_walls(state, shown["walls"])
    _put_church(state, shown["church"])
    for seat, one in enumerate(shown["seats"]):
        state.trade[seat] = one["trade"]["points"]
        state.track[seat] = mask_of(one["trade"]["cubes"])
        state.points[seat] = one["points"]
        state.known[seat * KINDS : (seat + 1) * KINDS] = [one["at_least"][name] for name in COLORS]
    _place_hands(state, shown)
    _place_tiles(state, shown)
    if not state.agenda:
        state.winners = _find_winners(state)
    _check_agenda(state)
    return state


def _read_table(state: State, shown: Document) -> None:
    state.active = NOBODY if shown["active"] is None else shown["active"]
    state.turn = shown["turn"]
    state.dice = shown["dice"][0] * 10 + shown["dice"][1] if shown["dice"] else 0
    state.ship = NOWHERE if shown["ship"] is None else ROW_OF[shown["ship"]]
    state.builds = shown["built_this_turn"]
    kinds = shown.get("short", ())
    state.short = GOLD_SHORT * ("gold" in kinds) | INFLUENCE_SHORT * ("influence" in kinds)
    state.bank = shown["bank"]
    state.discards = [shown["discards"][name] for name in COLORS]
    state.pool = tuple([shown["pirate_pool"][name] for name in CARDS])


def _put_buildings(state: State, buildings: Sequence[Document]) -> None:
    """Put the buildings on the board; neutral ones are taken from their stacks in the order shown."""
    stacks = {kind: list(pieces) for kind, pieces in enumerate(STACKS)}
    for at, one in enumerate(buildings):
        kind, seat, square = BUILDINGS.index(one["building"]), one["seat"], one["square"]
        is_own = kind < OWN_KINDS
        if not is_own and not stacks[kind]:
            raise Unsound("supply", f"/buildings/{at}", seat=seat)
        piece = piece_of(seat, kind) if is_own else stacks[kind].pop(0)
        if state.anchors[piece] != NOWHERE:
            raise Unsound("supply", f"/buildings/{at}", seat=seat)
        mask = FOOTPRINTS[kind][square]
        if not mask or mask & state.built:
            raise Unsound("shared" if mask else "place", f"/buildings/{at}/square")
        state.put_piece(piece, seat, square, one.get("cubes", 0))


def _put_walls(state: State, walls: Sequence[Document]) -> None:
    for one in walls:
        line = line_of(one["space"], state.growth[2])
        state.growth = (*state.growth[:line], state.growth[line] + 1, *state.growth[line + 1 :])
        state.walls = (*state.walls, Wall(one["space"], one["seat"], one["tile"], one["cube"]))
        state.wall_counts[one["seat"]] += 1
        state.towers[one["seat"]] += one["cube"]


def _put_church(state: State, shown: Document) -> None:
    state.church_corner = NOWHERE if shown["corner"] is None else shown["corner"]
    owners = [NOBODY] * CHURCH_SIZE
    for at, one in enumerate(shown["tiles"]):
        tile = CHURCH_TILES.index(one["tile"])
        owners[tile] = one["seat"]
        if one["square"] != church_square(state, tile):
            raise Unsound("place", f"/church/tiles/{at}/square")
        state.church |= 1 << one["square"]
        state.church_cubes |= one["cube"] << tile
    state.church_owners = tuple(owners)


def _place_hands(state: State, shown: Document) -> None:
    """Place the cards: those shown, those that a seat holds for certain, and the rest; what is left is the deck."""
    seats = shown["seats"]
    held = [_certain(one) for one in seats]
    placed = [
        state.discards[color] + state.pool[1 + color] + sum([row[1 + color] for row in held]) for color in range(KINDS)
    ]
    for color, count in enumerate(placed):
        if count > INFLUENCE_CARDS[color]:
            name, due = COLORS[color], INFLUENCE_CARDS[color]
            raise Unsound("cards", f"/discards/{name}", card=name, found=count, due=due)
    pool = [color for color in range(KINDS) for _ in range(INFLUENCE_CARDS[color] - placed[color])]
    for seat, one in enumerate(seats):
        lacking = one["hand"] + one["laid_aside"] - sum(held[seat])
        if not 0 <= lacking <= len(pool) or (lacking and "gold" in one):
            raise Unsound("count", f"/seats/{seat}/hand", found=sum(held[seat]), due=one["hand"] + one["laid_aside"])
        for _ in range(lacking):
            held[seat][1 + pool.pop()] += 1
    if len(pool) != shown["deck"]:
        raise Unsound("count", "/deck", found=len(pool), due=shown["deck"])
    state.deck = [pool.count(color) for color in range(KINDS)]
    aside = [_lay_aside(one, cards) for one, cards in zip(seats, held, strict=True)]
    state.aside = tuple([count for row in aside for count in row])
    for seat, (cards, away) in enumerate(zip(held, aside, strict=True)):
        state.gold[seat] = cards[GOLD] - away[GOLD]
        for color in range(KINDS):
            state.influence[seat * KINDS + color] = cards[1 + color] - away[1 + color]


def _certain(one: Document) -> list[int]:
    """Return the cards that a seat holds for certain, in hand or laid aside: gold, then influence by color."""
    if "gold" not in one:
        return [one["held_gold"], *[one["at_least"][name] for name in COLORS]]
    aside = one.get("laying_aside") or dict.fromkeys(CARDS, 0)
    return [one["gold"] + aside["gold"], *[one["influence"][name] + aside[name] for name in COLORS]]


def _lay_aside(one: Document, held: Sequence[int]) -> list[int]:
    """Return the cards that a seat has laid aside: those shown, or influence cards first."""
    if "laying_aside" in one:
        return [one["laying_aside"][name] for name in CARDS]
    aside = [0] * len(CARDS)
    for kind in (*range(1, len(CARDS)), GOLD):
        aside[kind] = min(held[kind], one["laid_aside"] - sum(aside))
    return aside


def _place_tiles(state: State, shown: Document) -> None:
    """Place the church tiles that are out of the pile, those shown first, then the first ones that are left."""
    church, left = shown["church"], tiles_left(state)
    if [CHURCH_TILES[tile] for tile in left] != church["not_built"] or len(left) - church["pile"] not in (0, 2):
        raise Unsound("count", "/church/pile", found=church["pile"], due=len(left))
    is_pair_out = church["pile"] != len(left)
    first = church["bottom_known_to"]
    state.church_first = state.active if is_pair_out else NOBODY if first is None else first
    told_pair = [one["church_tiles"] for one in shown["seats"] if "church_tiles" in one]
    told_bottom = [one["church_bottom"] for one in shown["seats"] if "church_bottom" in one]
    if is_pair_out:
        state.pair = tuple([CHURCH_TILES.index(name) for name in told_pair[0]]) if told_pair else tuple(left[:2])
    if first is not None:
        state.bottom = CHURCH_TILES.index(told_bottom[0]) if told_bottom else left[0]
    if not {*state.pair, *([state.bottom] if first is not None else ())} <= {*left}:
        raise Unsound("place", "/church/not_built")


def _find_winners(state: State) -> tuple[int, ...]:
    if state.points[state.active] == CUBES:
        return (state.active,)
    return tuple([seat for seat, points in enumerate(state.points) if points == max(state.points)])


def _check_agenda(state: State) -> None:
    """Raise Unsound for an agenda that no game could have."""
    if state.active == NOBODY or state.turn == 0:
        raise Unsound("turn", "/turn", found=state.turn, due=1)
    if state.agenda and (not state.agenda[-1].seats or state.agenda[0].seats != 1 << state.active):
        raise Unsound("agenda", "/agenda")
    if state.agenda and state.setting.wins_at_once and state.points[state.active] == CUBES:
        raise Unsound("won", "/seats", seat=state.active)
