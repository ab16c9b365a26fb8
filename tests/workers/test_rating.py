"""Tests ranks as choices, and the strengths that are fitted to them."""

import math
from random import Random

import pytest

from domain.core.ruleset import Result
from workers.rating import Choice, Strengths, choices, choices_of, ranks_of

TRUE = {"a": 1.0, "b": 2.0, "c": 5.0}


def test_winners_come_first_then_points_count_and_equal_points_share_a_rank() -> None:
    result = Result(winners=(2,), points=(9, 7, 8, 7))
    assert ranks_of(result, ["a", "b", "a", "c"]) == [["a"], ["a"], ["b", "c"]]


def test_each_comes_before_all_below_and_nothing_is_said_of_a_shared_rank_or_oneself() -> None:
    assert list(choices([["a"], ["a"], ["b", "c"]])) == [
        Choice("a", ("a", "a", "b", "c")),
        Choice("a", ("a", "b", "c")),
    ]
    assert list(choices([["a"], ["a"], ["b", "c"]], 1)) == [Choice("a", ("a", "a", "b", "c"))]
    assert list(choices([["b"], ["a"], ["a"]])) == [Choice("b", ("a", "a", "b"))]
    assert list(choices([["a"], ["a"]])) == []


def test_three_wins_in_four_are_odds_of_three_with_the_interval_of_a_share() -> None:
    games = [[Choice("a" if n % 4 else "b", ("a", "b"))] for n in range(2000)]
    rating = Strengths(games).above("a", "b")
    assert rating.elo == pytest.approx(400 * math.log10(3), abs=0.5)
    error = 1.96 * 400 / math.log(10) / math.sqrt(2000 * 0.75 * 0.25)
    assert rating.high - rating.elo == pytest.approx(error, rel=0.01)
    assert Strengths(games).above("b", "a").elo == pytest.approx(-rating.elo)


def test_games_that_are_copies_of_one_another_count_once_for_the_interval() -> None:
    games = [[Choice("a" if n % 4 else "b", ("a", "b"))] for n in range(400)]
    alone, copied = Strengths(games), Strengths([game * 4 for game in games])
    width, wide = (strengths.above("a", "b") for strengths in (alone, copied))
    assert wide.high - wide.low == pytest.approx(width.high - width.low, rel=0.02)


def test_strengths_of_tables_are_found_again() -> None:
    rng = Random(5)
    strengths = Strengths([[*choices(table(rng))] for _ in range(1200)])
    for entrant, strength in TRUE.items():
        rating = strengths.above(entrant, "a")
        assert rating.low - 5 <= 400 * math.log10(strength) <= rating.high + 5


def table(rng: Random) -> list[list[str]]:
    """Return the ranks of a table of four, drawn by strength; two seats have the same entrant."""
    return drawn(rng, [*TRUE, rng.choice(list(TRUE))])


def drawn(rng: Random, left: list[str]) -> list[list[str]]:
    ranks = []
    while left:
        first = rng.choices(left, [TRUE[entrant] for entrant in left])[0]
        left.remove(first)
        ranks.append([first])
    return ranks


def test_one_that_always_won_stays_finite() -> None:
    rating = Strengths([[Choice("a", ("a", "b"))]] * 50).above("a", "b")
    assert 400 < rating.elo < 2000


def test_one_that_has_not_played_has_no_rating() -> None:
    with pytest.raises(ValueError):
        Strengths([[Choice("a", ("a", "b"))]]).above("a", "c")


def test_a_forfeit_is_lost_to_every_other_entrant_and_says_nothing_else() -> None:
    names = ["a", "b", "c", "b"]
    game = {"shares": [0.0, 1.0, 0.0, 0.0], "points": [10, 9, 4, 3], "forfeited": [0]}
    found = choices_of(game, names)
    assert {(choice.first, choice.among) for choice in found} == {("b", ("a", "b")), ("c", ("a", "c"))}
    helped = choices_of(game | {"shares": [0.0, 0.0, 0.0, 0.0], "points": [10, 2, 3, 4]}, names)
    assert helped == found, "whatever the stand-in made of it, nobody's rating moves otherwise"


def test_a_game_that_all_forfeit_and_one_without_an_end_say_nothing() -> None:
    game = {"shares": [0.0, 0.0], "points": [1, 2], "forfeited": [0, 1]}
    assert choices_of(game, ["a", "b"]) == []
    assert choices_of({"shares": None, "points": None}, ["a", "b"]) == []
