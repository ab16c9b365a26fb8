"""Tests that the search finds an order where there is one, and says where there is none, in histories made by hand."""

from itertools import permutations
from math import inf
from random import Random

import pytest

from tests.linearizability.checking import misfit
from tests.linearizability.history import Operation, behind, of_commands, unseen
from tests.linearizability.model import BEGINNING, Read, State, Write


def op(began: float, ended: float, act: Write | Read) -> Operation:
    return Operation(began, ended, act)


def made(version: int, mark: str = "", base: int | None = None) -> Write:
    return Write(base, version, version, mark or f"t{version}")


FITTING = {
    "one after another": [op(0, 1, made(1)), op(2, 3, Read(1)), op(4, 5, made(2))],
    "a read beside a command sees either": [op(0, 9, made(1)), op(1, 2, Read(0)), op(3, 4, Read(1)), op(5, 6, Read(1))],
    "two at once, in either order": [op(0, 9, made(2)), op(0, 9, made(1)), op(10, 11, Read(2, "t2"))],
    "an unknown one that was done": [op(0, inf, Write()), op(5, 6, Read(1)), op(7, 8, made(2))],
    "an unknown one that was done long after": [op(0, inf, Write()), op(5, 6, Read(0)), op(7, 8, Read(1))],
    "an unknown one that was never done": [op(0, inf, Write()), op(5, 6, made(1)), op(7, 8, Read(1, "t1"))],
    "an unknown one of two commands": [op(0, inf, Write(count=2)), op(5, 6, Read(2, "x")), op(7, 8, Read(2, "x"))],
    "a retry whose first copy was done": [op(0, 9, made(1)), op(1, 2, Read(1)), op(3, 4, made(2))],
    "a command for the version that is": [op(0, 1, made(1)), op(2, 3, made(2, base=1)), op(4, 5, Read(2))],
    "nothing": [],
}
WRONG = {
    "a stale read": [op(0, 1, made(1)), op(2, 3, made(2)), op(4, 5, Read(1))],
    "reads that go back": [op(0, 9, made(1)), op(1, 2, Read(1)), op(3, 4, Read(0))],
    "a lost command": [op(0, 1, made(1)), op(2, 3, Read(0))],
    "a lost command whose number was given again": [op(0, 1, made(1, "a")), op(2, 3, made(1, "b"))],
    "a doubled command": [op(0, 1, made(1)), op(2, 3, Read(2))],
    "one version read with two faces": [op(0, inf, Write()), op(1, 2, Read(1, "a")), op(3, 4, Read(1, "b"))],
    "a read of what was never written": [op(0, 1, Read(1))],
    "what was done before it was sent": [op(0, 1, Read(1)), op(2, 3, made(1))],
    "two in the order in which they were not": [op(0, 1, made(2)), op(2, 3, made(1))],
    "a command for a version that was not": [op(0, 1, made(1)), op(2, 3, made(2)), op(4, 5, made(3, base=1))],
}


@pytest.mark.parametrize("history", FITTING.values(), ids=FITTING)
def test_an_order_is_found(history: list[Operation]) -> None:
    assert misfit(history) is None


@pytest.mark.parametrize("history", WRONG.values(), ids=WRONG)
def test_no_order_is_found(history: list[Operation]) -> None:
    found = misfit(history)

    assert found is not None
    assert "fits nowhere" in str(found)


def test_what_agents_did_may_be_anywhere() -> None:
    told = [op(0, 1, made(1)), op(4, 5, made(4)), op(2, 3, Read(2))]

    assert misfit([*told, *unseen(told, {1: "t1", 2: "a", 3: "b", 4: "t4"})]) is None
    assert misfit([*told, *unseen(told, {1: "t1", 2: "a", 4: "t4"})]) is not None


def test_how_far_reads_are_behind_is_counted() -> None:
    history = [op(0, 1, made(1)), op(2, 3, made(2)), op(3, 5, made(3)), op(4, 5, Read(1)), op(6, 7, Read(1))]

    assert behind(history) == [1, 2]
    assert behind([*history[:3], op(4, 5, Read(2)), op(6, 7, Read(3))]) == []
    assert of_commands([op(0, 1, Read(1)), op(2, 3, Read(1, is_refusal=True))]) == [op(2, 3, Read(1, is_refusal=True))]


def is_linearizable(history: list[Operation]) -> bool:
    """Try every order of every choice, as the definition has it."""
    certain = [one for one in history if one.is_certain]
    open_ones = [one for one in history if not one.is_certain]
    choices = [
        [*certain, *(one for bit, one in enumerate(open_ones) if mask >> bit & 1)]
        for mask in range(1 << len(open_ones))
    ]
    return any(_fits(order) for chosen in choices for order in permutations(chosen))


def _fits(order: tuple[Operation, ...]) -> bool:
    state: State | None = BEGINNING
    for number, one in enumerate(order):
        if any(later.ended < one.began for later in order[number + 1 :]):
            return False
        state = one.act.after(state)
        if state is None:
            return False
    return True


def at_random(rng: Random) -> list[Operation]:
    acts = [
        lambda: made(rng.randint(1, 3), rng.choice("ab")),
        lambda: Read(rng.randint(0, 3), rng.choice(["a", "b", None])),
        lambda: Write(),
    ]
    history = []
    for _ in range(rng.randint(2, 6)):
        act, began = rng.choice(acts)(), rng.random()
        is_open = isinstance(act, Write) and act.first is None
        history.append(op(began, inf if is_open else began + rng.random(), act))
    return history


def test_the_search_agrees_with_the_definition() -> None:
    rng = Random(14)
    verdicts = []
    for _ in range(1500):
        history = at_random(rng)
        verdicts.append(is_linearizable(history))
        assert (misfit(history) is None) == verdicts[-1], history
    assert 50 < sum(verdicts) < 1450


def long_history(rng: Random, versions: int) -> list[Operation]:
    """Return what five clients do at once, each answered as one log answers them."""
    history, ends = [], 0.0
    for version in range(1, versions + 1):
        moment = version + rng.random() / 2
        history.append(op(moment - rng.random() * 3, moment + rng.random() * 3, made(version)))
        for _ in range(4):
            at = moment + rng.random() / 4
            history.append(op(at - rng.random(), at + rng.random(), Read(version)))
        ends = moment
    return [*history, *(op(rng.random() * ends, inf, Write()) for _ in range(3))]


def test_a_whole_game_is_searched_and_one_stale_answer_in_it_is_found() -> None:
    history = long_history(Random(3), 250)
    assert misfit(history) is None

    stale = op(200.0, 201.0, Read(150))
    assert misfit([*history, stale]) is not None
