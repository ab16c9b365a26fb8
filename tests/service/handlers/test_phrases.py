"""Tests what seats say by phrases: bounded, limited, as late as the game for spectators, and gone when it must be."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.clients import fact_names
from service.clients.phrases import MINUTE_MS, MOST_IN_MINUTE, MOST_SAID, PHRASES, Talk, read_talk
from service.forgetting.people import erase_seat
from service.game.context import Context
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.holders import renew_token
from service.handlers.phrases import mute_seats, say_phrase
from service.handlers.resignation import resign
from service.problems import Problem
from service.texts.files import LANGUAGES
from service.texts.words import say
from service.views.game_view import view_document
from service.views.phrases import phrases_document
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.toy import EndTurn, Roll


def talking(ctx: Context, **wish: object) -> Created:
    """Return a game of two people who may talk."""
    return new_game(ctx, phrases=True, **wish)


def speak(ctx: Context, made: Created, seat: int, phrase: str = "hello") -> int:
    """Let a seat say a phrase; return the number of the message."""
    return say_phrase(ctx, ctx.games.load(made.id), caller(ctx, made, seat), phrase).number


def heard(ctx: Context, made: Created, seat: int | None = None) -> list[tuple[int, int, str]]:
    """Return what a seat or a spectator reads: number, seat, phrase."""
    shown = phrases_document(ctx, ctx.games.load(made.id), caller(ctx, made, seat), "en")
    return [(one["number"], one["seat"], one["phrase"]) for one in shown["said"]]


def test_every_phrase_has_words_in_every_language_and_all_differ() -> None:
    for language in LANGUAGES:
        words = [say(f"said.{phrase}", language=language) for phrase in PHRASES]
        assert len(set(words)) == len(PHRASES)
        assert not any(word.startswith("said.") for word in words)
    assert 15 <= len(PHRASES) <= 20


def test_all_hear_what_a_seat_says_and_the_game_stays_as_it_was(ctx: Context) -> None:
    made = talking(ctx)
    tip = ctx.games.load(made.id).tip
    assert speak(ctx, made, 0) == 1
    assert speak(ctx, made, 1, "thanks") == 2
    for seat in (0, 1, None):
        assert heard(fresh(ctx), made, seat) == [(1, 0, "hello"), (2, 1, "thanks")]
    assert fresh(ctx).games.load(made.id).tip == tip


def test_a_game_that_does_not_allow_it_has_nothing_of_it(ctx: Context) -> None:
    made = new_game(ctx)
    with refusal("refused", "phrases.off"):
        speak(ctx, made, 0)
    with refusal("refused", "phrases.off"):
        mute_seats(ctx, ctx.games.load(made.id), caller(ctx, made, 0), 0, [1])
    assert fact_names.SAID not in ctx.store.facts(made.id)
    game = ctx.games.load(made.id)
    assert "phrases" not in view_document(ctx, game, caller(ctx, made), is_newest=True)


def test_only_seats_speak(ctx: Context) -> None:
    made = talking(ctx)
    for who in (caller(ctx, made), caller(ctx, made, owner=True)):
        with pytest.raises(Problem) as refused:
            say_phrase(ctx, ctx.games.load(made.id), who, "hello")
        assert refused.value.status in (401, 403)


def test_a_seat_says_at_most_five_phrases_in_a_minute_and_others_are_free(ctx: Context) -> None:
    made = talking(ctx)
    for _ in range(MOST_IN_MINUTE):
        speak(ctx, made, 0)
    with pytest.raises(Problem) as refused:
        speak(ctx, made, 0)
    assert (refused.value.slug, refused.value.members["retry_after"]) == ("too_many_requests", 60)
    speak(ctx, made, 1)
    ctx.clock.ms += MINUTE_MS  # type: ignore[attr-defined]
    assert speak(ctx, made, 0) == MOST_IN_MINUTE + 2


def test_only_the_newest_messages_are_kept_and_numbers_go_on(ctx: Context) -> None:
    made = talking(ctx)
    for _ in range(MOST_SAID + 7):
        ctx.clock.ms += MINUTE_MS  # type: ignore[attr-defined]
        speak(ctx, made, 1)
    numbers = [number for number, *_ in heard(ctx, made)]
    assert numbers == list(range(8, MOST_SAID + 8))
    assert len(ctx.store.fact(made.id, fact_names.SAID) or b"") < 4096


def test_what_several_say_at_once_is_all_there(ctx: Context) -> None:
    made = new_game(ctx, *["human"] * 4, phrases=True)
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda seat: speak(fresh(ctx), made, seat), range(4)))
    assert sorted(done) == [1, 2, 3, 4]
    assert sorted(seat for _, seat, _ in heard(ctx, made)) == [0, 1, 2, 3]


def test_a_muted_seat_is_heard_by_all_others(ctx: Context) -> None:
    made = new_game(ctx, *["human"] * 3, phrases=True)
    mute_seats(ctx, ctx.games.load(made.id), caller(ctx, made, 0), 0, [1, 0, 17])
    speak(ctx, made, 1)
    speak(ctx, made, 2)
    assert heard(ctx, made, 0) == [(2, 2, "hello")]
    for seat in (1, 2, None):
        assert heard(ctx, made, seat) == [(1, 1, "hello"), (2, 2, "hello")]
    mute_seats(ctx, ctx.games.load(made.id), caller(ctx, made, 0), 0, [])
    assert len(heard(ctx, made, 0)) == 2
    assert fact_names.mutes(0) not in ctx.store.facts(made.id)


def test_nobody_mutes_for_another_seat(ctx: Context) -> None:
    made = talking(ctx)
    with refusal("forbidden"):
        mute_seats(ctx, ctx.games.load(made.id), caller(ctx, made, 1), 0, [1])


def test_a_new_token_of_the_same_holder_keeps_whom_it_muted(ctx: Context) -> None:
    made = talking(ctx)
    made.seats[0]["token"] = renew_token(ctx, made.id, made.seats[0]["token"], 0).token
    mute_seats(ctx, ctx.games.load(made.id), caller(ctx, made, 0), 0, [1])
    made.seats[0]["token"] = renew_token(ctx, made.id, made.seats[0]["token"], 0).token
    speak(ctx, made, 1)
    assert heard(ctx, made, 0) == []


def test_spectators_hear_as_late_as_they_see(ctx: Context) -> None:
    made = talking(ctx, spectator_delay={"versions": 1})
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    speak(ctx, made, 0)
    assert (heard(ctx, made), len(heard(ctx, made, 1))) == ([], 1)
    submit(ctx, made.id, 0, [EndTurn()])
    assert len(heard(ctx, made)) == 1

    slow = talking(ctx, spectator_delay={"seconds": 60})
    speak(ctx, slow, 0)
    assert heard(ctx, slow) == []
    ctx.clock.ms += 61_000  # type: ignore[attr-defined]
    assert len(heard(ctx, slow)) == 1


def test_what_a_forgotten_person_said_is_gone_and_no_number_comes_back(ctx: Context) -> None:
    made = talking(ctx)
    put_aside(ctx, made)
    for seat in (0, 1, 0):
        speak(ctx, made, seat)
    mute_seats(ctx, ctx.games.load(made.id), caller(ctx, made, 0), 0, [1])
    erase_seat(ctx, made.id, 0)
    assert heard(fresh(ctx), made) == [(2, 1, "hello")]
    assert fact_names.mutes(0) not in ctx.store.facts(made.id)
    assert speak(ctx, made, 1) == 4


def test_it_is_gone_with_its_game(ctx: Context) -> None:
    made = talking(ctx)
    speak(ctx, made, 0)
    ctx.store.delete(made.id)
    assert ctx.store.fact(made.id, fact_names.SAID) is None


def test_seats_speak_after_the_end_but_not_once_they_have_resigned(ctx: Context) -> None:
    made = talking(ctx)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    assert ctx.games.load(made.id).table.finished
    assert speak(ctx, made, 1, "good_game") == 1


def test_what_is_kept_reads_back() -> None:
    talk = Talk().add(1, "hello", 5, 2).add(0, "oops", 6, 2)
    assert read_talk(talk.write()) == talk
    assert read_talk(b"") == Talk()
