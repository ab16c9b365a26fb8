"""Tests undo and redo: policies, ancestors, jobs that carry their version, votes."""

from service.game.context import Context
from service.game.cursors import Cursor
from service.game.idempotency import Key
from service.game.results import Created, Queued, Voted
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head, request_redo, request_undo
from service.handlers.votes import VOTE_MS, cast_vote
from service.views.events_pages import events_page
from service.views.game_view import votes_document
from tests.service.looking import view
from tests.service.tables import Clock, caller, fresh, new_game, put_aside, refusal
from tests.toy import EndTurn, Roll, Step, Wave


def stepped(ctx: Context, *kinds: str, undo: str = "free") -> Created:
    """Return a game in which all chips are aside, seat 0 has rolled, and then has taken two steps in one batch."""
    made = new_game(ctx, *kinds, undo=undo)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step(), Step()])
    return made


def steps(ctx: Context, made: Created, version: int | None = None) -> int:
    """Return how many steps were taken in this turn."""
    state = view(ctx, caller(ctx, made), version)["state"]
    return int(state["steps"])


def moved(ctx: Context, made: Created, to: int, by: int | None = 0) -> int:
    """Move the head, as the job does it; return the new version."""
    done = move_head(ctx, made.id, to, ctx.store.head(made.id), by)
    return int(done["version"])


def test_an_undo_is_a_job_to_before_the_callers_newest_command(ctx: Context) -> None:
    made = stepped(ctx)

    asked = request_undo(ctx, caller(ctx, made, 0))

    assert isinstance(asked, Queued)
    assert (asked.job["kind"], asked.job["status"]) == ("undo", "queued")
    assert moved(ctx, made, 5) == 7
    assert (steps(ctx, made), steps(fresh(ctx), made)) == (1, 1)


def test_every_version_can_be_seen_after_undos(ctx: Context) -> None:
    made = stepped(ctx)
    moved(ctx, made, 4)
    submit(ctx, made.id, 0, [EndTurn()])
    moved(ctx, made, 3)

    assert [steps(ctx, made, version) for version in range(4, 10)] == [0, 1, 2, 0, 0, 0]
    assert [steps(fresh(ctx), made, version) for version in range(4, 10)] == [0, 1, 2, 0, 0, 0]


def test_an_undo_gives_the_same_dice_again(ctx: Context) -> None:
    made = stepped(ctx)
    before = view(ctx, caller(ctx, made), 4)["state"]
    moved(ctx, made, 3)

    submit(ctx, made.id, 0, [Roll()])

    assert view(ctx, caller(ctx, made))["state"] == before


def test_only_an_ancestor_of_the_head_can_be_gone_back_to(ctx: Context) -> None:
    made = stepped(ctx)
    moved(ctx, made, 4)
    submit(ctx, made.id, 0, [EndTurn()])

    for to in (5, 6, 8, 9):
        with refusal("refused", "undo.not_an_ancestor"):
            request_undo(ctx, caller(ctx, made, 0), to)
    assert isinstance(request_undo(ctx, caller(ctx, made, 0), 7), Queued)
    assert isinstance(request_undo(ctx, caller(ctx, made, 0), 4), Queued)


