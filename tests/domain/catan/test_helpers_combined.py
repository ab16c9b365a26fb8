"""Tests helpers beside the favors and on maps with towns (ledger of the extras, section 6)."""

from itertools import pairwise

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.building.sites import road_sites
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import MoveRobber
from domain.catan.modules.erie_canal.chapter import UseCanalToken
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.modules.favors.earning import FavorDrawn, OfferGift
from domain.catan.modules.favors.guilds import CallMerchants, CallScholars
from domain.catan.modules.favors.terms import BY_GIFT
from domain.catan.modules.helpers.building import UseCardChoice, UseKnightToBuilding
from domain.catan.modules.helpers.moving import RoadMoved, UseMoveRoad, UseRobberToDesert, UseTakeFromLeader
from domain.catan.modules.helpers.trading import ReturnCard, UseForcedTrade, UseTwoToOne
from domain.catan.modules.towns.chapter import MapTokenTaken
from domain.catan.modules.towns.town_map import ground_of
from domain.catan.terms import (
    BRICK,
    CARD_COST,
    DESERT,
    GENERIC,
    KNIGHT,
    LUMBER,
    MOUNTAINS,
    ORE,
    PASTURE,
    RESOURCES,
    WOOL,
)
from domain.core.masks import bits
from tests.domain.catan.helping import awaited, flip, helper, helping
from tests.domain.catan.land import NEW_YORK as LAND
from tests.domain.catan.table import Table, cards, line, node, path_edges, tile, upright

ROW = line(2)
WAY = path_edges(ROW)
SHIP, SHOVEL, BOOK = 1, 2, 3
GROUND = ground_of("new-york")
NEW_YORK = maps.topology_of("new-york", 4)
PLACES = {name: at for at, name in GROUND.names.items()}
TOWNS = GROUND.sites(4)
TO_LOCKPORT = LAND.way("Buffalo", "-3,0,W", "Lockport")
ASIDE = LAND.path("Buffalo", "-4,2,NE")


def favored(*names: str) -> Table:
    """Return a table with favors where the seats hold these helpers."""
    return helping(*names, modules=("favors",))


def tokens(table: Table) -> list[int]:
    """Return how many favor tokens everybody sees at each seat."""
    return [seat["tokens"] for seat in table.view(None)["favors"]["seats"]]


def given(table: Table, seat: int, *kinds: int) -> Table:
    """The seat has favor tokens of these kinds from an earlier turn; it is seat 0's turn."""
    for kind in kinds:
        table.happens(FavorDrawn(seat, BY_GIFT, kind))
    return table.turn(1).turn(0)


def on_map(name: str, *names: str, modules: tuple[str, ...] = (), seats: int = 4) -> Table:
    """Return an empty board with towns; the seats hold these helpers."""
    return helping(*names, map_name=name, modules=modules, seats=seats)


def on_plain_crossings(start: int, length: int, avoid: int = 0) -> list[int]:
    """Return the nodes of a path in New York that goes on from `start` over crossings without towns."""
    found = [start]
    while len(found) < length + 1:
        reach = [end for _, end in NEW_YORK.reach[found[-1]]]
        found.append(next(e for e in reach if e not in found and not (TOWNS | avoid) >> e & 1))
    return found


def edges(nodes: list[int]) -> list[int]:
    """Return the New York edges along a list of nodes."""
    return [NEW_YORK.edge_of[min(a, b), max(a, b)] for a, b in pairwise(nodes)]


@pytest.mark.rule("combo.helpers_mallorca.robber_home")
def test_on_mallorca_the_robber_goes_home_to_its_pasture() -> None:
    table = on_map("mallorca", "robber_to_desert")
    home, board = table.state.robber, table.state.setting.board
    assert (RESOURCES[board.resources[home]], board.tokens[home]) == ("wool", 4)
    assert table.refused(0, UseRobberToDesert(home)) == "helpers.robber_desert.not_from_desert"
    table.robber(board.terrain.index(MOUNTAINS))
    assert [c for c in table.listed(0) if isinstance(c, UseRobberToDesert)] == [UseRobberToDesert(home)]
    table.when(0, UseRobberToDesert(home))
    assert table.view(None)["robber"] == home
    assert table.hand_of(0) == {"ore": 1}


