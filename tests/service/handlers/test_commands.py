"""Tests commands of a seat: accepted, refused, in batches, at a version, judged again, repeated under a key."""

from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from eventstore.records import Claim, StoredEvent
from service.game.context import Context
from service.game.idempotency import Key, make_claim
from service.game.results import Created, Submitted
from service.handlers import accept
from service.handlers.commands import submit
from service.handlers.retention import delete_game
from tests.service.looking import view
from tests.service.tables import caller, first_chip, fresh, new_game, put_aside, refusal
from tests.toy import EndTurn, PutAside, Roll, ShowCard, Step


def test_a_command_makes_a_version_that_everybody_sees(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)

    done = submit(ctx, game.id, 0, [Roll()])

    assert (done.first_version, done.version) == (4, 4)
    assert [event["type"] for event in done.events] == ["Rolled"]
    seen = view(ctx, caller(ctx, game))
    assert seen["version"] == 4
    assert seen["state"]["rolled"] is True
    assert view(fresh(ctx), caller(ctx, game)) == seen


def test_events_are_redacted_for_the_seat_that_acts(ctx: Context) -> None:
    game = new_game(ctx)
    chip = first_chip(ctx.games.load(game.id), 1)

    done = submit(ctx, game.id, 1, [chip])

    assert done.events[0]["chips"]
    assert "holder" not in str(done.events)


def test_a_refusal_names_the_rule_and_changes_nothing(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)

    with refusal("refused", "toy.own_turn"):
        submit(ctx, game.id, 1, [Roll()])

    assert ctx.store.head(game.id) == 3
    assert not ctx.games.load(game.id).position.rolled


