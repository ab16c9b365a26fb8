"""Answers questions about positions that take longer than a request may: a slow agent, ranked commands, many at once.

`advise` answers one without a server.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from marshmallow import ValidationError

from service.catalog import RULESETS
from service.clients.budgets import account_of, require_budget
from service.game.context import Context
from service.game.engine_help import require_advisable
from service.http.problem_documents import problem_document, problem_of_shape
from service.problems import Problem
from service.process.wall_clock import now_ms
from service.records.advice import Question, advise_at_once, describe, describe_choice, question_of
from service.records.positions import PLACE, Restored, acting_seat, restore
from service.schemas.advice import ADVICE, APPLY, LEGAL_ACTIONS, PositionQuestionSchema, read_member
from service.schemas.positions import apply_wish, read_document
from service.views.legal_actions import actions_document
from workers.agents.search.analysis import Progress
from workers.analyses import analysis_document

USUAL_NODES: Final = 400
"""How many decisions are spent where no number is asked for."""
USUAL_LIMIT: Final = 5


class Desk(NamedTuple):
    """Holds what questions are answered with: the server, or what stands for it, and the language of sentences.

    `layouts` maps games of this server to what their set-up laid out, for documents that do not tell it. `base` is the
    base path of the server, for the addresses of problems, and `client` is charged for each decision of an agent.
    """

    ctx: Context
    layouts: Mapping[str, Any]
    language: str
    base: str = ""
    client: str = ""

    def restore(self, wish: Mapping[str, Any]) -> Restored:
        """Return the position that a request brings; raises ValidationError and Problem (422)."""
        return restore(self.ctx, read_document(wish), self._layout_of)

    def _layout_of(self, game_id: str) -> Mapping[str, Any] | None:
        found: Mapping[str, Any] | None = self.layouts.get(game_id)
        return found

    def explain(self, error: Problem | ValidationError) -> dict[str, Any]:
        """Return a refusal as the API words it."""
        problem = problem_of_shape(error) if isinstance(error, ValidationError) else error
        return problem_document(problem, self.language, self.base)


def advise(document: Any, agent: str | None = None, *, language: str = "en", **asked: Any) -> dict[str, Any]:
    """Return what an agent would do at a position, as `POST /v1/positions/advice` answers it; needs no server.

    The position is a document, a view of a game, or its text. `asked` are further members of the request: `seat`,
    `level`, `limit`, `nodes` and `seed`. Raises ValueError, which says what is wrong with them.
    """
    desk = Desk(NOWHERE, {}, language)
    brought = {"text": document} if isinstance(document, str) else {PLACE: document}
    try:
        wish = _QUESTION.load(brought | ({} if agent is None else {"agent": agent}) | asked)
        return answer(question_of(desk.restore(wish), wish, language), lambda share: None)
    except (Problem, ValidationError) as error:
        told = desk.explain(error)
        places = [f"{one['pointer']} {one['detail']}." for one in told.get("errors", ())]
        raise ValueError(" ".join([told["detail"], *places])) from None


class _Nowhere:
    """Stands for a server where there is none."""

    rulesets = RULESETS
    clock = staticmethod(now_ms)


NOWHERE: Final = cast(Context, _Nowhere())


def advise_by_job(desk: Desk, wish: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Answer one question; raises Problem (409) for a position for which advice is withheld."""
    restored = desk.restore(wish)
    question = question_of(restored, wish, desk.language)
    require_advisable(desk.ctx, restored.origin, restored.game.ruleset, restored.game.position)
    if desk.client:
        require_budget(desk.ctx, desk.client, {question.agent: 1})
        desk.ctx.usage.count_decisions(account_of(desk.client), {question.agent: 1})
    return answer(question, progress)


def answer_members(desk: Desk, members: Sequence[Any], progress: Progress) -> dict[str, Any]:
    """Answer many questions, each by itself: one that is refused spoils no other."""
    answers, instance = [], f"{desk.base}/v1/positions/batch"
    for index, member in enumerate(members):
        try:
            done, wish = read_member(member)
            answers.append({"index": index, "status": 200, **_DOING[done](desk, wish)})
        except (Problem, ValidationError) as error:
            told = desk.explain(error)
            answers.append({"index": index, "status": told["status"], "problem": told | {"instance": instance}})
        progress((index + 1) / len(members))
    return {"answers": answers}


def answer(question: Question, progress: Progress) -> dict[str, Any]:
    """Return the advice, with ranked commands if the question has a `limit` or `nodes`."""
    if question.limit is None and question.nodes is None:
        return advise_at_once(question)
    nodes = question.nodes or min(USUAL_NODES, question.most_nodes)
    seat = question.seat
    options = {
        "seat": seat,
        "agent": question.agent,
        "budget_ms": max(1, round(nodes * question.entry.typical_ms)),
        "limit": question.limit or USUAL_LIMIT,
        "language": question.language,
        "seed": question.luck,
    }
    belief = question.belief()
    found = analysis_document(question.restored.game, options, progress, belief)
    chosen = [fact["command"] for fact in found["reasons"] if fact["fact"] == "agent_choice"]
    ruleset = question.restored.game.ruleset
    return {
        **describe(question),
        **describe_choice(question, ruleset.commands.decode(chosen[0]) if chosen else None),
        "win_probability": found["win_probability"],
        "ranked": found["ranked"],
        "reasons": found["reasons"],
        "considered": {
            **question.considered(belief),
            "method": found["method"],
            "nodes": nodes,
            "samples": found["samples"],
        },
    }


def _say_actions(desk: Desk, wish: Mapping[str, Any]) -> dict[str, Any]:
    restored = desk.restore(wish)
    seat = acting_seat(restored, wish.get("seat"))
    return {"legal_actions": actions_document(restored.game, seat, desk.language)}


def _apply(desk: Desk, wish: Mapping[str, Any]) -> dict[str, Any]:
    return {"applied": apply_wish(desk.restore(wish), wish)}


def _advise(desk: Desk, wish: Mapping[str, Any]) -> dict[str, Any]:
    return {"advice": advise_by_job(desk, wish, lambda share: None)}


_QUESTION: Final = PositionQuestionSchema()
_DOING: Final[Mapping[str, Callable[[Desk, Mapping[str, Any]], dict[str, Any]]]] = {
    LEGAL_ACTIONS: _say_actions,
    APPLY: _apply,
    ADVICE: _advise,
}
