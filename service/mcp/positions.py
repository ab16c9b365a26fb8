"""Says where a game stands: for whom it waits, what a seat may do, and what happened."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.clients.handles import HeldSeat
from service.mcp.asking import ask
from service.mcp.writing import Said, in_json

MOST_EVENTS: Final = 60
FEW_EVENTS: Final = 30
"""How many events are said together with all that a seat may do."""
HOUSEKEEPING: Final = frozenset(("AgendaSet", "TimeUsed"))


def view_of(seat: HeldSeat, version: int | None = None) -> dict[str, Any]:
    """Return the game as the seat sees it."""
    view: dict[str, Any] = ask(
        "GET", f"/games/{seat.game}", seat.token, query={} if version is None else {"version": version}
    )
    return view


def legal_of(seat: HeldSeat) -> dict[str, Any]:
    """Return what the seat may do now."""
    legal: dict[str, Any] = ask("GET", f"/games/{seat.game}/legal-actions", seat.token)
    return legal


def state_lines(view: Mapping[str, Any]) -> Iterator[Said]:
    """Say whether the game goes on, for whom it waits, and how it ended."""
    yield Said(
        f"Game {view['id']} ({view['ruleset']}) is {view['status']}, at version {view['version']}.",
        game=view["id"],
        **{name: view[name] for name in ("ruleset", "status", "version")},
    )
    for awaited in view["awaiting"]:
        seat, frame, must = awaited["seat"], awaited["frame"], awaited.get("must", True)
        told = {"seat": seat, "frame": frame, "must": must}
        yield Said(f"Seat {seat} {'must' if must else 'may'} act: {frame}.", awaiting=[told])
    if "vote" in view:
        yield Said(
            f"A vote waits for your answer, which you give by `vote`: {in_json(view['vote'])}", vote=view["vote"]
        )
    if "result" in view:
        yield Said(f"Result: {in_json(view['result'])}", result=view["result"])


def legal_lines(legal: Mapping[str, Any]) -> Iterator[Said]:
    """List what is legal with numbers, which `play` takes."""
    count, version, must_act = len(legal["actions"]), legal["version"], legal["must_act"]
    if not count and not legal["templates"]:
        yield Said(f"At version {version} you can do nothing: call `wait`.", version=version, must_act=False)
        return
    duty = "must" if must_act else "may"
    yield Said(
        f"At version {version} you {duty} act; `play` takes this version and a number:",
        version=version,
        must_act=must_act,
    )
    for at, action in enumerate(legal["actions"], 1):
        yield Said(f"{at}. {action['summary']}", actions=[{"number": at, "summary": action["summary"]}])
    for at, template in enumerate(legal["templates"], count + 1):
        kind, summary, bounds = template["type"], template["summary"], template["bounds"]
        yield Said(
            f"{at}. {summary} (an example of {kind}; `fill` changes it within {in_json(bounds)})",
            templates=[{"number": at, "type": kind, "summary": summary, "bounds": bounds}],
        )


def events_after(seat: HeldSeat, version: int) -> Iterator[Said]:
    """Say what happened after a version."""
    return event_lines(event_page(seat, version, MOST_EVENTS))


def event_page(seat: HeldSeat, version: int, most: int = FEW_EVENTS) -> dict[str, Any]:
    """Return a page of what happened after a version."""
    query = {"after": version, "summaries": "true", "limit": most}
    page: dict[str, Any] = ask("GET", f"/games/{seat.game}/events", seat.token, query=query)
    return page


def event_lines(page: Mapping[str, Any]) -> Iterator[Said]:
    """Say what a page of events holds."""
    for event in page["events"]:
        if event["type"] not in HOUSEKEEPING:
            said = {"version": event["version"], "summary": event["summary"]}
            yield Said(f"{event['version']}: {event['summary']}", events=[said])
    if "next" in page:
        last = page["events"][-1]["version"]
        yield Said(f"More happened: call `history` after version {last}.", more_after=last)
