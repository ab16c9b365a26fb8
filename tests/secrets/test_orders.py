"""Tests that the standing orders of a seat are not seen by others: neither that they are there, nor what they say.

Two worlds that differ for nobody but a seat get different orders of that seat, which lead to the same command where one
is possible. All that others receive before and after it is the same, its time included.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.core.chance import NotedChance, SampledChance
from service.game.order_choices import is_of_cards
from service.handlers import order_times
from tests.laws.cases import CASES, Case
from tests.secrets.courses import Course
from tests.secrets.hosting import OWNER, SPECTATOR, Hosted, Wish, hosted, same_luck
from tests.secrets.pairs import SEED, Bench, Pair, found, observers
from tests.secrets.surfaces.all import SURFACES
from tests.secrets.visiting import Answer, Visit
from tests.service.handlers.ordering import sweep_once
from tests.service.tables import START_MS

NAMES = (
    "catan-4",
    "catan-5",
    "catan-mallorca-3",
    "favors-4",
    "favors-helpers-new-york-6",
    "dice-3",
    "elasund-english-3",
    "elasund-german-4",
    "goofspiel-2",
)
HOSTED = {case.name: case for case in CASES if case.name in NAMES}
SEEN = ("views", "legal actions", "events", "fairness and votes", "streams", "pending, feeds and lobby", "webhooks")
MOST = 45
TRIES = 6
SET_MS = START_MS + 3_600_000
"""When orders are set in both worlds, whatever was read of the clock before."""
WAITS_MS = 31_000
DELAY_MS = order_times.delay_ms


def pairs(case: Case, long_games: int) -> Iterator[tuple[Pair, int]]:
    """Yield pairs in which another seat than the observer must act, one for a case or many for each observer."""
    turn = NAMES.index(case.name)
    chosen = observers(case) if long_games else [(SPECTATOR, 0, OWNER)[turn % 3]]
    for observer in chosen:
        for number in range(turn, turn + max(TRIES, long_games)):
            pair = found(case, observer, number, MOST)
            if mover_of(pair.true) not in (observer, -1):
                yield pair, number
                if not long_games:
                    break


def mover_of(course: Course) -> int:
    """Return the seat that must act; -1 if there is none."""
    return course.case.ruleset.next_seat(course.state)


def orders_of(course: Course, other: Course, observer: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]], bool]:
    """Return orders for both worlds, and whether both lead to the same command for all that the observer sees."""
    ruleset, seat = course.case.ruleset, mover_of(course)
    rows, actions, others = ruleset.commands, ruleset.actions(course.state, seat), ruleset.actions(other.state, seat)
    names = sorted({rows.of(one.example).name for one in actions.templates if is_of_cards(one)})
    never = next(row.name for row in rows.rows if row.name not in names)
    idle: list[dict[str, Any]] = [{"kind": "cards", "command": never, "first": []}, {"kind": "answer", "accept": False}]
    both = [one for one in actions if one in others and _is_alike(course, other, seat, one, observer)]
    if both:
        order = {"kind": "send", "commands": [rows.encode(Random(course.version).choice(both))]}
        return [order], [*idle, order], True
    if names and not actions.commands:
        cards = {"kind": "cards", "command": names[0], "first": []}
        return [cards], [*idle, cards], True
    return idle[:1], idle[1:], False


def _is_alike(course: Course, other: Course, seat: int, command: Any, observer: int) -> bool:
    """Return whether a command draws nothing, and shows the observer the same in both worlds."""
    told = []
    for state in (course.state, other.state):
        chance = NotedChance(SampledChance(Random(0)))
        events = course.case.ruleset.decide(state, seat, command, chance).events
        viewer = observer if observer >= 0 else None
        told.append([course.case.ruleset.events.of(event).redact(event, viewer) for event in events])
        if chance.draws or course.case.ruleset.result(state) is not None:
            return False
    return told[0] == told[1]


def give(world: Hosted, seat: int, orders: list[dict[str, Any]]) -> None:
    """Set orders with the token of their seat, all at one time; its holder has agreed to be shown as present."""
    headers = {"Authorization": f"Bearer {world.tokens[seat]}"}
    shown = world.house.client.patch(f"/v1/games/{world.id}/seats/{seat}", json={"presence": True}, headers=headers)
    assert shown.status_code == 200, shown.text
    for order in orders:
        world.house.clock.ms = SET_MS
        path = f"/v1/games/{world.id}/seats/{seat}/orders"
        answer = world.house.client.post(path, json=order, headers=headers)
        assert answer.status_code == 201, answer.text


def look(visit: Visit, ms: int) -> list[Answer]:
    """Return all that the observer receives at a time."""
    visit.world.house.clock.ms = ms
    before = len(visit.answers)
    for name in SEEN:
        SURFACES[name](visit)
    return visit.answers[before:]


def see(bench: Bench, number: int, course: Course, wish: Wish, orders: list[dict[str, Any]]) -> list[list[Answer]]:
    """Host a world, give orders, let them be carried out, and return what the observer received before and after."""
    house, seat = bench.houses[number], mover_of(course)
    with same_luck(wish.name):
        house.empty()
        world = hosted(house, course, wish)
        world.made["receiver"] = bench.receiver
        visit = Visit(world, [], packed=True)
        give(world, seat, orders)
    with same_luck(f"{wish.name} later"):  # ids of requests are drawn, of which one world has had more
        seen = [look(visit, SET_MS + 10)]
        for step in range(1, WAITS_MS // 1000 + 1):
            house.clock.ms = SET_MS + 1000 * step
            sweep_once(house.ctx)
        world.version = house.ctx.store.head(world.id)
        seen.append(look(visit, SET_MS + WAITS_MS + 10_000))
    return seen


@pytest.fixture(autouse=True)
def one_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both servers draw delays from one secret, as one server in two worlds does."""
    monkeypatch.setattr(order_times, "delay_ms", lambda secret, *place: DELAY_MS(b"the same", *place))


