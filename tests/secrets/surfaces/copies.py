"""Visits copies: records of the running game, branches with everything that their maker gets, positions sent back."""

from typing import Any, Final

import orjson
from rq.job import Job
from rq.serializers import JSONSerializer

from service.clients.authentication import Caller
from service.handlers.analyses import LEAST_BUDGET_MS
from service.records.replay import replay
from service.schemas.replays import RECORD_FORMATS
from tests.secrets.visiting import Visit
from workers.advising import Desk, answer_members
from workers.analyses import make_analysis

ANALYSES: Final = 1
BRANCHES: Final = 1
FRAMES_APART: Final = 40
GIFS: Final = 0.2
"""How often a record is painted as GIF too, from the same shapes that SVG shows."""
AGENT: Final = {"agent": "uniform"}
TRIED: Final = 3


def replays(visit: Visit) -> None:
    """Request a replay, see its job, and make the record in every format."""
    forms = [form for form in RECORD_FORMATS if form != "gif" or visit.rng.random() < GIFS]
    job = visit.post("/replays", {"format": RECORD_FORMATS[0]}).json
    visit.ask("GET", f"/v1/jobs/{job['id']}")
    caller = Caller(visit.world.id, visit.seat, visit.is_owner)
    for form in forms:
        for language in ("en", "es") if form == "text" else ("en",):
            options = {"format": form, "language": language, "every": FRAMES_APART}
            made = replay(visit.world.house.ctx, visit.world.id, caller, options, lambda fraction: None)
            visit.note(f"record {form} {language}", orjson.dumps(made))


def analyses(visit: Visit) -> None:
    """Request analyses of the newest version and of past ones, and carry them out as the job would."""
    for version in visit.versions(ANALYSES):
        answer = visit.post("/analyses", {"version": version, "agent": "uniform", "budget_ms": LEAST_BUDGET_MS})
        ctx = visit.world.house.ctx
        if answer.status_code == 202:
            job = Job.fetch(answer.json["id"], connection=ctx.jobs.redis, serializer=JSONSerializer)
            game, asked, _, options = job.args
            found = make_analysis(ctx, game, asked, options, lambda fraction: None)
            visit.note(f"analysis {version}", orjson.dumps(found))


def reviews(visit: Visit) -> None:
    """Request a review, which no running game has."""
    visit.post("/reviews", {})


def positions(visit: Visit) -> None:
    """Send back what is seen of the game, as view, document and document of no game, and ask all about each."""
    shown, legal = visit.get("/position").json, visit.get("/legal-actions").json
    listed = [entry["command"] for entry in legal.get("actions", ())]
    commands = visit.some(listed, TRIED) + visit.some(visit.invented, TRIED)
    bare = {name: value for name, value in shown.items() if name != "game"}
    for brought in (visit.get().json, shown, bare):
        at = {"position": brought}
        visit.ask("POST", "/v1/positions/notation", at)
        asked = [{"do": "legal-actions", **at}, {"do": "advice", **at, **AGENT}, {"do": "advice", **at, "limit": 2}]
        asked += [{"do": "apply", **at, "commands": [command]} for command in commands]
        asked += [{"do": "apply", **at, "commands": [command], "outcomes": True} for command in commands]
        for member in asked:
            body = {name: value for name, value in member.items() if name != "do"}
            visit.ask("POST", f"/v1/positions/{member['do']}", body)
        visit.ask("POST", "/v1/positions/batch", {"members": asked}, Idempotency_Key=f"batch-{len(brought)}")
        layouts = {visit.world.id: shown["layout"]} if "layout" in shown else {}
        answers = answer_members(Desk(visit.world.house.ctx, layouts, "en"), asked, lambda share: None)
        visit.note("batch", orjson.dumps(answers))


def branches(visit: Visit) -> None:
    """Make branches of the newest version and of past ones, and look around in each."""
    for version in visit.versions(BRANCHES):
        answer = visit.post("/branches", {"version": version}, Idempotency_Key=f"branch-{version}")
        if answer.status_code == 201:
            _look_around(visit, answer.json)


def _look_around(visit: Visit, branch: dict[str, Any]) -> None:
    """Look at a branch with every token that its maker gets."""
    path = f"/v1/games/{branch['id']}"
    tokens = [branch["owner_token"], *(seat["token"] for seat in branch["seats"] if "token" in seat)]
    for token in tokens:
        visit.ask("GET", path, token=token)
        visit.ask("GET", path + "/legal-actions", token=token)
    visit.ask("GET", path + "/events", token=tokens[-1])
    visit.ask("GET", path + "/fairness", token=tokens[0])
