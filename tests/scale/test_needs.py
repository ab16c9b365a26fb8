"""Tests the arithmetic by which figures of one machine become those of many games."""

import math
from typing import Any

import pytest

from tests.scale.needs import (
    LOAD,
    Machine,
    Need,
    busiest_writes,
    needs,
    objects_a_day,
    queue_ms,
    scrub_work,
    together,
    workers,
)
from tests.scale.scrubbing import READ_S, Work, reads_of_look_up, share_looked_up, usual_round
from workers.sweeping.pace import CPU_SHARE
from workers.sweeping.segment_scrub import WAITING_S
from workers.sweeping.strays import TURNS

PLAYED: dict[str, Any] = {
    "versions": 400.0,
    "commands": 300.0,
    "api_ms": 1_000.0,
    "sweep_ms": 100.0,
    "log_ms": [100.0, 60.0, 40.0],
    "log_writes": 2_420.0,
    "queue_ms": [10.0],
}
MEASURED: dict[str, Any] = {
    "hosted_1": {"people": PLAYED, "both": PLAYED, "agents": {**PLAYED, "commands": 0.0}, "api_bytes": 2e8},
    "hosted_2": {"both": {**PLAYED, "queue_ms": [8.0, 2.0]}, "agents": {**PLAYED, "queue_ms": [3.0, 7.0]}},
    "rows": {"open": {"us": 300.0, "writes": 10.0}, "over": {"us": 200.0, "writes": 10.0}},
    "whole": {"running_bytes": 3e4, "feed_bytes": 1e4, "over_bytes": 2.5e4, "archived_bytes": 3e4},
    "key_bytes": 120.0,
    "short": {"sealed": {"lists of API keys": 70.0, "lists of players": 30.0, "places in the archive": 13.0}},
    "size_100": {"lobby_bytes": 1e5},
    "size_1000": {
        "lobby_bytes": 1e6,
        "segment_proof_us_a_game": 50.0,
        "look_up_us_a_game": 1_000.0,
        "look_up_reads_a_game": 0.5,
        "segment_bytes_a_game": 2e3,
        "segment_us_a_mb": 1_000.0,
    },
}


def need(part: str, games_a_day: int = 1_000_000, peak: float = 2.0, **machine: Any) -> Need:
    """Return what a part needs."""
    load = LOAD._replace(games_a_day=games_a_day, peak=peak)
    return next(one for one in needs(MEASURED, load, Machine(**machine)) if one.part == part)


@pytest.mark.parametrize("part", [one.part for one in needs(MEASURED)])
def test_twice_as_many_games_need_twice_as_much_and_the_wall_stays(part: str) -> None:
    one, two = need(part), need(part, 2_000_000)
    near = 0.1 if part == "scrub of the archive" else 1e-6  # its index has more runs
    assert two.cores == pytest.approx(2 * one.cores, rel=near)
    assert two.wall == pytest.approx(one.wall, rel=near) or part == "archived games"
    assert two.memory >= one.memory
    assert two.machines >= one.machines


def test_cores_are_those_of_the_busiest_hour() -> None:
    assert need("API", 86_400, peak=1.0).cores == pytest.approx(1.0)
    assert need("API", 86_400, peak=3.0).cores == pytest.approx(3.0)
    assert need("log, processor", 86_400, peak=1.0).cores == pytest.approx(0.2)


def test_a_part_on_one_core_has_its_wall_where_that_core_is_as_busy_as_it_may_be() -> None:
    wall = need("lobby", busy=0.5).wall
    assert need("lobby", round(wall), busy=0.5).cores == pytest.approx(0.5, rel=1e-6)


@pytest.mark.parametrize(("part", "most"), [("log, processor", 64), ("sweep", 64), ("queues", 16)])
def test_parts_that_divide_have_their_wall_where_all_of_their_cores_are(part: str, most: int) -> None:
    wall = need(part, busy=0.5).wall
    assert need(part, round(wall), busy=0.5).cores == pytest.approx(0.5 * most, rel=1e-6)


def test_hosts_of_the_api_add_up() -> None:
    assert math.isinf(need("API").wall)


def test_machines_are_enough_for_cores_and_for_memory() -> None:
    machine = Machine(cores=4, memory_gb=16.0, busy=0.5, full=0.5)
    assert [machine.for_cores(cores) for cores in (0.0, 2.0, 2.1, 4.0)] == [1, 1, 2, 2]
    assert [machine.for_memory(size) for size in (0.0, 8e9, 8.1e9)] == [1, 1, 2]