def test_the_start_of_the_game_is_as_far_as_it_goes(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", undo="free")
    take_seat(ctx, made.id, None, SeatWish())
    put_aside(ctx, made)

    with refusal("refused", "undo.not_an_ancestor"):
        request_undo(ctx, caller(ctx, made, 0), 1)
    assert isinstance(request_undo(ctx, caller(ctx, made, 0), 2), Voted)


def test_without_a_command_of_ones_own_there_is_nothing_to_undo(ctx: Context) -> None:
    made = new_game(ctx, undo="free")

    with refusal("refused", "undo.nothing"):
        request_undo(ctx, caller(ctx, made, 0))


def test_an_undo_is_asked_for_by_somebody_at_the_table(ctx: Context) -> None:
    made = stepped(ctx)

    with refusal("unauthorized"):
        request_undo(ctx, caller(ctx, made))


def test_the_owner_who_sits_nowhere_undoes_by_a_vote_of_all(ctx: Context) -> None:
    made = stepped(ctx, "human", "bot", "ai")

    asked = request_undo(ctx, caller(ctx, made, owner=True))

    assert isinstance(asked, Voted)
    assert (asked.vote["by"], asked.vote["waiting"]) == (None, [0, 1])


def test_where_no_party_plays_the_owner_undoes_what_no_agent_began(ctx: Context) -> None:
    made = stepped(ctx, "ai", "ai")

    with refusal("refused", "undo.not_yours"):
        request_undo(ctx, caller(ctx, made, owner=True), 4)
    with refusal("refused", "undo.nothing"):
        request_undo(ctx, caller(ctx, made, owner=True))


def test_until_reveal_nothing_revealed_is_taken_back(ctx: Context) -> None:
    made = stepped(ctx, undo="until_reveal")

    assert isinstance(request_undo(ctx, caller(ctx, made, 0), 4), Queued)
    with refusal("refused", "undo.revealed"):
        request_undo(ctx, caller(ctx, made, 0), 3)
    moved(ctx, made, 4)
    with refusal("refused", "undo.revealed"):
        request_undo(ctx, caller(ctx, made, 0))


def test_what_was_revealed_on_an_abandoned_line_stays_known_but_counts_no_more(ctx: Context) -> None:
    made = stepped(ctx, undo="until_reveal")
    submit(ctx, made.id, 0, [EndTurn()])

    assert moved(ctx, made, 6) == 8
    assert isinstance(request_undo(ctx, caller(ctx, made, 0), 4), Queued)


def test_with_the_policy_off_nothing_is_undone(ctx: Context) -> None:
    made = stepped(ctx, undo="off")

    with refusal("refused", "undo.off"):
        request_undo(ctx, caller(ctx, made, 0))


def test_a_finished_game_is_not_undone(ctx: Context) -> None:
    made = new_game(ctx, undo="free", options={"target": 1})
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])

    with refusal("refused", "undo.finished"):
        request_undo(ctx, caller(ctx, made, 0), 3)
    with refusal("refused", "undo.finished"):
        move_head(ctx, made.id, 3, 4, 0)


def test_the_job_fails_when_the_log_has_grown(ctx: Context) -> None:
    made = stepped(ctx)

    with refusal("stale_version", version=6):
        request_undo(ctx, caller(ctx, made, 0), expected_version=5)
    submit(ctx, made.id, 0, [Wave(2)])
    with refusal("stale_version", version=7):
        move_head(ctx, made.id, 5, 6, 0)


def test_a_job_that_runs_twice_moves_once(ctx: Context) -> None:
    made = stepped(ctx)

    first = move_head(ctx, made.id, 5, 6, 0)
    again = move_head(ctx, made.id, 5, 6, 0)

    assert first == again
    assert ctx.store.head(made.id) == 7


def test_redo_goes_forward_again_step_by_step(ctx: Context) -> None:
    made = stepped(ctx)
    moved(ctx, made, 5)
    moved(ctx, made, 4)

    asked = request_redo(ctx, caller(ctx, made, 0))
    assert isinstance(asked, Queued)
    assert asked.job["kind"] == "redo"
    moved(ctx, made, 7)
    assert steps(ctx, made) == 1
    moved(ctx, made, 6)
    assert (steps(ctx, made), steps(fresh(ctx), made)) == (2, 2)
    with refusal("refused", "redo.nothing"):
        request_redo(ctx, caller(ctx, made, 0))


def test_a_command_ends_what_can_be_redone(ctx: Context) -> None:
    made = stepped(ctx)
    with refusal("refused", "redo.nothing"):
        request_redo(ctx, caller(ctx, made, 0))
    moved(ctx, made, 5)
    submit(ctx, made.id, 0, [EndTurn()])

    with refusal("refused", "redo.nothing"):
        request_redo(ctx, caller(ctx, made, 0))
    moved(ctx, made, 5)
    assert isinstance(request_redo(ctx, caller(ctx, made, 0)), Queued)
    moved(ctx, made, 8)
    assert view(ctx, caller(ctx, made))["state"]["turn"] == 1


def test_the_current_line_leaves_abandoned_versions_out(ctx: Context) -> None:
    made = stepped(ctx)
    moved(ctx, made, 4)
    submit(ctx, made.id, 0, [Step()])

    page = events_page(ctx, caller(ctx, made), after=Cursor(3), line="current")

    assert [event["version"] for event in page["events"]] == [4, 7, 8]
    assert [event["type"] for event in page["events"]] == ["Rolled", "HeadMoved", "Stepped"]


def consented(ctx: Context, *kinds: str) -> tuple[Created, Voted]:
    """Return a game in which seat 0 requested to undo its newest step."""
    made = stepped(ctx, *kinds, undo="consent")
    asked = request_undo(ctx, caller(ctx, made, 0))
    assert isinstance(asked, Voted)
    return made, asked


