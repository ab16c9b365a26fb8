"""Tests what the planner thinks of points that lie on the board, for the first road to arrive, while it founds."""

from dataclasses import replace

from domain.catan import CATAN
from domain.catan.modules.towns.town_map import ground_of
from domain.core.masks import bits
from tests.domain.catan.table import Table
from workers.agents.catan.opening import AS_NEAR, BEATEN, Lures, choose_settlement
from workers.agents.catan.situation import Situation
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.weights import Weights

NODES = {name: node for node, name in ground_of("new-york").names.items()}


def founding(table: Table, weights: Weights = TUNED) -> Situation:
    """Return what the seat knows that founds next."""
    return Situation(CATAN.observe(table.state, table.state.agenda[-1].seats.bit_length() - 1), (), weights)


def island() -> Table:
    return Table(map_name="new-york", empty=False)


def test_a_site_is_worth_more_by_each_prize_and_the_roads_to_it() -> None:
    lures = Lures(founding(island()))
    reached = [roads for roads in lures.roads if NODES["Glens Falls"] in roads]
    assert len(reached) > 1
    assert lures.gain(NODES["Glens Falls"]) == sum(1 / roads[NODES["Glens Falls"]] for roads in reached)


def test_a_prize_that_others_are_nearer_to_counts_less() -> None:
    table = island()
    now = founding(table)
    alone = Lures(now).gain(NODES["Glens Falls"])
    rival = (now.seat + 1) % now.view.seats
    table.state.touched[rival] |= 1 << NODES["Glens Falls"]
    assert Lures(founding(table)).gain(NODES["Glens Falls"]) == AS_NEAR * alone
    for prize in bits(now.prizes):
        table.state.touched[rival] |= 1 << prize
    assert Lures(founding(table)).gain(NODES["Glens Falls"]) == BEATEN * alone


def test_what_is_in_reach_already_is_gained_once() -> None:
    table = island()
    now = founding(table)
    table.state.touched[now.seat] |= 1 << NODES["Glens Falls"]
    assert Lures(founding(table)).gain(NODES["Glens Falls"]) == 0


def test_who_wants_prizes_founds_nearer_to_them() -> None:
    gains = []
    for prize in (0.0, 100.0):
        now = founding(island(), replace(TUNED, opening=replace(TUNED.opening, prize=prize)))
        site = choose_settlement(now, CATAN.actions(island().state, now.seat).commands)
        gains.append(Lures(now).gain(site.node))
    assert gains[0] < gains[1]
