"""Tests non-interference as the contract has it: worlds that an observer cannot tell apart answer with the same bytes.

The short form hosts one pair of every game that is listed here; the long form (`--long=N`, `make secrets`) hosts N
pairs for each of its observers.
"""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from tests.laws.cases import CASES, Case
from tests.secrets.courses import played
from tests.secrets.hosting import SPECTATOR, Hosted, Wish, hosted, same_luck
from tests.secrets.pairs import SEED, Bench, Compared, Pair, found, observers
from tests.secrets.surfaces.all import SURFACES
from tests.secrets.visiting import Visit

NAMES: Final = (
    "catan-4",
    "catan-5",
    "catan-canal-5",
    "catan-mallorca-3",
    "favors-4",
    "helpers-4",
    "favors-helpers-new-york-6",
    "dice-3",
    "elasund-english-3",
    "elasund-german-4",
    "goofspiel-2",
)
HOSTED: Final[dict[str, Case]] = {case.name: case for case in CASES if case.name in NAMES}
SHORT_MOST: Final = 45
LONG_MOST: Final = (160, 160, 160, 400)
"""The greatest lengths of the long form's games, in turn."""
ELSEWHERE: Final = {
    ("POST", "/v1/games"): "makes a game of which nothing is hidden from its maker yet",
    ("POST", "/v1/games/<id>/draws"): "refused outside of sandbox games, where nothing is at stake",
    ("POST", "/v1/webhooks"): "made before the visit",
    ("GET", "/v1/webhooks"): "the caller's own settings",
    ("PATCH", "/v1/webhooks/<id>"): "the caller's own settings",
    ("DELETE", "/v1/webhooks/<id>"): "the caller's own settings",
    ("POST", "/v1/webhooks/<id>/test"): "tells of no game",
    ("POST", "/v1/webhooks/<id>/deliveries/<int:n>/retry"): "posts what the delivery posts",
}
"""Resources that no surface requests, and why."""
READ: Final = ("views", "board", "pictures", "legal actions", "events", "fairness and votes")
"""Surfaces that change nothing and show nothing that was drawn for the answer alone."""


@pytest.mark.parametrize("name", NAMES)
def test_an_observer_cannot_tell_two_worlds_apart(
    bench: Bench, name: str, long_games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    case, done = HOSTED[name], []
    for observer, number in _chosen(case, long_games):
        most = LONG_MOST[number // 2 % len(LONG_MOST)] if long_games else SHORT_MOST
        done.append(bench.compare(found(case, observer, number, most), number))
    assert any(compared.differs or compared.other_seed for compared in done)
    if long_games:
        with capsys.disabled():
            print(_told(name, done), flush=True)


def _chosen(case: Case, long_games: int) -> list[tuple[int, int]]:
    """Return observers and numbers of pairs.

    The short form has one pair for a case, with another observer and another kind from case to case.
    """
    everybody = observers(case)
    if long_games:
        return [(observer, number) for number in range(long_games) for observer in everybody]
    turn = NAMES.index(case.name)
    return [(everybody[turn % len(everybody)], turn)]


def _told(name: str, done: list[Compared]) -> str:
    answers, size = sum(compared.answers for compared in done), sum(compared.bytes for compared in done)
    different, seeds = sum(compared.differs for compared in done), sum(compared.other_seed for compared in done)
    return (
        f"{name}: {len(done)} pairs, {different} with other cards, {seeds} with another seed: "
        f"{answers} answers of {size} bytes alike"
    )


def test_every_resource_of_a_game_is_compared(bench: Bench) -> None:
    """A resource that is added needs a surface, or a reason why it has none."""
    asked = bench.compare(found(HOSTED["dice-3"], 0, 2, 8), 2).asked
    wanted = {
        (method, rule.rule)
        for rule in bench.houses[0].app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith(("/v1/games", "/v1/positions", "/v1/me", "/v1/jobs", "/v1/webhooks"))
        if method not in ("OPTIONS", "HEAD")
    }
    assert wanted - asked == set(ELSEWHERE)


def test_worlds_that_differ_for_an_observer_are_told_apart(bench: Bench) -> None:
    """A pair made for spectators differs in the answers to a seat that was dealt other cards."""
    pair = found(HOSTED["catan-4"], SPECTATOR, 0)
    one, other = (
        [world.case.ruleset.render(world.case.ruleset.observe(world.state, seat)) for seat in range(4)]
        for world in (pair.true, pair.other)
    )
    seat = next(seat for seat in range(4) if one[seat] != other[seat])
    with pytest.raises(AssertionError, match="two worlds are told apart"):
        bench.compare(Pair(seat, pair.true, pair.other), 0)


def test_key_that_acts_for_a_seat_reads_what_its_token_reads(bench: Bench) -> None:
    case = HOSTED["catan-4"]
    wish = Wish("key of a seat", 1, SEED, "free", ("human",) * case.seats, None, None, bench.url, by_key=True)
    with same_luck(wish.name):
        bench.houses[0].empty()
        world = hosted(bench.houses[0], played(case, Random(wish.name), SHORT_MOST), wish)
    by_token = replace(world, key="")
    spectating = replace(by_token, wish=replace(wish, observer=SPECTATOR))

    assert read(world) == read(by_token)
    assert read(world) != read(spectating)


def read(world: Hosted) -> list[tuple[str, int, bytes]]:
    """Return all that the observer reads of the game, without the headers, which name other quotas for a key."""
    visit = Visit(world, [], packed=True)
    for name in READ:
        SURFACES[name](visit)
    return [(answer.asked, answer.status, answer.body) for answer in visit.answers]