@pytest.mark.rule("combo.favors_new_york.desert")
def test_in_new_york_the_robber_goes_home_to_its_place() -> None:
    table = on_map("new-york", "robber_to_desert")
    home = table.state.robber
    assert table.state.setting.board.terrain[home] == DESERT
    assert table.refused(0, UseRobberToDesert(home)) == "helpers.robber_desert.not_from_desert"
    table.robber(table.state.setting.board.terrain.index(PASTURE)).when(0, UseRobberToDesert(home))
    assert (table.view(None)["robber"], table.hand_of(0)) == (home, {"wool": 1})


@pytest.mark.rule("combo.favors_helpers.robber_helper_no_token")
def test_the_robber_helper_earns_no_token() -> None:
    table = favored("robber_to_desert").robber(tile("(2,0)")).when(0, UseRobberToDesert(tile("(0,0)")))
    assert tokens(table) == [0, 0, 0, 0]
    assert table.happened(FavorDrawn) == []
    knight = favored("robber_to_desert").robber(tile("(2,0)")).cards(0, knight=1).when(0, PlayKnight())
    assert tokens(knight.when(0, MoveRobber(tile("(0,0)")), SHIP)) == [1, 0, 0, 0]


@pytest.mark.rule("combo.favors_helpers.one_each_per_turn")
def test_one_favor_and_one_helper_a_turn() -> None:
    table = given(favored("two_to_one"), 0, SHIP, SHIP).hand(0, wool=2)
    table.when(0, CallMerchants(ORE)).when(0, UseTwoToOne(WOOL)).when(0, MaritimeTrade(cards(wool=2), ORE))
    assert table.hand_of(0) == {"ore": 2}
    assert table.refused(0, CallMerchants(ORE)) == "favors.use.once_per_turn"
    assert table.refused(0, UseTwoToOne(ORE)) == "helpers.use.one_per_turn"
    reverse = given(favored("two_to_one"), 0, SHIP).when(0, UseTwoToOne(WOOL)).when(0, CallMerchants(ORE))
    assert reverse.hand_of(0) == {"ore": 1}


@pytest.mark.rule("combo.favors_helpers.free_is_no_purchase")
def test_what_a_guild_gives_has_no_price_to_replace() -> None:
    table = given(favored("card_choice"), 0, BOOK, BOOK)
    assert table.refused(0, UseCardChoice(cards())) == "helpers.card_choice.look_three"
    table.when(0, CallScholars(), KNIGHT)
    assert awaited(table)[1] == [0]
    assert helper(table, 0) == ("card_choice", "A")
    assert table.view(None)["helpers"]["looking"] is None
    table.hand(0, ore=1, wool=1, grain=1)
    assert {BuyDevelopmentCard(), UseCardChoice(CARD_COST)} <= set(table.listed(0))


@pytest.mark.rule("combo.favors_helpers.forced_trade_is_no_gift")
def test_a_forced_trade_is_no_gift() -> None:
    table = favored("forced_trade").hand(1, wool=1).when(0, UseForcedTrade(WOOL, 0b10)).when(0, ReturnCard(WOOL))
    assert tokens(table) == [0, 0, 0, 0]
    flip(table).hand(0, ore=1)
    assert OfferGift(ORE, 1) in CATAN.actions(table.state, 0)


def linkable() -> Table:
    """Seat 0 may move a road; one edge parts its core from that of seat 1, and the two have not met."""
    table = favored("move_road").settlement(0, ROW[0]).road(0, *WAY[:2], upright(ROW[1]))
    return table.settlement(1, ROW[5]).road(1, WAY[3], WAY[4])


@pytest.mark.rule("combo.moved_road.counts_as_built")
def test_a_moved_road_counts_as_newly_built() -> None:
    table = linkable().when(0, UseMoveRoad(upright(ROW[1]), WAY[2]), SHIP, SHIP, SHOVEL, BOOK)
    assert tokens(table) == [3, 1, 0, 0]
    again = flip(table).turn(1).turn(0)
    far = next(c for c in again.listed(0) if isinstance(c, UseMoveRoad))
    assert tokens(again.when(0, far)) == [3, 1, 0, 0]
    town = on_map("new-york", "move_road")
    edge, kind = next((e, k) for e, k, _ in GROUND.documents if k < len(RESOURCES))
    a, b = NEW_YORK.edge_nodes[edge]
    start, spare = next((end, other) for end in (a, b) for other in NEW_YORK.node_edges[end] if other != edge)
    town.settlement(0, start).road(0, spare).hand(0, **{RESOURCES[kind]: 2})
    swap = MaritimeTrade(tuple(2 * int(k == kind) for k in range(5)), (kind + 1) % 5)
    assert swap not in town.listed(0)
    town.when(0, UseMoveRoad(spare, edge))
    assert swap in flip(town).listed(0)


