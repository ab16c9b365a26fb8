"""Tests jobs in several stores: where each is, how it is found, and what is left without one of them.

All of it runs on real stores.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext

import pytest
from redis.exceptions import RedisError

from service.problems import Problem
from service.queue.ai_jobs import AiJobs
from service.queue.fair_shares import MOST_JOBS, check_room
from service.queue.job_names import JobKey
from service.queue.jobs import Jobs, Move
from service.queue.stream_leases import announce_consent, count_consents
from tests.service.queue.several import SeveralStores, game_at, place_of, several_stores

KEY = JobKey("0123456789abcdef" * 2 + "01234567", "request")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeveralStores]:
    with several_stores(tmp_path_factory.mktemp("several"), 3) as stores:
        yield stores


@pytest.fixture
def three(running: SeveralStores) -> SeveralStores:
    running.empty()
    return running


def replay(jobs: Jobs, game: str, key: JobKey | None = None) -> str:
    """Queue a replay of a game and return its id."""
    return str(jobs.replay(game, None, False, {}, "token", key)["id"])


@pytest.mark.parametrize("place", range(3))
def test_all_work_for_a_game_is_in_one_store(three: SeveralStores, place: int) -> None:
    jobs = Jobs.at(three.url)
    game = game_at(jobs, place)
    jobs.play_ai(game, 4)
    replay(jobs, game)
    replay(jobs, game, KEY)
    jobs.undo(game, Move(3, 4, None), "token")
    jobs.enqueue("analysis", "workers.jobs.analyze", [game, 4, "", {}], "token", is_long=True)
    counts = [(three.client(n).llen("rq:queue:jobs"), three.client(n).llen("rq:queue:long")) for n in range(3)]
    assert counts == [(3, 1) if n == place else (0, 0) for n in range(3)]
    assert [bool(three.client(n).keys(f"longroad:ai:{game}:*")) for n in range(3)] == [n == place for n in range(3)]
    assert jobs.agent_state(game, 0) == "queued"


def test_jobs_of_no_game_are_spread(three: SeveralStores) -> None:
    jobs = Jobs.at(three.url)
    made = [jobs.enqueue("arena", "workers.jobs.arena", [{}, ""], "token", is_long=True)["id"] for _ in range(40)]
    assert all(three.client(place).llen("rq:queue:long") for place in range(3))
    assert all(jobs.read(job, "token") for job in made)


@pytest.mark.parametrize("key", [None, KEY])
@pytest.mark.parametrize(("before", "after"), [([0], [0, 1]), ([0, 1], [2, 0, 1]), ([0, 1, 2], [1, 0])])
def test_a_job_is_found_by_its_id_after_the_list_has_changed(
    three: SeveralStores, key: JobKey | None, before: list[int], after: list[int]
) -> None:
    old, new = Jobs.at(three.some(before)), Jobs.prompt(three.some(after))
    for game in (game_at(Jobs.at(three.url), place) for place in range(3)):
        three.empty()
        job = replay(old, game, key)
        is_kept = three.urls[before[place_of(old, game)]] in [three.urls[place] for place in after]
        assert (new.read(job, "token") is not None) == is_kept
        assert (new.wait(job, "token", 0) is not None) == is_kept
        assert new.read(job, "another token") is None
        assert (new.earlier("replay", key, "token", game) is not None) == (is_kept and key is not None)


def test_a_request_under_a_key_is_queued_once_across_a_change_of_the_list(three: SeveralStores) -> None:
    old, new = Jobs.at(three.urls[0]), Jobs.at(three.url)
    game = game_at(new, 2)
    first = replay(old, game, KEY)
    assert (new.earlier("replay", KEY, "token", game) or {})["id"] == first
    with pytest.raises(Problem, match="idempotency_key_reused"):
        new.earlier("replay", JobKey(KEY.name, "another request"), "token", game)


def test_without_one_store_all_others_go_on(three: SeveralStores) -> None:
    jobs = Jobs.prompt(three.url)
    games = [game_at(jobs, place) for place in range(3)]
    with three.killed(1):
        for place, game in enumerate(games):
            is_away = place == 1
            told: AbstractContextManager[object] = pytest.raises(RedisError) if is_away else nullcontext()
            with told:
                job = replay(jobs, game, KEY)
                assert jobs.read(job, "token")
                assert jobs.earlier("replay", KEY, "token", game)
            jobs.wake(game, 4)  # which the sweep does again
            assert jobs.agent_state(game, 0) == ("late" if is_away else "queued")
            check_room([one.shares for one in jobs.all], "client")
            jobs.drop_replays(game)
        with pytest.raises(RedisError):
            jobs.read("replay-00" + 30 * "0", "token")  # it may be in the store that does not answer


def test_the_room_of_a_client_is_that_in_all_stores(three: SeveralStores) -> None:
    jobs = Jobs.at(three.url)
    for number in range(MOST_JOBS):
        check_room([one.shares for one in jobs.all], "client")
        job = replay(jobs, game_at(jobs, number % 3))
        jobs.of_job(job).shares.note_job("client", job)
    with pytest.raises(Problem, match="too_many_requests"):
        check_room([one.shares for one in jobs.all], "client")
    check_room([one.shares for one in jobs.all], "another client")


def test_a_fingerprint_is_found_in_whichever_store_its_game_has(three: SeveralStores) -> None:
    jobs = Jobs.at(three.url)
    for place in range(3):
        game, mark = game_at(jobs, place), b"position %d" % place
        jobs.of(game).heads.note(game, 1, 1, lambda mark=mark: mark)  # type: ignore[misc]
        jobs.of(game).heads.flush()
        assert [one.heads.find(mark) for one in jobs.all] == [game if n == place else None for n in range(3)]


def test_a_game_whose_store_is_another_one_now_is_asked_for_there(three: SeveralStores) -> None:
    """A job that waits in the old store does no harm there: the lease of the game is in the new one."""
    old, new = Jobs.at(three.some([0, 1])), Jobs.at(three.url)
    game = next(game for n in range(500) if place_of(old, game := f"g{n}") != place_of(new, game))
    old.wake(game, 4)
    home: AiJobs = new.of(game).ai
    assert home.revive(game, 4)
    assert not home.revive(game, 4)
    assert home.hold(game) is not None


def test_consent_is_announced_to_hosts_that_list_the_stores_in_another_order(three: SeveralStores) -> None:
    here, there = (Jobs.prompt(three.some(places)) for places in ([0, 1, 2], [2, 1, 0]))
    announce_consent(here)
    assert (count_consents(here), count_consents(there)) == (1, 1)
    announce_consent(there)
    assert (count_consents(here), count_consents(there)) == (2, 2)


def test_replays_of_a_game_are_deleted_wherever_they_were_made(three: SeveralStores) -> None:
    old, new = Jobs.at(three.some([0, 1])), Jobs.at(three.url)
    game = next(game for n in range(500) if place_of(old, game := f"g{n}") != place_of(new, game))
    made = [replay(jobs, game) for jobs in (old, new)]
    for jobs, job_id in zip((old, new), made, strict=True):
        queue = jobs.of(game).queue
        job = queue.fetch_job(job_id)
        assert job is not None
        queue.finished_job_registry.add(job, 60)
    assert all(new.read(job, "token") for job in made)
    new.drop_replays(game)
    assert [new.read(job, "token") for job in made] == [None, None]