@pytest.mark.parametrize("name", NAMES)
def test_nobody_sees_the_orders_of_another_seat(bench: Bench, name: str, long_games: int) -> None:
    for pair, number in pairs(HOSTED[name], long_games):
        kinds = ("human",) * pair.true.case.seats
        wish = Wish(f"orders {name} {number}", pair.observer, SEED, "free", kinds, None, None, bench.url)
        mine, theirs, acts = orders_of(pair.true, pair.other, pair.observer)
        one = see(bench, 0, pair.true, wish, mine)
        other = see(bench, 1, pair.other, replace(wish), theirs)
        for before, after in zip(one, other, strict=True):
            for mine_seen, their_seen in zip(before, after, strict=True):
                assert mine_seen == their_seen
        assert not acts or one[0] != one[1]


def test_orders_that_are_set_or_not_look_the_same(bench: Bench) -> None:
    pair = next(pair for pair, _ in pairs(HOSTED["catan-4"], 0))
    wish = Wish("orders or none", pair.observer, SEED, "free", ("human",) * 4, None, None, bench.url)
    none, some = (
        see(bench, number, pair.true, wish, orders)[0] for number, orders in ((0, []), (1, [{"kind": "pass"}]))
    )
    assert none == some


def test_what_orders_do_is_seen(bench: Bench) -> None:
    """In most pairs the orders send something, and a world where they do is told apart from one without orders."""
    acting = [
        (pair, orders)
        for pair, orders, acts in (
            (pair, *orders_of(pair.true, pair.true, pair.observer)[::2])
            for name in NAMES
            for pair, _ in pairs(HOSTED[name], 0)
        )
        if acts
    ]
    assert 2 * len(acting) > len(NAMES)
    pair, orders = acting[0]
    kinds = ("human",) * pair.true.case.seats
    wish = Wish("orders that act", pair.observer, SEED, "free", kinds, None, None, bench.url)
    assert see(bench, 0, pair.true, wish, [])[1] != see(bench, 1, pair.true, wish, orders)[1]