def test_memory_and_processors_of_the_log_are_on_the_same_machines() -> None:
    found = needs(MEASURED)
    machines = {one.part: one.machines for one in found}
    in_memory = ("games that run", "games that are over", "idempotency keys", "archived games")
    memory = sum(machines[part] for part in in_memory)
    others = machines["API"] + machines["queues"] + machines["sweep"] + machines["scrub of the archive"]
    assert together(found) == max(machines["log, processor"], memory) + others


def test_places_in_the_archive_do_not_count_to_what_is_kept_for_ever() -> None:
    bound = 64 * (4_096 * 82 + 1_024 * 150)
    assert need("archived games", 1_000).memory == pytest.approx(bound + 365 * 1_000 * 100)


def test_keys_of_commands_take_memory_for_a_day() -> None:
    commands = 0.9 * 300  # four agents send none
    assert need("idempotency keys", 1_000).memory == pytest.approx(1_000 * commands * 120)


def test_memory_of_games_that_run_is_that_of_those_at_the_same_time() -> None:
    assert need("games that run", 86_400, peak=1.0).memory == pytest.approx(3_600 * 4e4)


def test_a_store_of_the_queues_has_its_share_of_what_all_of_them_take() -> None:
    half = LOAD._replace(people=0.0, both=0.5, agents=0.5)
    assert queue_ms(MEASURED, half, 2) == pytest.approx(queue_ms(MEASURED, half, 1) / 2)


def test_the_busiest_primary_has_the_rows_of_the_lobby_beside_its_part() -> None:
    assert busiest_writes(MEASURED, 1) == pytest.approx(2_420.0 / 400)
    assert busiest_writes(MEASURED, 4) == pytest.approx((2_400.0 / 4 + 20.0) / 400)


def test_a_game_with_more_bytes_takes_longer_to_prove() -> None:
    assert scrub_work(MEASURED, 1e8, 0.0).cpu_s == pytest.approx((50.0 + 2.8e4 / 1e6 * 1_000.0) / 1e6)


def test_a_look_up_takes_as_much_as_its_reads() -> None:
    reads = reads_of_look_up(1e8)
    usual, whole = (scrub_work(MEASURED, 1e8, share) for share in (0.0, 1.0))
    assert whole.cpu_s - usual.cpu_s == pytest.approx(reads / 0.5 * 1e-3)
    assert whole.reads - usual.reads == pytest.approx(reads)


def test_agents_that_do_half_as_many_moves_need_twice_the_cores() -> None:
    quick, slow = workers(MEASURED, {"quick": 1_000.0, "slow": 500.0})
    assert slow.cores == pytest.approx(2 * quick.cores)


def test_objects_are_segments_of_8_mb_and_runs_of_the_index() -> None:
    day = objects_a_day(MEASURED)
    assert day.size == pytest.approx(3e10)
    assert day.count == pytest.approx(3e10 / 8e6 + 1e6 / 4_096)


def test_a_sweep_proves_for_as_long_as_processor_or_waiting_take() -> None:
    assert Work(3.0, 0.0, 0.0).sweep_s == pytest.approx(3.0 / CPU_SHARE)
    assert Work(0.0, 100.0, 0.0).sweep_s == pytest.approx(100 * READ_S / WAITING_S)
    assert Work(1.0, 1_000.0, 0.0).sweep_s == pytest.approx(max(1 / CPU_SHARE, 1_000 * READ_S / WAITING_S))


def test_in_a_usual_round_one_game_of_16_is_looked_up() -> None:
    found = {
        "segment_proof_s": 10.0,
        "look_up_s": 160.0,
        "segments": 50,
        "archived": 1_000,
        "look_up_reads_a_game": 3.2,
    }
    work = usual_round({**found, "segment_bytes_a_game": 1e3})
    assert work == (pytest.approx(20.0), pytest.approx(50 + 200), pytest.approx(1e6))
    assert [share_looked_up(new) for new in (0.0, 1.0)] == [1 / TURNS, 1.0]


def test_more_games_are_in_more_runs() -> None:
    found = [reads_of_look_up(count) for count in (0, 1e5, 1e6, 1e7, 1e8, 1e9)]
    assert found == sorted(found)
    assert found[:2] == [0, 0], "their places are in the store"
    assert 3 < found[-1] < 8