def test_by_consent_an_undo_opens_a_vote(ctx: Context) -> None:
    made, asked = consented(ctx, "human", "human", "bot")

    assert (asked.vote["id"], asked.vote["status"], asked.vote["waiting"]) == (1, "open", [1, 2])
    assert votes_document(ctx, caller(ctx, made))["votes"] == [asked.vote]
    with refusal("refused", "vote.open"):
        request_undo(ctx, caller(ctx, made, 1), 3)


def test_a_unanimous_vote_moves_the_head(ctx: Context) -> None:
    made, _ = consented(ctx, "human", "human", "bot", "ai")

    one = cast_vote(ctx, caller(ctx, made, 1), 1, yes=True)
    two = cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)

    assert (one.vote["status"], two.vote["status"]) == ("open", "passed")
    assert (steps(ctx, made), steps(fresh(ctx), made)) == (1, 1)
    again = cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)
    assert not again.is_new
    with refusal("refused", "vote.answered"):
        cast_vote(ctx, caller(ctx, made, 2), 1, yes=False)


def test_one_no_rejects(ctx: Context) -> None:
    made, _ = consented(ctx, "human", "human", "human")

    assert cast_vote(ctx, caller(ctx, made, 1), 1, yes=False).vote["status"] == "rejected"
    with refusal("refused", "vote.closed"):
        cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)
    assert steps(ctx, made) == 2


def test_only_those_asked_answer(ctx: Context) -> None:
    made, _ = consented(ctx)

    with refusal("refused", "vote.not_asked"):
        cast_vote(ctx, caller(ctx, made, 0), 1, yes=True)
    with refusal("unauthorized"):
        cast_vote(ctx, caller(ctx, made), 1, yes=True)
    with refusal("not_found"):
        cast_vote(ctx, caller(ctx, made, 1), 2, yes=True)


def test_silence_is_no(ctx: Context) -> None:
    made, asked = consented(ctx)
    clock = ctx.clock
    assert isinstance(clock, Clock)
    clock.ms += VOTE_MS

    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "expired"
    with refusal("refused", "vote.closed"):
        cast_vote(ctx, caller(ctx, made, 1), 1, yes=True)
    fall_due(ctx, made.id, "vote")
    fall_due(ctx, made.id, "vote")
    assert ctx.games.load(made.id).table.votes[0].status == "expired"
    assert ctx.store.head(made.id) == 8
    assert asked.vote["status"] == "open"


def test_a_new_vote_closes_one_whose_time_is_over(ctx: Context) -> None:
    made, _ = consented(ctx)
    clock = ctx.clock
    assert isinstance(clock, Clock)
    clock.ms += VOTE_MS

    asked = request_undo(ctx, caller(ctx, made, 1), 3)

    assert isinstance(asked, Voted)
    assert [vote["status"] for vote in votes_document(ctx, caller(ctx, made))["votes"]] == ["expired", "open"]


def test_an_accepted_command_ends_the_vote(ctx: Context) -> None:
    made, _ = consented(ctx)

    done = submit(ctx, made.id, 0, [EndTurn()])

    assert [event["type"] for event in done.events] == ["VoteClosed", "TurnEnded"]
    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "stale"


def test_with_one_party_a_vote_is_at_once(ctx: Context) -> None:
    made = stepped(ctx, "human", "ai", undo="consent")

    assert isinstance(request_undo(ctx, caller(ctx, made, 0)), Queued)
    moved(ctx, made, 5)

    assert isinstance(request_redo(ctx, caller(ctx, made, 0)), Queued)


def test_a_repeated_request_gets_the_same_job(ctx: Context) -> None:
    made = stepped(ctx)
    who, key = caller(ctx, made, 0), Key.of("k", "POST", "/undo", "token" * 5, b"{}")

    first = request_undo(ctx, who, key=key)
    moved(ctx, made, 5)
    again = request_undo(ctx, who, expected_version=6, key=key)

    assert isinstance(first, Queued)
    assert isinstance(again, Queued)
    assert (first.job["id"], first.replayed, again.replayed) == (again.job["id"], False, True)
    with refusal("idempotency_key_reused"):
        request_undo(ctx, who, key=Key.of("k", "POST", "/undo", "token" * 5, b'{"to_version":4}'))


def test_a_repeated_request_opens_one_vote(ctx: Context) -> None:
    made = stepped(ctx, undo="consent")
    who, key = caller(ctx, made, 0), Key.of("k", "POST", "/undo", "token" * 5, b"{}")

    first = request_undo(ctx, who, key=key)
    again = request_undo(ctx, who, key=key)

    assert isinstance(first, Voted)
    assert isinstance(again, Voted)
    assert again.replayed
    assert again.vote == first.vote
