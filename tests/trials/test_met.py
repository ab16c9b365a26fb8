"""Tests that silence, failures and the slowest answer are counted from what the callers met."""

from tests.trials.met import Met


def test_silence_is_the_longest_stretch_without_an_accepted_command() -> None:
    met = Met(accepted=[1.0, 2.0, 7.0, 8.0])

    assert met.silence(0.0, 8.0) == 5.0
    assert met.silence(6.0, 9.5) == 1.5
    assert met.silence(3.0, 6.0) == 3.0


def test_failures_are_counted_by_code_within_spans() -> None:
    met = Met(failures=[(1.0, "503 store_unavailable"), (4.0, "503 store_unavailable"), (9.0, "500 internal_error")])

    assert met.codes() == {"500 internal_error": 1, "503 store_unavailable": 2}
    assert met.codes([(0.0, 2.0), (8.0, 9.0)]) == {"500 internal_error": 1, "503 store_unavailable": 1}


def test_the_slowest_answer_is_told() -> None:
    assert Met(answers=[(1.0, 0.1), (2.0, 0.7), (5.0, 3.0)]).slowest(0.0, 3.0) == 0.7
    assert Met().slowest(0.0, 3.0) == 0.0


def test_the_silence_of_some_games_is_theirs_alone() -> None:
    met = Met(accepted_in=[(1.0, "a"), (2.0, "b"), (7.0, "b"), (8.0, "a")])

    assert met.silence(0.0, 8.0, {"a"}) == 7.0
    assert met.silence(0.0, 8.0, {"b"}) == 5.0
    assert met.silence(0.0, 8.0, {"c"}) == 8.0
