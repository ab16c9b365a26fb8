"""Tests that the judge, where it leaves out what is out of reach, answers as the one that tries everything."""

from functools import partial
from itertools import islice
from random import Random

import pytest

from domain.catan import CATAN
from tests.workers.agents.sure import reach
from tests.workers.agents.sure.judge import Judge, TooLong
from tests.workers.agents.sure.positions import CATAN_KINDS, Found, Kind, describe, small_positions
from tests.workers.agents.sure.reach import KNOWN, is_out_of_reach
from tests.workers.agents.sure.walks import broken_bounds

JUDGED = 12
LOOKED_AT = 600
MOST_CARDS = 9
WALKS = 80
MANY = 2_000
COUNTED = [kind for kind in CATAN_KINDS if not {"favors", "helpers"} & {*kind.modules}]
GAMES = [pytest.param(kind, id=f"{kind.seats}-{'+'.join((kind.map or '', *kind.modules))}") for kind in COUNTED]


def looked_at(kind: Kind, number: int, seed: str) -> list[Found]:
    return list(islice(small_positions(kind, f"{seed} {kind}", MOST_CARDS), number))


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_left_out_changes_no_answer(kind: Kind) -> None:
    looked = [0, 0]
    for found in looked_at(kind, JUDGED, "quick"):
        plain, quick = (Judge(CATAN, found.seat, LOOKED_AT, is_quick=is_quick) for is_quick in (False, True))
        try:
            answer = plain.is_won(found.state)
        except TooLong:
            continue
        assert quick.is_won(found.state) == answer, describe(found)
        looked = [looked[0] + LOOKED_AT - plain.left, looked[1] + LOOKED_AT - quick.left]
    assert looked[1] < looked[0]


@pytest.mark.parametrize("kind", GAMES)
def test_no_walk_reaches_what_is_called_out_of_reach(kind: Kind) -> None:
    rng, broken = Random(7), []
    for found in looked_at(kind, WALKS, "walks"):
        assert found.state.slices.keys() <= KNOWN
        for state, gained in broken_bounds(found, rng, partial(is_out_of_reach, seat=found.seat)):
            broken.append(f"{gained} more at {describe(found._replace(state=state))}")
    assert broken == []


PLANTED = [
    ("_most_for_roads", Kind(4), lambda *_: 0),
    ("_leads_army", Kind(4), lambda *_: False),
    ("_list_rates", Kind(4), lambda *_: [4] * 5),
    ("_most_for_roads", Kind(4, "mallorca"), lambda *_: 0),
    ("FREE_ROADS", Kind(4), 0),
    ("HARBORMASTER", Kind(4, None, ("harbormaster",)), ""),
]


@pytest.mark.parametrize(("name", "kind", "planted"), PLANTED, ids=lambda one: str(one)[:20])
def test_what_is_not_counted_is_noticed(
    name: str, kind: Kind, planted: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, name, planted)
    rng = Random(11)
    for found in islice(small_positions(kind, "planted", MOST_CARDS), MANY):
        if broken_bounds(found, rng, partial(is_out_of_reach, seat=found.seat)):
            return
    pytest.fail(f"nobody notices what {name} brings")
