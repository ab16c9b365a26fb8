"""Routes analyses and reviews of games, and arenas in which agents play each other."""

from typing import Any, Final

from flask import Response

from service.handlers.analyses import AnalysisWish, request_analysis, request_review
from service.handlers.arenas import ArenaWish, request_arena
from service.handlers.new_seats import NewSeat
from service.http import access
from service.http.access import caller_of, context, hash_credential, maker
from service.http.arguments import Resources
from service.http.bodies import json_body, size_of_body
from service.http.declared import Counts, Job
from service.http.idempotency import idempotency_key
from service.http.negotiation import language
from service.http.quotas import take_bytes
from service.http.responses import job_answer
from service.records.importing import PositionWish, request_position_analysis, turn
from service.schemas import links
from service.schemas.analyses import AnalysisSchema, read_position
from service.schemas.arenas import ARENA, ArenaSchema
from service.schemas.jobs import AnalysisJobSchema, ArenaJobSchema, ReviewJobSchema
from service.schemas.limits import LARGEST_RECORD
from service.schemas.shapes import NothingSchema, reference

blueprint: Final = Resources(
    "analyses", __name__, order=5, url_prefix="/v1", description="Analyses and reviews of games, and arenas of agents."
)

POSITION: Final = {"schema": reference("PositionAnalysis")}


@blueprint.route("/games/<id>/analyses", methods=["POST"])
@blueprint.operation("createAnalysis", job=Job.LONG, links=links.QUEUED)
@blueprint.arguments(AnalysisSchema(), required=False, example={"budget_ms": 300, "limit": 3})
@blueprint.queues(AnalysisJobSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def analyze(wish: dict[str, Any], id: str) -> Response:
    """Rank a seat's commands and estimate each seat's probability to win, from what the caller may know.

    The result of the job is an `AnalysisResult`. 409 while the game runs, unless its `analyses` is `all`. The budget
    is counted in decisions of the agent, so that the same request gets the same result.
    """
    caller = caller_of(id)
    asked = AnalysisWish(**wish)
    return job_answer(request_analysis(context(), caller, asked, language(), access.share(), idempotency_key()))


@blueprint.route("/analyses", methods=["POST"])
@blueprint.operation(
    "createPositionAnalysis", counts=Counts.ARENA, largest=LARGEST_RECORD, job=Job.LONG, links=links.QUEUED
)
@blueprint.doc(requestBody={"required": True, "content": {"application/json": POSITION}})
@blueprint.queues(AnalysisJobSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def analyze_position() -> Response:
    """Analyze a position that you bring, as the record of a finished game at a version. No game is stored.

    The record is verified as for an import. The result of the job is an `AnalysisResult`; with `all_cards` it uses
    what no seat could know.
    """
    take_bytes(size_of_body())
    with turn():
        wish = PositionWish(**read_position(json_body()))
        queued = request_position_analysis(
            context(), wish, hash_credential(), language(), maker().share, idempotency_key()
        )
    return job_answer(queued)


@blueprint.route("/games/<id>/reviews", methods=["POST"])
@blueprint.operation("createReview", job=Job.LONG, links=links.QUEUED)
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.queues(ReviewJobSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def review(wish: dict[str, Any], id: str) -> Response:
    """Review a finished game: who was likely to win when, what each decision cost, and who was lucky.

    The result of the job is a `ReviewResult`. 409 before the end of the game. The same game gets the same review.
    """
    return job_answer(request_review(context(), caller_of(id), language(), access.share(), idempotency_key()))


@blueprint.route("/arenas", methods=["POST"])
@blueprint.operation("createArena", counts=Counts.ARENA, job=Job.LONG, links=links.QUEUED)
@blueprint.arguments(ArenaSchema(), example=ARENA)
@blueprint.queues(ArenaJobSchema())
@blueprint.problems(400, 401, 403, 413, 415, 422)
def arena(wish: dict[str, Any]) -> Response:
    """Let agents and bots play games against each other, taking turns on every seat.

    The result of the job is an `ArenaResult`. Games of agents alone are not stored; with the same seed they are played
    again. Games with bots are hosted in public: the job lists them as they begin. A bot needs your API key, and plays
    by a webhook, or with the tokens that the job shows; one that is late forfeits the game.
    """
    entrants = [NewSeat(**entrant) for entrant in wish.pop("entrants", ())]
    asked = ArenaWish(**wish, entrants=entrants)
    return job_answer(request_arena(context(), asked, hash_credential(), maker(), idempotency_key()))