def beside_the_canal() -> Table:
    """Seat 0 may move a road; its path to Lockport is half built."""
    table = on_map("new-york", "move_road", modules=("erie-canal",)).settlement(0, PLACES["Buffalo"])
    return table.road(0, TO_LOCKPORT[0], ASIDE)


def canal_tokens(table: Table) -> int:
    """Return the canal tokens that everybody sees at seat 0."""
    return int(table.view(None)["erie_canal"]["seats"][0]["tokens"])


@pytest.mark.rule("combo.moved_road.counts_as_built")
@pytest.mark.rule("canal.link.token")
def test_a_moved_road_joins_canal_towns() -> None:
    table = beside_the_canal().when(0, UseMoveRoad(ASIDE, TO_LOCKPORT[1]))
    assert canal_tokens(table) == 1


@pytest.mark.rule("canal.link.kept")
@pytest.mark.rule("combo.moved_road.old_place")
def test_a_road_moved_back_joins_canal_towns_for_nothing() -> None:
    table = beside_the_canal().hand(0, brick=1, lumber=1).when(0, BuildRoad(TO_LOCKPORT[1]))
    further = next(e for e in bits(road_sites(table.state, 0)) if e not in NEW_YORK.node_edges[PLACES["Lockport"]])
    table.happens(RoadMoved(0, TO_LOCKPORT[1], further)).when(0, UseMoveRoad(ASIDE, TO_LOCKPORT[1]))
    assert (canal_tokens(table), table.happened(CanalLinked)) == (1, [])


@pytest.mark.rule("combo.moved_road.old_place")
def test_what_needs_a_road_ends_where_it_was_lifted() -> None:
    table = linkable().when(0, UseMoveRoad(upright(ROW[1]), WAY[2]), SHIP, SHIP, SHOVEL, BOOK)
    back = flip(table).turn(1).turn(0).when(0, UseMoveRoad(WAY[2], upright(ROW[1])))
    again = back.when(0, next(c for c in back.listed(0))).turn(1).turn(0).hand(0, brick=1, lumber=1)
    assert tokens(again.when(0, BuildRoad(WAY[2]))) == [3, 1, 0, 0]
    town = on_map("new-york", "move_road")
    edge, kind = next((e, k) for e, k, _ in GROUND.documents if k < len(RESOURCES))
    a, b = NEW_YORK.edge_nodes[edge]
    start, spare = next((end, other) for end in (a, b) for other in NEW_YORK.node_edges[end] if other != edge)
    town.settlement(0, start).road(0, edge).hand(0, **{RESOURCES[kind]: 2})
    swap = MaritimeTrade(tuple(2 * int(k == kind) for k in range(5)), (kind + 1) % 5)
    assert swap in town.listed(0)
    flip(town.when(0, UseMoveRoad(edge, spare)))
    assert town.refused(0, swap).startswith("catan.trade.maritime")


@pytest.mark.rule("combo.moved_road.takes_map_token")
def test_a_moved_road_takes_a_token_and_leaves_it_taken() -> None:
    table = on_map("new-york", "move_road")
    to_token, beyond = edges(on_plain_crossings(PLACES["Hyde Park"], 2))
    founding = NEW_YORK.node_edges[PLACES["Buffalo"]][0]
    table.road(0, beyond).settlement(0, PLACES["Buffalo"]).road(0, founding)
    table.when(0, UseMoveRoad(founding, to_token))
    assert table.happened(MapTokenTaken) == [MapTokenTaken(0, PLACES["Hyde Park"])]
    assert table.points(0) == 2
    away = flip(table).turn(1).turn(0)
    away.when(0, next(c for c in away.listed(0) if isinstance(c, UseMoveRoad) and c.origin == to_token))
    assert away.points(0) == 2
    stopped = on_map("new-york", "move_road").settlement(0, PLACES["Buffalo"]).road(0, founding)
    empty = PLACES["Ithaca"]
    here, further = NEW_YORK.node_edges[empty][:2]
    stopped.road(0, here)
    assert stopped.refused(0, UseMoveRoad(founding, further)) == "new_york.road.stops_at_unsettled_town"


