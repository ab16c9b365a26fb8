"""Tests that a record alone proves the chance of a game, and that no forged die passes.

`make sdks` does so with 1,000 records, and with one changed die in each of them.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from longroad_client import fairness
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.seating import SeatWish, take_seat
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.golden.records import read_record
from tests.openapi.sdks.forging import FORGERS, chosen, rechained
from tests.openapi.sdks.second_checker import HAS_NODE, checked
from tests.service.recorded import act, record_of
from tests.service.tables import Clock

KINDS: tuple[dict[str, Any], ...] = (
    {"ruleset": "catan-dice"},
    {"ruleset": "elasund"},
    {"ruleset": "catan", "options": {"victory_points": 3}},
)
GOLDEN = ("records/base/beginner-3", "records/others/elasund-german-3", "records/tables/busy", "records/others/dice-2")
FILE = Path(str(fairness.__file__))
AT_ONCE = 40


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """Return records of each ruleset, one with undone rolls and entropies."""
    return [read_record(name) for name in GOLDEN]


def test_every_draw_of_a_golden_record_holds(records: list[dict[str, Any]]) -> None:
    for record in records:
        assert fairness.check(record, record["commitment"]) > 10


@pytest.mark.parametrize("forger", FORGERS)
def test_no_changed_die_passes(records: list[dict[str, Any]], forger: str) -> None:
    forge, found_by = FORGERS[forger]
    for record in records:
        with pytest.raises(fairness.Unfair) as caught:
            fairness.check(forge(record, Random(forger)))
        assert caught.value.check in found_by


def test_what_was_noted_before_the_game_counts(records: list[dict[str, Any]]) -> None:
    assert refused(records[0], commitment=records[1]["commitment"]) == ("commitment", 1)


def test_chosen_draws_are_named_as_such(records: list[dict[str, Any]]) -> None:
    assert [refused(chosen(record)) for record in records] == [("sandbox", 3)] * len(records)


def test_a_draw_that_was_left_out_is_missed(records: list[dict[str, Any]]) -> None:
    """A server that drew twice and kept the better roll would number the draw it kept too high."""
    record = json.loads(json.dumps(records[0]))
    seed = bytes.fromhex(record["seed"])
    version = next(version for version in record["versions"] if any(d["stream"] == "dice" for d in version["draws"]))
    (draw,) = version["draws"]
    draw["number"] += 1
    draw["outcome"] = fairness.drawn(seed, "dice", draw["number"], draw["weights"])
    version["events"][0]["dice"] = [draw["outcome"] // 6 + 1, draw["outcome"] % 6 + 1]

    assert refused(rechained(record)) == ("order", version["version"])


def test_one_hash_never_fits_two_seeds(records: list[dict[str, Any]]) -> None:
    """A server that committed to 64 bytes could show them as one seed, or as a salt and another seed."""
    record = json.loads(json.dumps(records[0]))
    seed = record["seed"]
    opened, last = record["versions"][0]["events"][0], record["versions"][-1]["events"][-1]
    for place in (record, opened, last):
        place["seed"], place["salt"] = seed[:32], seed[32:]

    assert refused(rechained(record))[0] == "commitment"


@pytest.mark.parametrize("wrong", [{}, [], 7, {"record": 1, "status": "finished", "versions": 3}, {"record": 2}])
def test_what_is_no_record_is_refused(wrong: Any) -> None:
    assert refused(wrong) == ("shape", 0)


def test_the_file_alone_is_a_program(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    alone = tmp_path / "fairness.py"
    alone.write_bytes(FILE.read_bytes())
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(records[0]))
    bad.write_text(json.dumps(FORGERS["chained"][0](records[0], Random(1))))

    assert ran(alone, good, records[0]["commitment"]) == (0, f"{fairness.check(records[0])} draws hold")
    assert ran(alone, bad)[0] == 1
    assert ran(alone, tmp_path / "none.json")[0] == 2
    assert ran(alone)[0] == 2


def test_the_checker_is_short() -> None:
    assert len([line for line in FILE.read_text().splitlines() if line.strip()]) <= 150


def test_random_games_hold_and_their_forgeries_do_not(rq_redis: Redis, long_games: int, tmp_path: Path) -> None:
    """The entropies are those of two seats in three games of four; every forger takes his turn.

    Both checkers see all records: that in TypeScript too, where Node is installed.
    """
    proven: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    both = 0
    for numbers in batches(long_games or len(KINDS)):
        records = [played(rq_redis, KINDS[number % len(KINDS)], Random(f"fair {number}")) for number in numbers]
        draws = [fairness.check(record, record["commitment"]) for record in records]
        forgers = [sorted(FORGERS)[number // len(KINDS) % len(FORGERS)] for number in numbers]
        forged = [
            FORGERS[one][0](record, Random(f"forged {record['chain']}"))
            for one, record in zip(forgers, records, strict=True)
        ]
        found = [[*refused(record)] for record in forged]
        assert all(check in FORGERS[one][1] for one, (check, _) in zip(forgers, found, strict=True))
        if HAS_NODE:
            assert checked(tmp_path / f"{numbers.start}", [*records, *forged]) == [*draws, *found]
            both += len(records)
        proven.update(record["ruleset"] for record in records)
        proven["draws"] += sum(draws)
        refusals.update(forgers)
    assert (refusals.total(), both) == (long_games or len(KINDS), refusals.total() if HAS_NODE else 0)
    print(f"proven: {dict(proven)}; refused with one changed die: {dict(refusals)}; by both checkers: {both} of each")


def batches(count: int) -> Iterator[range]:
    """Yield the numbers of some games at a time: records are large."""
    yield from (range(first, min(count, first + AT_ONCE)) for first in range(0, count, AT_ONCE))


def played(rq_redis: Redis, kind: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Play a game at random, and return its record."""
    ctx = new_context(rq_redis)
    seats = [NewSeat("human"), NewSeat("open"), NewSeat("open")]
    wish = NewGame(kind["ruleset"], seats, seat_order="random", undo="free", options=kind.get("options", {}))
    made = create_game(ctx, wish)
    for seat in range(2):
        take_seat(ctx, made.id, None, SeatWish(entropy=rng.choice(["", "ñandú", f"{seat} of {rng.random()}"])))
    while act(ctx, made.id, rng):
        pass
    return record_of(ctx, made.id)


def new_context(rq_redis: Redis) -> Context:
    """Return a context over a log in memory."""
    return compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis), Clock())


def refused(record: Any, commitment: str | None = None) -> tuple[str, int]:
    """Return which check refuses a record, and at which version."""
    with pytest.raises(fairness.Unfair) as caught:
        fairness.check(record, commitment)
    return caught.value.check, caught.value.version


def ran(*command: object) -> tuple[int, str]:
    """Run the file as a program, with nothing of ours on its path, and return its exit code and what it said."""
    ended = subprocess.run([sys.executable, "-I", *map(str, command)], capture_output=True, text=True)
    return ended.returncode, ended.stdout.strip()
