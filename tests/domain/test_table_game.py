"""Tests that the core plays all games: none has an engine of its own, and chapters combine as the core allows."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.chance import SampledChance
from domain.core.chapter import ANY, Chapter, Rules, Times, Watch
from domain.core.table_game import TableGame
from domain.dice import DICE
from domain.elasund import ELASUND

PLAYED_BY_THE_CORE = ("play", "admit", "actions", "draft", "begin", "evolve", "turn", "in_turn")


class Wave:
    """Represents a command that no game has."""


class Nod:
    """Represents another command that no game has."""


def nothing(*_: Any) -> Any:
    """Refuse nothing and emit nothing."""


def listed(*names: str) -> Any:
    """Return a function that lists these words in place of commands."""
    return lambda state, seat: list(names)


@pytest.mark.parametrize("game", [CATAN, DICE, ELASUND], ids=lambda game: game.name)
def test_no_game_has_an_engine_of_its_own(game: TableGame[Any, Any, Any, Any]) -> None:
    own = [name for name in PLAYED_BY_THE_CORE if getattr(type(game), name) is not getattr(TableGame, name)]
    assert own == []


@pytest.mark.parametrize("game", [CATAN, ELASUND], ids=lambda game: game.name)
def test_what_a_seat_knows_is_not_copied(game: TableGame[Any, Any, Any, Any]) -> None:
    """A whole position is, and goes on by itself."""
    opening = game.setup(game.configure(3, None, (), {}), SampledChance(Random(1)))
    state = game.begin(opening[0])
    copy = state.copy()
    copy.turn += 1
    assert state.turn != copy.turn
    with pytest.raises(TypeError):
        game.observe(state, 0).copy()


def test_two_chapters_may_not_own_one_command() -> None:
    with pytest.raises(ValueError, match="two owners"):
        Rules((Chapter("one", rules={Wave: nothing}), Chapter("other", rules={Wave: nothing})))


def test_two_chapters_may_not_refuse_one_command_in_one_frame() -> None:
    times: Times[Any] = Times(refusals={0: {Wave: "toy.no"}})
    with pytest.raises(ValueError, match="two owners"):
        Rules((Chapter("one", frames={0: "open"}, acting=times), Chapter("other", acting=times)))


def test_one_chapter_may_watch_every_command() -> None:
    watch: Watch[Any] = Watch(nothing, nothing)
    with pytest.raises(ValueError, match="second of other"):
        Rules((Chapter("one", watch=watch), Chapter("other", watch=watch)))


def test_chapters_list_in_their_order_or_in_another() -> None:
    one: Chapter[Any] = Chapter("one", frames={0: "open"}, acting=Times(listers={0: listed("a")}))
    other: Chapter[Any] = Chapter("other", acting=Times(listers={0: listed("b")}))
    for rules, order in (
        (Rules((one, other)), ["a", "b"]),
        (Rules((one, other), listing=(other, one)), ["b", "a"]),
    ):
        assert [word for lister in rules.acting[0].listers for word in lister(None, 0)] == order


def test_a_frame_refuses_by_its_own_rule_before_any_other() -> None:
    chapter: Chapter[Any] = Chapter(
        "one",
        frames={0: "open", 1: "shut"},
        acting=Times(allowed={0: frozenset({Wave})}, refusals={0: {Nod: "toy.nod"}, 1: {ANY: "toy.shut"}}),
        out_of_turn={Nod: "toy.later", ANY: "toy.never"},
    )
    rules = Rules((chapter,))
    assert rules.acting[0].allowed == {Wave}
    assert rules.acting[0].refusal(Nod) == "toy.nod"
    assert rules.acting[0].refusal(Wave) is None
    assert rules.acting[1].refusal(Wave) == "toy.shut"
    assert rules.others[0].refusal(Nod) is None
    assert (rules.refusal_out_of_turn(Nod), rules.refusal_out_of_turn(Wave)) == ("toy.later", "toy.never")


@pytest.mark.parametrize("game", [CATAN, DICE, ELASUND], ids=lambda game: game.name)
def test_every_frame_that_waits_for_nobody_brings_something_about(game: TableGame[Any, Any, Any, Any]) -> None:
    """A frame in which no seat can do anything has to happen by itself; others may, and then wait for a seat."""
    rules = game.whole
    idle = {kind for kind in rules.frames if not rules.acting[kind].allowed}
    assert idle <= set(rules.arrivals) <= set(rules.frames)