def at_the_hudson() -> tuple[Table, int]:
    """Return a table where seat 0's road leads from a junction of the Hudson to its second road, and the first road."""
    system = next(s for s in GROUND.systems if s >> PLACES["Albany"] & 1)
    junctions = [n for n in range(NEW_YORK.nodes) if system >> n & 1 and not TOWNS >> n & 1]
    path = next(p for p in (_inland(n, system) for n in junctions) if p)
    road, other = edges(path)
    return on_map("new-york", "move_road").road(0, road, other), road


def _inland(start: int, system: int) -> list[int]:
    """Return the nodes of two edges that lead from a junction away from the water, or an empty list."""
    for _, middle in NEW_YORK.reach[start]:
        for _, end in NEW_YORK.reach[middle]:
            if end != start and not (system | TOWNS) >> middle & 1 and not system >> end & 1:
                return [start, middle, end]
    return []


@pytest.mark.rule("combo.moved_road.open_end_and_water")
def test_an_end_at_own_water_is_not_open() -> None:
    table, road = at_the_hudson()
    assert [c for c in table.listed(0) if isinstance(c, UseMoveRoad) and c.origin == road]
    table.settlement(0, PLACES["Albany"])
    assert not [c for c in table.listed(0) if isinstance(c, UseMoveRoad) and c.origin == road]
    away = next(e for e in NEW_YORK.node_edges[PLACES["Albany"]])
    assert table.refused(0, UseMoveRoad(road, away)) == "helpers.move_road.open_end"


@pytest.mark.rule("combo.moved_road.open_end_and_empty_town")
def test_roads_touch_at_an_empty_town() -> None:
    utica = PLACES["Utica"]
    first, other = NEW_YORK.node_edges[utica][:2]
    inner = sum(NEW_YORK.edge_nodes[first]) - utica
    attached = next(e for e in NEW_YORK.node_edges[inner] if e != first)
    alone = on_map("new-york", "move_road").road(0, first, attached)
    assert [c for c in alone.listed(0) if isinstance(c, UseMoveRoad) and c.origin == first]
    met = on_map("new-york", "move_road").road(0, first, attached, other)
    target = next(c.edge for c in alone.listed(0) if isinstance(c, UseMoveRoad) and c.origin == first)
    assert met.refused(0, UseMoveRoad(first, target)) == "helpers.move_road.open_end"


@pytest.mark.rule("combo.knight_building.town_sites")
def test_a_knight_settles_in_towns_alone() -> None:
    table = on_map("new-york", "knight_to_building").knights(0, 2).hand(0, brick=1, lumber=1)
    kingston = PLACES["Kingston"]
    crossing = next(end for _, end in NEW_YORK.reach[PLACES["Buffalo"]] if not TOWNS >> end & 1)
    table.settlement(0, PLACES["Albany"], PLACES["Buffalo"]).road(0, NEW_YORK.node_edges[PLACES["Buffalo"]][0])
    assert table.refused(0, UseKnightToBuilding(crossing)) == "new_york.town.only_sites"
    plain = [place for place in range(NEW_YORK.nodes) if not TOWNS >> place & 1]
    led = next([place, end] for place in plain for _, end in NEW_YORK.reach[place] if end in plain)
    table.road(0, *edges(led))
    for place in led:  # an own road leads there, and nothing stands near
        assert UseKnightToBuilding(place) not in table.listed(0)
        assert table.refused(0, UseKnightToBuilding(place)) == "new_york.town.only_sites"
    assert UseKnightToBuilding(kingston) in table.listed(0)
    table.when(0, UseKnightToBuilding(kingston))
    assert table.points(0) == 3
    dry = on_map("new-york", "knight_to_building").knights(0, 2).hand(0, brick=1, lumber=1)
    dry.settlement(0, PLACES["Buffalo"])
    assert dry.refused(0, UseKnightToBuilding(kingston)) == "catan.settlement.connection"