def test_a_batch_makes_consecutive_versions(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    submit(ctx, game.id, 0, [Roll()])

    done = submit(ctx, game.id, 0, [Step(), Step(), EndTurn()])

    assert (done.first_version, done.version) == (5, 7)
    assert [event["version"] for event in done.events] == [5, 6, 7]
    for version in range(1, 8):
        assert view(ctx, caller(ctx, game), version) == view(fresh(ctx), caller(ctx, game), version)


def test_a_batch_is_refused_whole_and_names_the_index(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    submit(ctx, game.id, 0, [Roll()])

    with refusal("refused", "toy.two_steps", index=2):
        submit(ctx, game.id, 0, [Step(), Step(), Step()])

    assert ctx.store.head(game.id) == 4
    assert ctx.games.load(game.id).position.steps == 0


def test_what_reveals_may_only_stand_last_in_a_batch(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)

    with refusal("refused", "batch.reveal_not_last", index=0):
        submit(ctx, game.id, 0, [Roll(), Step()])

    assert submit(ctx, game.id, 0, [Roll()]).version == 4
    assert submit(ctx, game.id, 0, [Step(), ShowCard()]).version == 6


def test_a_stale_version_is_refused_with_the_current_one(ctx: Context) -> None:
    game = new_game(ctx)
    version = put_aside(ctx, game)

    with refusal("stale_version", version=version):
        submit(ctx, game.id, 0, [Roll()], expected=version - 1)

    assert submit(ctx, game.id, 0, [Roll()], expected=version).version == version + 1


def test_a_game_that_waits_for_seats_takes_no_command(ctx: Context) -> None:
    game = new_game(ctx, "human", "open")

    with refusal("refused", "game.not_started"):
        submit(ctx, game.id, 0, [PutAside((1, 0, 0))])


def test_an_unknown_game_is_not_found(ctx: Context) -> None:
    with refusal("not_found"):
        submit(ctx, "0" * 18, 0, [Roll()])


def test_a_key_gives_the_first_answer_again(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    key = Key.of("k", "POST", "/v1/games/x/commands", "token" * 5, b"roll")

    first = submit(ctx, game.id, 0, [Roll()], key=key)
    again = submit(ctx, game.id, 0, [Roll()], expected=3, key=key)

    assert not first.replayed
    assert again.replayed
    assert again.events == first.events
    assert ctx.store.head(game.id) == 4


def test_a_key_with_another_body_is_refused(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    submit(ctx, game.id, 0, [Roll()], key=Key.of("k", "POST", "/c", "token" * 5, b"roll"))

    with refusal("idempotency_key_reused"):
        submit(ctx, game.id, 0, [Step()], key=Key.of("k", "POST", "/c", "token" * 5, b"step"))


def test_a_refused_request_claims_no_key(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    key = Key.of("k", "POST", "/c", "token" * 5, b"step")
    with refusal("refused", "toy.roll_first"):
        submit(ctx, game.id, 0, [Step()], key=key)
    submit(ctx, game.id, 0, [Roll()])

    assert not submit(ctx, game.id, 0, [Step()], key=key).replayed


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_may_see_is_given_again_from_the_log(ctx: Context, seat: int) -> None:
    game = new_game(ctx)
    key = Key.of("k", "POST", "/c", "token" * 5, b"put aside")
    first = submit(ctx, game.id, seat, [first_chip(ctx.games.load(game.id), seat)], key=key)

    claimed = ctx.store.find_claim(game.id, key.scope_key)
    again = submit(fresh(ctx), game.id, seat, [Roll()], key=key)

    assert claimed == (key.request_hash, b"2 2 %d" % seat), "what the log says is not written again"
    assert again == replace(first, replayed=True)


def test_a_batch_is_given_again_from_the_log(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    submit(ctx, game.id, 0, [Roll()])
    key = Key.of("k", "POST", "/c", "token" * 5, b"steps")
    first = submit(ctx, game.id, 0, [Step(), Step(), EndTurn()], key=key)

    again = submit(ctx, game.id, 0, [Step(), Step(), EndTurn()], key=key)

    assert again == replace(first, replayed=True)


def test_what_an_earlier_release_sealed_is_given_again(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    key = Key.of("k", "POST", "/c", "token" * 5, b"roll")
    sealed = key.seal({"version": 4, "first_version": 4, "events": [{"type": "Rolled"}], "replayed": False})
    claim = Claim(key.scope_key, sealed.request_hash, sealed.answer)
    monkeypatch.setattr(accept, "make_claim", lambda _key, _answer: claim)
    submit(ctx, game.id, 0, [Roll()], key=key)

    assert submit(ctx, game.id, 0, [Roll()], key=key) == Submitted(4, 4, [{"type": "Rolled"}], replayed=True)


def test_versions_that_the_log_has_lost_are_not_waited_for(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    key = Key.of("k", "POST", "/c", "token" * 5, b"roll")
    monkeypatch.setattr(accept, "make_claim", lambda _key, _answer: Claim(key.scope_key, key.request_hash, b"4 5 0"))
    submit(ctx, game.id, 0, [Roll()], key=key)

    with refusal("log_damaged"):
        submit(ctx, game.id, 0, [Roll()], key=key)


def test_nothing_is_given_again_of_a_game_that_was_deleted(ctx: Context) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    key = Key.of("k", "POST", "/c", "token" * 5, b"roll")
    submit(ctx, game.id, 0, [Roll()], key=key)
    delete_game(ctx, game.id)

    with refusal("not_found"):
        submit(ctx, game.id, 0, [Roll()], key=key)


def test_no_answer_without_its_events_is_given_of_a_game_that_goes_just_then(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(ctx)
    put_aside(ctx, game)
    key = Key.of("k", "POST", "/c", "token" * 5, b"roll")
    submit(ctx, game.id, 0, [Roll()], key=key)
    read = ctx.store.read

    def read_late(*what: Any) -> list[StoredEvent]:
        monkeypatch.undo()
        delete_game(ctx, game.id)
        return read(*what)

    monkeypatch.setattr(ctx.store, "read", read_late)
    with refusal("busy"):
        submit(ctx, game.id, 0, [Roll()], key=key)


def test_a_sealed_answer_opens_to_its_key_alone() -> None:
    key, other = (Key.of(word, "POST", "/v1/games", "token" * 5, b"{}") for word in ("mine", "other"))
    created = Created("0123456789abcdef01", 1, "open", [{"seat": 0, "token": "a secret"}], "another secret")

    claim = make_claim(key, created)

    assert claim is not None
    assert b"secret" not in claim.answer
    assert key.opened(Created, claim.request_hash, claim.answer) == replace(created, replayed=True)
    with pytest.raises(InvalidTag):
        other.opened(Created, claim.request_hash, claim.answer)


def test_without_a_credential_a_key_must_be_a_secret() -> None:
    with refusal("idempotency_key_too_short"):
        Key.of("k" * 21, "POST", "/c", None, b"")
    assert Key.of("k" * 22, "POST", "/c", None, b"")


@pytest.mark.parametrize("seat", [0, 1])
def test_several_seats_may_owe_at_once(ctx: Context, seat: int) -> None:
    game = new_game(ctx)

    submit(ctx, game.id, seat, [first_chip(ctx.games.load(game.id), seat)])

    assert [entry["seat"] for entry in view(ctx, caller(ctx, game))["awaiting"]] == [1 - seat]
