"""Visits what changes the game: undo, redo and votes; commands whose outcome reveals nothing; seats; the end."""

from typing import Any, Final

from rq.job import Job
from rq.serializers import JSONSerializer

from service.handlers.undo_requests import move_head
from service.problems import Problem
from service.process.wall_clock import write_time
from tests.secrets.surfaces.following import SSE, TURN
from tests.secrets.surfaces.trying import listed, tried
from tests.secrets.visiting import Visit
from tests.service.tables import START_MS

COMMANDS: Final = 2
CHOICES: Final = 6
HALF_A_MONTH_MS: Final = 15 * 86_400_000


def undo(visit: Visit) -> None:
    """Ask to go back and forward again, and carry it out as the job would, unless it is put to the vote."""
    version = visit.world.version
    for to in visit.versions(1):
        visit.post("/undo", {"to_version": to})
    _carry_out(visit, visit.post("/undo", {"expected_version": version}).json)
    _look(visit)
    _carry_out(visit, visit.post("/redo", {}).json)
    visit.get("/votes")
    _look(visit)


def _carry_out(visit: Visit, answer: dict[str, Any]) -> None:
    """Do what a job was enqueued to do."""
    ctx = visit.world.house.ctx
    if "job" not in answer:
        return
    kind = answer["job"]["kind"]
    job = Job.fetch(answer["job"]["id"], connection=ctx.jobs.redis, serializer=JSONSerializer)
    try:
        done = move_head(ctx, *job.args)
        visit.note(f"job {kind}", repr(done).encode())
    except Problem as problem:
        visit.note(f"job {kind}", f"{problem.slug} {problem.rule}".encode())


def _look(visit: Visit) -> None:
    visit.get()
    visit.get("/legal-actions")
    visit.get(f"/events?after={visit.world.version}")


def commands(visit: Visit) -> None:
    """Give commands of the observer that draw and reveal nothing, and see their answers and the stream of news."""
    if visit.seat is None:
        return
    for _ in range(COMMANDS):
        safe = [command for command in listed(visit, CHOICES) if _is_certain(visit, command)]
        if not safe:
            return
        news = visit.follow(visit.path + "/events?after=latest&legal=true", Accept=SSE)
        opening = next(news) + next(news)
        assert TURN in opening
        answer = visit.post("/commands", visit.rng.choice(safe), Idempotency_Key=f"act-{len(visit.answers)}")
        assert answer.status_code == 201, answer.text
        visit.note("news", opening + b"".join(next(news) for _ in ("events", "turn")))
        news.close()
        visit.get()


def _is_certain(visit: Visit, command: Any) -> bool:
    """Return whether a command draws nothing and shows nothing that was hidden."""
    told = tried(visit, command)
    rows = visit.world.house.ctx.games.load(visit.world.id).ruleset.events.by_name
    return (
        told["legal"]
        and told["exact"]
        and not told["chance"]
        and not any(rows[event["type"]].reveals for event in told["certain"])
    )


def seats(visit: Visit) -> None:
    """Try to take, leave and change seats, which only their holders and the owner may; a name reveals nothing."""
    visit.post("/seats", {})
    mine = 0 if visit.seat is None else visit.seat
    visit.ask("DELETE", f"{visit.path}/seats/{mine}")
    visit.post(f"/seats/{mine + 1}/token", {})
    if visit.seat is not None:
        for change in (
            {"name": "Ana"},
            {"agent": None},
            {"open": True},
            {"votes": {"pause": "accept"}},
            {"presence": True},
        ):
            visit.ask("PATCH", f"{visit.path}/seats/{mine}", change)
        visit.get("/presence")
    if not visit.is_owner:
        visit.ask("PATCH", visit.path + "/seats/0", {"reissue": True})
        visit.ask("DELETE", visit.path)


def time(visit: Visit) -> None:
    """Take a holiday, request a pause, which is voted down, and end a pause that does not exist."""
    visit.post(f"/seats/{visit.seat or 0}/holiday", {"days": 1})
    vote = visit.post("/pause", {"until": write_time(START_MS + HALF_A_MONTH_MS)})
    if vote.status_code == 201 and vote.json["waiting"]:
        no = visit.world.tokens[vote.json["waiting"][0]]
        visit.ask("POST", f"{visit.path}/votes/{vote.json['id']}", {"accept": False}, token=no)
    visit.ask("DELETE", visit.path + "/pause")
    _look(visit)


def orders(visit: Visit) -> None:
    """Set standing orders, read and end them, and try to read those of another seat."""
    mine = visit.seat or 0
    listed = f"{visit.path}/seats/{mine}/orders"
    for order in ({"kind": "pass"}, {"kind": "answer", "accept": False}, {"kind": "send", "frame": "none"}):
        visit.ask("POST", listed, order)
    kept = visit.ask("GET", listed).json.get("orders", [])
    visit.ask("GET", f"{visit.path}/seats/{mine + 1}/orders")
    visit.ask("DELETE", f"{listed}/{kept[0]['id'] if kept else 'none'}")
    visit.ask("DELETE", listed)
    _look(visit)


def phrases(visit: Visit) -> None:
    """Say phrases where the game allows it, mute seats, and read what was said."""
    visit.ask("GET", visit.path + "/phrases")
    visit.ask("POST", visit.path + "/phrases", {"phrase": "well_played"})
    for seat in (visit.seat or 0, (visit.seat or 0) + 1):
        visit.ask("PUT", f"{visit.path}/seats/{seat}/muted", {"seats": [0]})
    visit.ask("GET", visit.path + "/phrases")
    _look(visit)


def endings(visit: Visit) -> None:
    """Request a rematch and the end of the game, which is voted down, and resign the observer's seat."""
    visit.post("/rematch", {})
    vote = visit.post("/abandon", {})
    if vote.status_code == 201 and vote.json["waiting"]:
        no = visit.world.tokens[vote.json["waiting"][0]]
        visit.ask("POST", f"{visit.path}/votes/{vote.json['id']}", {"accept": False}, token=no)
    visit.get("/votes")
    if visit.seat is not None:
        visit.post("/resign", {})
        _look(visit)


def the_end(visit: Visit) -> None:
    """Let all seats resign: the seed is shown, but no card, and what was hidden before stays hidden."""
    for token in visit.world.tokens:
        visit.ask("POST", visit.path + "/resign", {}, token=token)
    for version in visit.versions(2):
        visit.get(f"?version={version}")
    _look(visit)
    visit.get("/events?limit=1000")
    visit.get("/votes")
    visit.ask("GET", "/v1/games")