@pytest.mark.rule("combo.undo.reveal_by_consequence")
def test_a_moved_road_is_a_reveal_only_where_it_made_somebody_draw() -> None:
    def revealed(table: Table) -> bool:
        return any(CATAN.events.of(event).reveals for event in table.events)

    linked = linkable().when(0, UseMoveRoad(upright(ROW[1]), WAY[2]), SHIP, SHIP, SHOVEL, BOOK)
    assert linked.happened(RoadMoved)
    assert revealed(linked)
    plain = linkable()
    plain.when(0, UseMoveRoad(upright(ROW[1]), upright(ROW[2])))
    assert not revealed(plain)


@pytest.mark.rule("combo.catan_tokens.visible_for_gifts")
def test_tokens_of_map_and_guild_count_as_visible_points() -> None:
    table = on_map("new-york", "take_from_leader", modules=("favors",)).hand(0, wool=1).hand(1, ore=1)
    table.settlement(0, PLACES["Buffalo"]).settlement(1, PLACES["Rochester"])
    assert OfferGift(WOOL, 1) in table.listed(0)
    assert table.refused(0, UseTakeFromLeader(1)) == "helpers.leader.more_points"
    table.happens(MapTokenTaken(1, PLACES["Hyde Park"]))
    assert table.refused(0, OfferGift(WOOL, 1)) == "favors.gift.points_limit"
    assert UseTakeFromLeader(1) in table.listed(0)


def test_the_desert_of_the_variable_map_is_no_home_for_favors_alone() -> None:
    table = favored("robber_to_desert").settlement(1, node("(0,0)N")).robber(tile("(2,0)")).hand(1, wool=1)
    table.when(0, UseRobberToDesert(tile("(0,0)")))
    assert awaited(table) == ("settle_helper", [0])
    assert tokens(table) == [0, 0, 0, 0]


@pytest.mark.rule("combo.rates.two_to_one_sources")
def test_helper_canal_token_and_document_work_side_by_side() -> None:
    table = on_map("new-york", "two_to_one", modules=("erie-canal",))
    table.happens(CanalLinked(0, ((PLACES["Buffalo"], PLACES["Lockport"]),), 2))
    red = next(edge for edge, kind, _ in GROUND.documents if kind == BRICK)
    table.road(0, red).hand(0, brick=2, wool=3, ore=2, grain=3)
    table.when(0, UseTwoToOne(WOOL)).when(0, UseCanalToken(ORE))
    for pair in ("brick", "wool", "ore"):
        assert MaritimeTrade(cards(**{pair: 2}), LUMBER) in table.listed(0)
    assert table.refused(0, MaritimeTrade(cards(grain=2), LUMBER)).startswith("catan.trade.maritime")
    assert table.refused(0, MaritimeTrade(cards(wool=1), LUMBER)) == "catan.trade.maritime.four_to_one"
    both = on_map("new-york", "two_to_one", modules=("erie-canal",)).hand(0, wool=3)
    both.happens(CanalLinked(0, ((PLACES["Buffalo"], PLACES["Lockport"]),), 2))
    both.when(0, UseTwoToOne(WOOL)).when(0, UseCanalToken(WOOL))
    given = {sum(c.give) for c in both.listed(0) if isinstance(c, MaritimeTrade)}
    assert given == {2}
    generic = next(edge for edge, kind, _ in GROUND.documents if kind == GENERIC)
    every = {sum(c.give) for c in both.road(0, generic).hand(0, wool=1).listed(0) if isinstance(c, MaritimeTrade)}
    assert every == {2, 3, 4}


@pytest.mark.rule("combo.target.helpers_and_canal")
@pytest.mark.parametrize(("seats", "target"), [(3, 13), (4, 12), (5, 10), (6, 10)])
def test_helpers_and_canal_leave_the_target(seats: int, target: int) -> None:
    def points(*modules: str) -> int:
        return int(CATAN.configure(seats, "new-york", modules, {}).options["victory_points"])

    assert points("helpers", "erie-canal") == points("helpers") == points("erie-canal") == points() == target
    assert points("helpers", "erie-canal", "favors") == target + 1
