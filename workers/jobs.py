"""Holds the functions that jobs name. Arguments and results are JSON; a job may run twice or be lost."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from eventstore.outages import OUTAGES, StoreReplaced
from service.clients.audit_log import record_act
from service.clients.authentication import Caller
from service.clients.budgets import charge_work
from service.game.context import Context, build
from service.handlers.administration import remove_while
from service.handlers.finished_games import remove_finished_while
from service.handlers.retention import ChosenTerms
from service.handlers.undo_requests import move_head
from service.problems import Problem, not_found
from service.process.known_store import file_of_process, is_replaced
from service.process.logs import about
from service.queue.arena_book import ArenaBook
from service.queue.jobs import LONG_LAST_QUEUE, LONG_QUEUE, report_progress, request_of_job
from service.queue.spread import count_each
from service.records.importing import unpack
from service.records.replay import replay as replay_game
from service.settings import read_settings
from service.webhooks.budget_notices import follow_budgets
from workers.advising import Desk, advise_by_job, answer_members
from workers.analyses import analysis_document, in_steps, make_analysis
from workers.arenas.document import arena_document
from workers.arenas.hosted import host_slice
from workers.arenas.in_memory import help_slice, play_slice
from workers.arenas.rated import rate_arena
from workers.moving import move_agents
from workers.reviews.review import review_slice
from workers.reviews.work import Notes
from workers.serving.running_job import PAUSE_S, id_of_job, number_of_store, queue_of_job
from workers.serving.sliced import again
from workers.webhooks.delivery_attempts import attempt

REMOVING_S: Final = 1.0
"""Sets for how long a job removes games before others come in between."""

HELP_ARENA: Final = "workers.jobs.help_arena"
UNFINISHED: Final = {"result": None}
NONE: Final[Mapping[str, int]] = MappingProxyType({})
HELP: Final = -1
"""What a job claims in an arena's book before it calls for help; games are counted from 0."""

log = logging.getLogger(__name__)


@lru_cache
def context() -> Context:
    """Open the stores and rules of this process, at the first job; its queues are those of the store that it serves."""
    made = build(read_settings(), served=number_of_store())
    follow_budgets(made)
    return made


def play_ai(game: str, version: int) -> None:
    """Move the AI seats of a game; `version` is the one that requested it, the newest is what counts."""
    with about(game=game):
        move_agents(context(), game, version)


def undo(game: str, to: int, expected: int, by: int | None, chain: str | None = None) -> dict[str, Any]:
    """Move the head of a game; the result is a problem 412 if the game is not at `expected`, or not with that chain."""
    with about(game=game):
        return _answer(lambda: move_head(context(), game, to, expected, by, chain, request_of_job()))


def replay(game: str, seat: int | None, is_owner: bool, options: dict[str, Any]) -> dict[str, Any]:
    """Rebuild a game from its log, prove it, and write the record that a caller may have."""
    caller = Caller(game, seat, is_owner)
    with about(game=game):
        return _answer(lambda: replay_game(context(), game, caller, options, report_progress))


def analyze(game: str, version: int, client: str, options: dict[str, Any]) -> dict[str, Any]:
    """Analyze a game right after a version, from what the seat in `options` knows."""

    def act() -> dict[str, Any]:
        return make_analysis(context(), game, version, options, in_steps(report_progress))

    with about(game=game):
        return _share_time(client, "createAnalysis", lambda: _answer(act))


def analyze_position(packed: dict[str, Any], client: str, options: dict[str, Any]) -> dict[str, Any]:
    """Analyze a position that came in a record."""

    def act() -> dict[str, Any]:
        return analysis_document(unpack(context(), packed), options, in_steps(report_progress))

    return _share_time(client, "createPositionAnalysis", lambda: _answer(act))


def advise(wishes: list[Any], layouts: dict[str, Any], client: str, options: dict[str, Any]) -> dict[str, Any]:
    """Ask an agent about a position; `layouts` are those of games of this server that its document names."""

    def act() -> dict[str, Any]:
        desk = Desk(context(), layouts, options["language"])
        return advise_by_job(desk, wishes[0], in_steps(report_progress))

    return _share_time(client, "createAdvice", lambda: _answer(act))


def answer_batch(members: list[Any], layouts: dict[str, Any], client: str, options: dict[str, Any]) -> dict[str, Any]:
    """Answer many questions about positions."""

    def act() -> dict[str, Any]:
        desk = Desk(context(), layouts, options["language"], options["base"], client)
        return answer_members(desk, members, in_steps(report_progress))

    return _share_time(client, "createPositionBatch", lambda: _answer(act))


def review(game: str, version: int, client: str, options: dict[str, Any]) -> dict[str, Any]:
    """Review some of a finished game, and go on later at the end of the line until all of it is reviewed."""
    jobs = context().jobs

    def act() -> dict[str, Any]:
        notes = Notes(jobs.redis, id_of_job())
        answer = _answer(lambda: review_slice(context(), game, version, options, notes, report_progress))
        return answer if answer != UNFINISHED else again(_long_line(client))

    with about(game=game):
        return _share_time(client, "createReview", act)


def _long_line(client: str) -> str:
    """Return the queue in which long work of a client goes on."""
    return LONG_LAST_QUEUE if context().jobs.shares.is_over(client) else LONG_QUEUE


