"""Tests worlds that fit what a seat knows (ledger, chapter 17).

What the seat has seen stays, and what it cannot know is dealt again.
"""

from collections.abc import Callable
from random import Random

import pytest

from domain.elasund import ELASUND
from domain.elasund.chapters.church import BuildChurch, ChooseChurchTile
from domain.elasund.chapters.pirates import ChooseReward, GiveUpCards, RewardTaken
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.state import State
from domain.elasund.terms import CARD_KINDS, COLORS, KINDS
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, build, cards, influence, place


def raided() -> Table:
    """Red and blue each owe the pirate one of several cards; red has laid one aside."""
    table = Table(huts=False).building(R, "well", (5, 3)).building(B, "well", (6, 3)).gold(R, 3).gold(B, 3)
    table.influence(R, red=2, green=1).influence(B, blue=3)
    return table.roll_pirate(5).when(R, GiveUpCards(cards(red=1)))


def halved() -> Table:
    """In a shortage red has laid half of its cards aside, and blue still has to."""
    table = Table(2, huts=False).building(R, "inn", (0, 4)).influence(R, red=3, blue=2).influence(B, red=2)
    table.supply(deck=" ", discards=" ")
    table.state.pool = (0, 8, 13, 11)  # all other cards, where nobody can draw them
    return table.roll(6).when(R, HalveInfluence(influence(red=1, blue=1)))


def drawn() -> Table:
    """Red looks at the first two church tiles."""
    return Table(huts=False).gold(R, 7).influence(B, red=1, green=1).when(R, BuildChurch(), 3)


def hidden() -> Table:
    """Red has put a church tile under the pile."""
    table = drawn()
    return table.when(R, ChooseChurchTile(table.state.pair[0]))


def rewarded(color: str = "red") -> Table:
    """Red has openly taken a card that blue gave up, and holds another that no other seat has seen."""
    table = Table(4, "german", huts=False).walls(R, 107, 106, 105).building(B, "well", (6, 3))
    table.influence(B, **{color: 1}).influence(R, **{"green" if color == "red" else "red": 1})
    return table.roll_pirate(5).when(R, ChooseReward(cards(**{color: 1})))


def won() -> Table:
    """Red has won and all hands lie open."""
    table = Table().gold(B, 2).influence(B, red=2).influence(R, green=1).permit(R, 0, (3, 9)).gold(R, 5)
    table.building(R, "large", (6, 1), (6, 4)).building(R, "inn", (4, 0), (0, 7)).building(R, "shop", (0, 0))
    table.building(R, "well", (8, 7), (8, 8))
    table.when(R, build("well", 3, 9))
    assert table.points(R) == 10
    return table.end_turn()


GIVEN: dict[str, Callable[[], Table]] = {
    "raided": raided,
    "halved": halved,
    "drawn": drawn,
    "hidden": hidden,
    "rewarded": rewarded,
    "won": won,
}


def worlds(state: State, viewer: int | None, count: int = 6) -> list[State]:
    """Return some worlds dealt from what a viewer knows."""
    known = ELASUND.observe(state, viewer)
    return [ELASUND.determinize(known, Random(seed)) for seed in range(count)]


def totals(state: State) -> list[int]:
    """Return how many cards there are of each kind, gold first."""
    gold = state.bank + sum(state.gold) + sum(state.aside[::CARD_KINDS]) + state.pool[0]
    colors = [
        state.deck[color]
        + state.discards[color]
        + state.pool[1 + color]
        + sum(state.influence[color::KINDS])
        + sum(state.aside[1 + color :: CARD_KINDS])
        for color in range(KINDS)
    ]
    return [gold, *colors]


@pytest.mark.rule("elasund.info.hand_hidden")
@pytest.mark.rule("elasund.info.church_pair_private")
@pytest.mark.parametrize("given", GIVEN)
def test_a_world_looks_the_same_to_whom_it_was_dealt_for(given: str) -> None:
    state = GIVEN[given]().state
    for viewer in (None, *range(state.seats)):
        shown = ELASUND.render(ELASUND.observe(state, viewer))
        for world in worlds(state, viewer):
            assert ELASUND.render(ELASUND.observe(world, viewer)) == shown
            assert totals(world) == totals(state)
            assert min(*world.deck, *world.influence, *world.gold, *world.aside) >= 0


@pytest.mark.rule("elasund.info.hand_hidden")
def test_a_hand_that_nobody_saw_is_dealt_anew() -> None:
    found = {tuple(world.colors_of(B)) for world in worlds(raided().state, R, 30)}
    assert len(found) > 3
    assert {sum(hand) for hand in found} == {3}
    assert {tuple(world.aside_of(R)) for world in worlds(raided().state, B, 60)} == {
        cards(gold=1),
        *(cards(**{color: 1}) for color in COLORS),
    }


@pytest.mark.rule("elasund.info.halves_private")
def test_a_half_may_hold_any_influence_and_no_gold() -> None:
    laid = {tuple(world.aside_of(R)) for world in worlds(halved().gold(R, 5).state, B, 60)}
    assert {cards[0] for cards in laid} == {0}
    assert len(laid) > 2


@pytest.mark.rule("elasund.info.church_bottom_known")
def test_only_who_hid_a_tile_is_sure_of_it() -> None:
    state = hidden().state
    assert {world.bottom for world in worlds(state, R, 30)} == {state.bottom}
    assert len({world.bottom for world in worlds(state, B, 30)}) > 3
    pair = drawn().state
    assert {world.pair for world in worlds(pair, R, 30)} == {pair.pair}
    assert len({world.pair for world in worlds(pair, None, 30)}) > 3


@pytest.mark.rule("elasund.info.pirate_pool_public")
@pytest.mark.parametrize("color", COLORS)
def test_a_card_taken_from_the_pool_is_known_until_it_leaves(color: str) -> None:
    at = COLORS.index(color)
    table = rewarded(color)
    assert {world.colors_of(R)[at] > 0 for world in worlds(table.state, B, 40)} == {True}
    table.influence(R, **{color: 1}).gold(R, 9).phase("permit").when(R, place(1, 3, 8, color))
    assert {world.colors_of(R)[at] > 0 for world in worlds(table.state, B, 40)} == {True, False}
    given = rewarded(color).building(R, "well", (6, 8)).turn(B)
    given.roll_pirate(11).when(R, GiveUpCards(cards(**{color: 1})))
    assert {world.colors_of(R)[at] > 0 for world in worlds(given.state, B, 40)} == {True, False}


@pytest.mark.rule("elasund.info.pirate_pool_public")
def test_of_several_cards_taken_openly_one_that_leaves_is_counted_off() -> None:
    table = rewarded("green").apply(RewardTaken(R, 1), RewardTaken(R, 3), RewardTaken(R, 3))
    table.gold(R, 9).influence(R, blue=1).phase("permit").when(R, place(1, 3, 8, "blue"))
    assert table.state.known[: len(COLORS)] == [1, 1, 0]
