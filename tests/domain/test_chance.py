"""Tests the one door of chance: draws follow from the seed by a published recipe, and every outcome has its weight."""

import hashlib
import hmac
import json
from collections import Counter
from random import Random

import pytest

from domain.catan import CATAN
from domain.core.chance import (
    Chance,
    Choice,
    ChosenChance,
    Draw,
    FirstChance,
    NotedChance,
    SampledChance,
    ScriptedChance,
    SeededChance,
    outcomes,
)
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND

SEED = b"seed"
WEIGHTS = (0, 1, 3, 0, 2)
FAIR = pytest.mark.rule("dice.component.dice", "catan.hidden.deck_order", "elasund.pirate.reward_random")


def recipe(key: bytes, stream: str, n: int, weights: tuple[int, ...]) -> int:
    """Return the index that the recipe gives at the first attempt."""
    message = f"{stream}:{n}:0".encode()
    point = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big") % sum(weights)
    cards = [index for index, weight in enumerate(weights) for _ in range(weight)]
    return cards[point]


@FAIR
def test_a_draw_follows_from_seed_stream_and_number() -> None:
    for n in range(50):
        assert SeededChance(SEED).pick("dice", n, WEIGHTS) == recipe(SEED, "dice", n, WEIGHTS)
    streams = [[SeededChance(SEED).pick(stream, n, WEIGHTS) for n in range(50)] for stream in ("dice", "deck")]
    assert streams[0] != streams[1]


@FAIR
def test_the_entropies_of_the_seats_change_the_key() -> None:
    key = hashlib.sha256(b"seed\0one\0two").digest()
    drawn = [SeededChance(SEED, [b"one", b"two"]).pick("dice", n, WEIGHTS) for n in range(50)]
    assert drawn == [recipe(key, "dice", n, WEIGHTS) for n in range(50)]
    assert drawn != [SeededChance(SEED).pick("dice", n, WEIGHTS) for n in range(50)]


def attempt(n: int, number: int) -> int:
    """Return the value of an attempt at a draw."""
    return int.from_bytes(hmac.digest(SEED, f"x:{n}:{number}".encode(), "sha256")[:8], "big")


@FAIR
def test_a_value_above_the_last_whole_multiple_is_drawn_again() -> None:
    total = (1 << 63) + 1
    kept = next(n for n in range(100) if attempt(n, 0) < total)
    again = next(n for n in range(100) if attempt(n, 1) < total <= attempt(n, 0))
    for n, value in ((kept, attempt(kept, 0)), (again, attempt(again, 1))):
        assert SeededChance(SEED).pick("x", n, (value, 1, total - value - 1)) == 1


@FAIR
def test_the_first_value_above_the_last_whole_multiple_is_drawn_again_too() -> None:
    n = next(n for n in range(100) if attempt(n, 1) < attempt(n, 0) and attempt(n, 0) >> 63)
    total = attempt(n, 0)
    assert SeededChance(SEED).pick("x", n, (1, total - 1)) == 1


@FAIR
@pytest.mark.parametrize("chance", [SeededChance(SEED), SampledChance(Random(1))], ids=["seeded", "sampled"])
def test_every_outcome_comes_by_its_weight(chance: Chance) -> None:
    found = Counter(chance.pick("dice", n, WEIGHTS) for n in range(6000))
    assert set(found) == {1, 2, 4}
    for index in found:
        assert abs(found[index] / 6000 - WEIGHTS[index] / 6) < 0.03


@FAIR
def test_draws_are_noted_in_order() -> None:
    noted = NotedChance(ScriptedChance((2, 1)))
    assert [noted.pick("dice", 0, WEIGHTS), noted.pick("deck", 4, (1, 1))] == [2, 1]
    assert noted.draws == [Draw("dice", 0, WEIGHTS, 2), Draw("deck", 4, (1, 1), 1)]


@FAIR
def test_the_first_outcome_that_can_happen_is_counted() -> None:
    chance = FirstChance()
    assert [chance.pick("dice", n, WEIGHTS) for n in range(3)] == [1, 1, 1]
    assert chance.draws == 3
    with pytest.raises(ValueError):
        ScriptedChance((0,)).pick("dice", 0, WEIGHTS)


@FAIR
def test_all_ways_in_which_chance_may_fall_have_their_probability() -> None:
    found = dict(outcomes(lambda chance: (chance.pick("dice", 0, (1, 0, 3)), chance.pick("dice", 1, (1, 1)))))
    assert found == {(0, 0): 0.125, (0, 1): 0.125, (2, 0): 0.375, (2, 1): 0.375}


def test_a_chosen_draw_comes_out_where_it_can_happen() -> None:
    choices = [Choice("dice", 1, 6, 4), Choice("deck", 0, 3, 1), Choice("deck", 1, 3, 1), Choice("deck", 2, 3, 1)]
    chance = ChosenChance(FirstChance(), choices)

    assert [chance.even("dice", n, 6) for n in range(3)] == [0, 4, 0]
    assert chance.pick("robber", 1, [1] * 6) == 0, "another stream"
    assert chance.pick("deck", 0, [1, 2, 3]) == 1
    assert chance.pick("deck", 1, [1, 0, 3]) == 0, "none of those cards is left"
    assert chance.pick("deck", 2, [1, 2]) == 0, "another kind of draw"


@pytest.mark.parametrize("ruleset", [CATAN, DICE, ELASUND], ids=lambda ruleset: ruleset.name)
def test_every_stream_says_what_its_draws_may_bring(ruleset: Ruleset) -> None:
    assert set(ruleset.outcomes) == set(ruleset.streams)
    for rows in ruleset.outcomes.values():
        assert len({len(row) for row in rows}) == len(rows), "the number of outcomes tells the rows apart"
        said = [json.dumps(outcome) for row in rows for outcome in row]
        assert len(set(said)) == len(said), "and every outcome is in one of them"
