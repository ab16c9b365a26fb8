"""Tests how the games are divided over several queues' stores."""

from collections import Counter

import pytest

from eventstore.keys import SHARDS
from service.queue.job_names import JobKey, move_to_game, name_job, shard_of_job
from service.queue.jobs import Jobs
from service.queue.spread import divide
from service.settings.queue_urls import name_store

NAMES = [f"10.0.0.{number}:6379" for number in range(1, 17)]


@pytest.mark.parametrize("count", range(1, 17))
def test_each_store_has_about_as_many_shards(count: int) -> None:
    shares = Counter(divide(NAMES[:count]))
    assert len(shares) == count
    assert max(shares.values()) == -(-SHARDS // count)


@pytest.mark.parametrize("count", range(1, 16))
def test_another_store_takes_little_more_than_its_own_shards(count: int) -> None:
    before, after = divide(NAMES[:count]), divide(NAMES[: count + 1])
    assert sum(old != new for old, new in zip(before, after, strict=True)) <= SHARDS / (count + 1) + SHARDS / 4


def test_the_order_of_the_list_does_not_matter() -> None:
    names = NAMES[:5]
    turned = names[::-1]
    assert [names[number] for number in divide(names)] == [turned[number] for number in divide(turned)]


def test_hosts_with_one_list_agree_whatever_the_password_is() -> None:
    urls = "redis://:one@a:6379/1,redis+sentinel://:one@b:1,c:2/NAME?sentinel_password=x,unix:///run/rq.sock"
    games = [f"game{number}" for number in range(50)]

    def places(jobs: Jobs) -> list[int]:
        return [jobs.all.index(jobs.of(game)) for game in games]

    found = places(Jobs.at(urls))
    assert found == places(Jobs.prompt(urls.replace("one", "two").replace("=x", "=y"))) == places(Jobs.at(urls, 2))
    assert {*found} == {0, 1, 2}


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("redis://user:secret@a:6379/1", "a:6379/1"),
        ("rediss://a:6379?db=1&password=secret", "a:6379/1"),
        ("unix://:secret@/run/rq.sock?db=2", "/run/rq.sock/2"),
        ("redis+sentinel://:secret@a:1,b:2/NAME?sentinel_password=secret", "a:1,b:2/NAME"),
        ("redis+sentinel://B:2,a:1/NAME/0", "a:1,b:2/NAME"),
        ("redis://a:6379/0", "a:6379"),
        ("redis://A:6379/", "a:6379"),
    ],
)
def test_a_store_is_named_by_where_it_is(url: str, name: str) -> None:
    assert name_store(url) == name


def test_the_id_of_a_job_tells_the_shard_of_its_game() -> None:
    for key in (None, JobKey("f" * 40, "request")):
        plain = name_job("undo", key)
        ids = {move_to_game(plain, game) for game in ("one", "two", "three", "four")}
        assert {len(found) for found in ids} == {len(plain)}
        assert len({*map(shard_of_job, ids)}) == len(ids) > 1


@pytest.mark.parametrize("nonsense", ["", "undo", "undo-", "undo-x1", "undo-1", "undo--5f", "undo-é5"])
def test_what_is_no_id_of_a_job_has_a_place_too(nonsense: str) -> None:
    assert 0 <= shard_of_job(nonsense) < SHARDS
