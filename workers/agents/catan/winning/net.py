"""Says what new roads can reach from a seat's net: sites, prizes, the Longest Road, better rates of the bank."""

from functools import cached_property

from domain.catan.chapters.building.sites import open_sites, road_starts, settlement_sites
from domain.catan.chapters.longest_road import route_walls
from domain.catan.chapters.maritime import bank_rates
from domain.catan.state import Public, State
from domain.catan.terms import KINDS, SHORTEST_LONGEST_ROAD
from domain.core.masks import bits
from workers.agents.catan.winning.routes import NEVER, Laid, Way, fewest_roads, fewest_to_both, ways_to


class Net:
    """Holds what new roads, at most so many, can reach at one position; counts of roads are never too high."""

    def __init__(self, state: State, seat: int, most: int) -> None:
        self.state = state
        self.seat = seat
        self.most = most
        self.topology = state.setting.board.topology
        self.free = state.setting.board.all_edges & ~state.road_total
        self.starts = road_starts(state, seat, state.touched[seat], state.buildings(seat))
        self.walls = route_walls(state, seat)
        self.open = open_sites(state)
        at_once = settlement_sites(state, seat)
        self.sites = [*(Way(0, 0, node) for node in bits(at_once)), *self._ways(self.open & ~at_once)]
        self.prizes = self._prize_ways()
        self._fewest_laid: dict[tuple[int, int], Laid] = {}
        self._rates: dict[tuple[bool, bool], list[int]] = {}

    def _ways(self, nodes: int) -> list[Way]:
        return list(ways_to(self.topology, self.starts, self.free, self.walls, nodes, self.most)) if nodes else []

    def _prize_ways(self) -> list[Way]:
        """Return the ways to nodes where the next road brings a point; one road is needed even where own ones lie."""
        nodes = 0
        for prizes in self.state.setting.points.prizes:
            nodes |= prizes(self.state)
        return self._ways(nodes) if self.most else []

    def fewest(self, settlements: int, tokens: int) -> Laid:
        """Return the fewest roads to so many sites, and prizes of the map; too few where three or more ways meet."""
        key = settlements, tokens
        if key not in self._fewest_laid:
            self._fewest_laid[key] = self._count_fewest(settlements, tokens)
        return self._fewest_laid[key]

    def _count_fewest(self, settlements: int, tokens: int) -> Laid:
        ways = [*self.sites[:settlements], *self.prizes[:tokens]]
        count, edges = max([way.number for way in ways], default=0), 0
        for way in ways:
            edges |= way.edges
        pairs = [(self.sites, self.sites)] * (settlements > 1) + [(self.prizes, self.prizes)] * (tokens > 1)
        pairs += [(self.sites, self.prizes)] * (settlements > 0 and tokens > 0)
        for ones, others in pairs:
            count = max(count, fewest_to_both(self.topology, self.free, ones, others, self.most))
        return Laid(max(count, min(tokens, 1)), edges)

    @cached_property
    def longest(self) -> Laid:
        """Return the fewest roads that take the Longest Road from all rivals as they stand."""
        rivals = [length for seat, length in enumerate(self.state.routes) if seat != self.seat]
        return self._fewest(max(SHORTEST_LONGEST_ROAD, max(rivals, default=0) + 1), self.walls)

    @cached_property
    def longest_by_settling(self) -> Laid:
        """Return the same if a new settlement cuts rivals' routes, and opens towns for the own one."""
        state, opens = self.state, bool(self.state.setting.points.road_barriers)
        rivals = [(seat, length) for seat, length in enumerate(state.routes) if seat != self.seat]
        left = [length for seat, length in rivals if not self._can_cut(seat)]
        if not self.sites or (not opens and len(left) == len(rivals)):
            return Laid(NEVER, 0)
        walls = state.foreign(self.seat) if opens else self.walls
        return self._fewest(max(SHORTEST_LONGEST_ROAD, max(left, default=0) + 1), walls)

    def _fewest(self, length: int, walls: int) -> Laid:
        roads = self.state.roads[self.seat]
        return fewest_roads(self.topology, roads, self.starts, self.free, walls, length, self.most)

    def _can_cut(self, rival: int) -> bool:
        """Return whether a settlement may part two roads of a rival."""
        roads = self.state.roads[rival]
        nodes = bits(self.open & self.state.touched[rival])
        return any((self.topology.node_edge_mask[node] & roads).bit_count() > 1 for node in nodes)

    def rates(self, laid: bool, settled: bool) -> list[int]:
        """Return the bank's best rates, as if all roads were laid, and all sites settled, that can be reached."""
        key = laid and bool(self.state.setting.points.bank_rates), settled
        if key not in self._rates:
            state: Public = self.state
            if any(key):
                state = Public(self.state.setting, self.state)
                state.roads[self.seat] |= self.free if key[0] else 0
                state.settlements[self.seat] |= self.open if settled else 0
            self._rates[key] = [min(bank_rates(state, self.seat, kind)) for kind in range(KINDS)]
        return self._rates[key]
