"""Visits what is tried: dry runs of legal and invented commands and batches, and refusals of every kind."""

from typing import Any, Final

from tests.secrets.visiting import Visit

KINDS: Final = 4
INVENTED: Final = 4
BATCHES: Final = 2


def listed(visit: Visit, most: int) -> list[dict[str, Any]]:
    """Return a few of the legal commands, at most one of each type."""
    legal = visit.get("/legal-actions").json
    by_type: dict[str, list[Any]] = {}
    for entry in legal["actions"]:
        by_type.setdefault(entry["command"]["type"], []).append(entry["command"])
    for template in legal["templates"]:
        by_type.setdefault(template["type"], []).append(template["example"])
    return visit.some([visit.rng.choice(commands) for commands in by_type.values()], most)


def tried(visit: Visit, body: Any) -> dict[str, Any]:
    """Return what a dry run says; a command that it calls illegal is sent too."""
    answer = visit.post("/dry-runs", body)
    told: dict[str, Any] = answer.json
    if answer.status_code == 200 and not told["legal"]:
        visit.post("/commands", body)
    return told


def dry_runs(visit: Visit) -> None:
    """Try legal commands, invented ones and batches of both in dry runs."""
    if visit.seat is None:
        visit.post("/dry-runs", visit.invented[0])
        return
    legal = listed(visit, KINDS)
    for command in (*legal, *visit.some(visit.invented, INVENTED)):
        tried(visit, command)
    for _ in range(BATCHES):
        batch = [visit.rng.choice([*legal, *visit.invented]) for _ in range(visit.rng.randint(2, 3))]
        tried(visit, {"commands": batch})


def refusals(visit: Visit) -> None:
    """Send what is refused before any rule: stale versions, wrong shapes, unknown commands."""
    command = visit.invented[0]
    visit.post("/commands", command, If_Match='"1"', Accept_Language="es")
    visit.post("/commands", command, If_Match="1")
    visit.post("/commands", {"type": "Nonsense"})
    visit.post("/commands", {**command, "more": 1})
    visit.post("/commands", {"commands": []})
    visit.get("?version=0")
    visit.get("/events?line=other")
    visit.post("/votes/1", {"accept": True})
    visit.post("/undo", {"expected_version": 1})
    visit.post("/redo", {"expected_version": 1})
    visit.post("/branches", {"version": visit.world.version, "chance": "same"})
    visit.post("/branches", {"version": visit.world.version + 9})
