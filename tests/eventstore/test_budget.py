"""Tests the budgets of requests: what counts, and from when on nothing ends a request any more."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import thread_time

import pytest
from greenlet import getcurrent, greenlet, settrace

from eventstore import budget
from eventstore.budget import Budget, TooLong, check, each, follow, renew
from eventstore.budget import measure_cpu as spent_so_far
from eventstore.outages import Unconfirmed, writing
from eventstore.records import Beside, Claim, Conflict, Duplicate, OtherFacts
from eventstore.store import EventStore
from tests.eventstore.samples import versions

CLAIM = Claim("scope", "hash-1", b"sealed")
SERVED = pytest.mark.parametrize("store", ["redis", "cluster", "replicated"], indirect=True)
"""Marks tests that need a store on which requests are served."""


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every budget be used up from the beginning."""
    monkeypatch.setattr(budget, "SECONDS", -1.0)


@pytest.fixture
def followed() -> Iterator[None]:
    """Count only the time in which a greenlet runs."""
    follow()
    yield
    settrace(None)


def burn(seconds: float) -> None:
    """Use CPU time."""
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def is_over() -> bool:
    """Return whether a point would end this request."""
    try:
        check("here")
    except TooLong:
        return True
    return False


@pytest.mark.usefixtures("spent")
def test_without_a_budget_no_point_does_anything() -> None:
    items = [1, 2, 3]
    assert not is_over()
    assert each("here", items) is items


@pytest.mark.usefixtures("spent")
def test_a_loop_ends_at_its_first_item_and_an_empty_one_never() -> None:
    with Budget():
        assert list(each("here", [])) == []
        with pytest.raises(TooLong, match="here"):
            list(each("here", [1]))


def test_a_loop_is_looked_at_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Budget():
        items = iter(each("here", range(100)))
        assert next(items) == 0
        monkeypatch.setattr(budget, "SECONDS", -1.0)
        with pytest.raises(TooLong):
            list(items)


def test_what_was_ended_once_is_ended_at_every_point(monkeypatch: pytest.MonkeyPatch) -> None:
    with Budget():
        with monkeypatch.context() as spent:
            spent.setattr(budget, "SECONDS", -1.0)
            assert is_over()
        assert is_over()
    with Budget():
        assert not is_over()


@pytest.mark.usefixtures("spent")
def test_a_request_within_another_has_its_budget() -> None:
    with Budget(only_reads=True):
        with Budget():
            assert is_over()
        assert is_over()
    assert not is_over()


@pytest.mark.usefixtures("followed")
def test_only_the_time_counts_in_which_a_request_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "SECONDS", 0.02)

    def serve(work: float) -> bool:
        with Budget():
            burn(work)
            getcurrent().parent.switch()
            return is_over()

    quick, long = greenlet(serve), greenlet(serve)
    quick.switch(0.0)
    long.switch(0.03)
    burn(0.03)  # what has no budget, such as a stream
    assert [quick.switch(), long.switch()] == [False, True]


def test_what_lets_others_run_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "SECONDS", 0.02)
    with Budget():
        burn(0.03)
        renew()
        assert not is_over()


@SERVED
@pytest.mark.usefixtures("spent")
def test_nothing_ends_a_request_that_has_written(store: EventStore) -> None:
    for write in (
        lambda: store.append("g", 0, versions(1), beside=Beside(claim=CLAIM)),
        lambda: store.set_facts("g", {"token": b"seat"}),
        lambda: store.set_name("g", 0, "Ana"),
        lambda: store.set_deadlines("g", {"turn": 5}),
        lambda: store.delete("g"),
    ):
        with Budget():
            assert is_over()
            write()
            assert not is_over()


@SERVED
@pytest.mark.usefixtures("spent")
def test_a_request_that_only_reads_ends_whatever_it_tidies_up(store: EventStore) -> None:
    with Budget(only_reads=True):
        store.set_facts("g", {"token": b""})
        assert is_over()
    with Budget():
        store.put_snapshot("g", 1, "tag", b"can be made again")
        assert is_over()


@SERVED
@pytest.mark.parametrize(
    ("refusal", "refused"),
    [
        (Conflict, lambda store: store.append("g", 0, versions(1))),
        (OtherFacts, lambda store: store.append("g", 1, versions(1), beside=Beside(given={"token": b"another"}))),
    ],
)
@pytest.mark.usefixtures("spent")
def test_an_append_that_wrote_nothing_does_not_count(
    store: EventStore, refusal: type[Exception], refused: Callable[[EventStore], object]
) -> None:
    store.append("g", 0, versions(1))
    with Budget():
        with suppress(refusal):
            refused(store)
        assert is_over()
    with Budget():
        store.set_name("g", 0, "Ana")
        with suppress(refusal):
            refused(store)
        assert not is_over()


@SERVED
@pytest.mark.usefixtures("spent")
def test_the_answer_to_what_was_written_before_is_given(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(claim=CLAIM))
    with Budget():
        with pytest.raises(Duplicate):
            store.append("g", 0, versions(1), beside=Beside(claim=CLAIM))
        assert not is_over()


@pytest.mark.usefixtures("spent")
def test_nothing_ends_a_request_whose_write_was_not_confirmed() -> None:
    def unheard() -> None:
        raise TimeoutError

    with Budget():
        with suppress(Unconfirmed, TimeoutError):
            writing(lambda: True, unheard)()
        assert not is_over()


@pytest.mark.usefixtures("followed")
def test_a_request_has_spent_its_own_time_before_a_renewal_too_but_not_that_of_others() -> None:
    assert spent_so_far() == 0
    with Budget():
        burn(0.02)
        renew()
        assert spent_so_far() >= 0.02
        greenlet(lambda: burn(0.1)).switch()
        assert spent_so_far() < 0.1