def arena(plan: dict[str, Any], client: str) -> dict[str, Any]:
    """Play some games of an arena, and go on later at the end of the line until all are played."""
    ctx, book, decided = context(), ArenaBook(context().jobs.redis, id_of_job()), Counter[str]()

    def games() -> list[dict[str, Any]] | None:
        if "entrants" in plan:
            return host_slice(ctx, book, plan, report_progress)
        if book.claim(HELP):  # as many more jobs as there are more workers, or games
            workers = count_each(ctx.settings.job_workers, len(ctx.jobs.all))
            for _ in range(min(workers, plan["games"]) - 1):
                ctx.jobs.call_for_help("arena", HELP_ARENA, [id_of_job(), plan, client])
        return play_slice(book, ctx.rulesets[plan["ruleset"]], plan, report_progress, decided)

    def act() -> dict[str, Any]:
        answer = _answer(games)
        if answer == UNFINISHED:
            return again(LONG_LAST_QUEUE if "entrants" in plan else _long_line(client))
        if "result" in answer and "rated" in plan:
            rate_arena(ctx, plan, id_of_job(), answer["result"])
        return {"result": arena_document(plan, answer["result"])} if "result" in answer else answer

    with about(job=id_of_job()):
        return _share_time(client, "createArena", act, decided)


def help_arena(job_id: str, plan: dict[str, Any], client: str) -> dict[str, Any]:
    """Play games of an arena that its own job has not begun, and go on later until all are begun."""
    book, ruleset = ArenaBook(context().jobs.redis, job_id), context().rulesets[plan["ruleset"]]
    decided = Counter[str]()

    def act() -> dict[str, Any]:
        return again(_long_line(client)) if help_slice(book, ruleset, plan, lambda share: None, decided) else UNFINISHED

    with about(job=job_id):
        return _share_time(client, "createArena", act, decided)


def _share_time(
    client: str, operation: str, act: Callable[[], dict[str, Any]], decisions: Mapping[str, int] = NONE
) -> dict[str, Any]:
    """Do long work and charge its time, and the decisions that it made, to the client, by the operation that asked.

    The job of a client that has used up its share goes last.
    """
    shares, begun = context().jobs.shares, time.process_time()
    if queue_of_job() != LONG_LAST_QUEUE and shares.is_over(client):
        return again(LONG_LAST_QUEUE)
    try:
        return act()
    finally:
        cpu_s = time.process_time() - begun
        shares.charge(client, cpu_s)
        charge_work(context(), client, operation, cpu_s, decisions)


def remove_games(client: str, people: bool) -> dict[str, Any]:
    """Remove some games of a client; unless all were looked at, go on later from the end of the queue."""
    ends = time.monotonic() + REMOVING_S

    def act() -> dict[str, int] | None:
        return remove_while(
            context(),
            id_of_job(),
            client,
            people=people,
            goes_on=lambda: time.monotonic() < ends,
            tell=report_progress,
        )

    return _remove(act, "deleteClientGames", client)


def remove_finished(days: int, ruleset: str | None, key: str | None, dry_run: bool) -> dict[str, Any]:
    """Delete or count some finished games; unless all were looked at, go on later from the end of the queue."""
    ends = time.monotonic() + REMOVING_S

    def act() -> dict[str, int] | None:
        return remove_finished_while(
            context(),
            id_of_job(),
            ChosenTerms(days, ruleset, key),
            dry_run=dry_run,
            goes_on=lambda: time.monotonic() < ends,
            tell=report_progress,
        )

    return _remove(act, "deleteFinishedGames", "games", is_recorded=not dry_run)


def _remove(
    act: Callable[[], dict[str, int] | None], operation: str, subject: str, *, is_recorded: bool = True
) -> dict[str, Any]:
    """Remove some games; queue the job again while any are left, and record the act of the administrator at the end."""
    with about(job=id_of_job()):
        answer = _answer(act)
        if answer == UNFINISHED:
            return again(LONG_QUEUE)
        if is_recorded:
            record_act(context(), "a job of the administrator", operation, subject, **answer.get("result", {}))
        return answer


def deliver(hook_id: str, n: int) -> dict[str, Any]:
    """Try a webhook's delivery once more, whatever became of it before."""

    def act() -> dict[str, Any]:
        delivery = attempt(context(), hook_id, n, again=True)
        if delivery is None:
            raise not_found()
        return delivery.document

    with about(webhook=hook_id):
        return _answer(act)


def _answer(act: Callable[[], Any]) -> dict[str, Any]:
    """Return what the document of the job will hold: the result, or the problem.

    If the log's store is full, does not answer, or is another one, in which something is missing, the job goes back to
    its queue.
    """
    try:
        return {"result": _found(act)}
    except OUTAGES as error:
        log.warning("a job waits for the store: %s", error)
        time.sleep(PAUSE_S)
        return again(queue_of_job())
    except Problem as problem:
        known = {"slug": problem.slug, "status": problem.status, "rule": problem.rule, "params": problem.params}
        return {"problem": {**problem.members, **known}}


def _found(act: Callable[[], Any]) -> Any:
    """Do something; raises StoreReplaced if what it needs is missing in a store that is not the known one."""
    try:
        return act()
    except Problem as problem:
        if problem.slug == "not_found" and is_replaced(context().store, file_of_process()):
            raise StoreReplaced from problem
        raise
