"""Lets a model look back: what happened, what an engine thinks of it, undo, votes, and another game from there."""

from collections.abc import Iterator
from typing import Any, Final

from service.clients.handles import HeldSeat, issue_handle
from service.http.access import context
from service.mcp.asking import WAIT_S, ask
from service.mcp.positions import events_after, view_of
from service.mcp.seating import describe_seat, find_seat, say_seat
from service.mcp.shapes import COUNT, HAPPENED, MEMBERS, OBJECT, SEATED, VOTE, WORDS, list_of, shape
from service.mcp.tool import PAGE, SEAT, Arguments, Tool, flag, members, number, text
from service.mcp.writing import Said, in_json, write_lines

WAITING: Final = {"Prefer": f"wait={WAIT_S}"}
ENDED: Final = ("finished", "failed")


def _history(arguments: Arguments) -> Iterator[Said]:
    return events_after(find_seat(arguments), arguments.get("after", 0))


def _review(arguments: Arguments) -> Iterator[Said]:
    """Review a finished game; of a running one, rank the commands of the seat, if the game allows it."""
    seat = find_seat(arguments)
    is_over = view_of(seat)["status"] == "finished"
    kind, wish = ("reviews", {}) if is_over else ("analyses", {"limit": 5})
    once = {"Idempotency-Key": f"review by {seat.handle}"} if is_over else {}
    job = ask("POST", f"/games/{seat.game}/{kind}", seat.token, wish, headers=once | WAITING)
    if job["status"] not in ENDED:
        job = ask("GET", f"/jobs/{job['id']}", seat.token)
    yield from _result_lines(job)


def _result_lines(job: dict[str, Any]) -> Iterator[Said]:
    if "problem" in job:
        yield _explain_failure(job)
    elif "result" in job:
        yield Said(f"The review is {job['status']}.", status=job["status"])
        yield from write_lines(job["result"], "review", ("graph", "decisions", "game"))
    else:
        ready = round(100 * job["progress"])
        yield Said(f"Not ready yet ({job['status']}, {ready} %): call `review` again.", status=job["status"])


def _explain_failure(job: dict[str, Any]) -> Said:
    """Say that a job failed, and why."""
    return Said(f"It failed: {job['problem']['detail']}", status=job["status"], problem=job["problem"]["detail"])


def _advise(arguments: Arguments) -> Iterator[Said]:
    """Ask an agent about a position that the model brings."""
    names = ("position", "text", "agent", "level", "seat", "limit")
    wish = {name: arguments[name] for name in names if name in arguments}
    answer = ask("POST", "/positions/advice", None, wish, headers=WAITING)
    if "job" in answer:
        job = answer["job"]
        waits = Said(f"Not ready yet ({job['status']}): call `advise` again.", status=job["status"])
        yield _explain_failure(job) if "problem" in job else waits
        return
    found = answer["advice"]
    yield Said("The advice is finished.", status="finished")
    if "command" in found:
        yield Said(f"{found['summary']}: {in_json(found['command'])}", command=found["command"])
    else:
        yield Said("There is nothing to do yet.")
    if "ranked" in found:
        yield from write_lines({"ranked": found["ranked"]}, "advice")


def _undo(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    wish = {"to_version": arguments["to_version"]} if "to_version" in arguments else {}
    way = "redo" if arguments.get("redo", False) else "undo"
    moved = ask("POST", f"/games/{seat.game}/{way}", seat.token, wish, headers=WAITING)
    if "vote" in moved:
        yield Said(f"The other players vote on it: {in_json(moved['vote'])}. Call `wait`.", vote=moved["vote"])
        return
    job = moved["job"]
    yield _explain_failure(job) if "problem" in job else Said(f"The {way} is {job['status']}.", status=job["status"])
    version = view_of(seat)["version"]
    yield Said(f"The game is at version {version}. Call `legal`.", version=version)


def _branch(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    made = ask("POST", f"/games/{seat.game}/branches", seat.token, {"version": arguments["version"]})
    yield Said(f"Game {made['id']} begins as {seat.game} was at version {arguments['version']}.", game=made["id"])
    for other in made["seats"]:
        if "token" in other:
            own = _handle(made["id"], other)
            yield Said(say_seat(own), seats=[describe_seat(own)])


def _handle(game: str, seat: dict[str, Any]) -> HeldSeat:
    return issue_handle(context(), game, seat["seat"], seat["token"])


def _vote(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    votes = ask("GET", f"/games/{seat.game}/votes", seat.token)["votes"]
    still_open = [vote for vote in votes if vote["status"] == "open"]
    if not still_open:
        yield Said("There is no open vote.")
    elif "accept" in arguments:
        path = f"/games/{seat.game}/votes/{still_open[0]['id']}"
        yield _vote_line(ask("POST", path, seat.token, {"accept": arguments["accept"]}))
    else:
        yield from map(_vote_line, still_open)


def _vote_line(vote: dict[str, Any]) -> Said:
    return Said(in_json(vote), votes=[vote])


LOOKING_BACK: Final = (
    Tool(
        "history",
        "What happened",
        "Says what happened after a version, one line for each event, as far as your seat may know it.",
        {"seat": SEAT, "after": number("The version; by default from the beginning."), "page": PAGE},
        _history,
        HAPPENED,
        ("events",),
        ("seat",),
        reads_only=True,
    ),
    Tool(
        "review",
        "What an engine thinks",
        "Of a finished game: turning points, mistakes with what would have been better, accuracy and luck. Of a "
        "running game, if it allows that: the best commands of your seat. May say that it is not ready: call it again.",
        {"seat": SEAT, "page": PAGE},
        _review,
        {"status": WORDS, "problem": WORDS, "review": MEMBERS},
        ("status",),
        ("seat",),
        reads_only=True,
    ),
    Tool(
        "advise",
        "Ask an agent about any position",
        "Says what an agent would do at a position of any game, hosted here or elsewhere: a document, a view, or a "
        "text that begins with lp1. Refused for games in play here that allow no analyses.",
        {
            "position": members("The position as a document, or a view of a game."),
            "text": text("The position as its text, in place of the document."),
            "agent": text("The agent to ask; by default the best quick one."),
            "level": number("The level at which it plays.", 1, 100),
            "seat": number("The seat to advise; by default the one that knows the position.", 0, 63),
            "limit": number("How many commands to rank.", 1, 20),
            "page": PAGE,
        },
        _advise,
        {"status": WORDS, "problem": WORDS, "command": OBJECT, "advice": MEMBERS},
        ("status",),
        (),
        reads_only=True,
    ),
    Tool(
        "undo",
        "Take back",
        "Takes back your newest command, or all since a version; what others did needs their vote. With `redo` goes "
        "back to where the newest undo began.",
        {
            "seat": SEAT,
            "to_version": number("The version to return to.", 1),
            "redo": flag("True to take back the newest undo."),
        },
        _undo,
        {"status": WORDS, "problem": WORDS, "vote": VOTE, "version": COUNT},
        (),
        ("seat",),
    ),
    Tool(
        "vote",
        "Vote",
        "Shows the open vote of the game, such as another player's undo, or answers it with `accept`.",
        {"seat": SEAT, "accept": flag("Your answer.")},
        _vote,
        {"votes": list_of(VOTE)},
        ("votes",),
        ("seat",),
    ),
    Tool(
        "branch",
        "Play on from an earlier version",
        "Creates a new game that begins as this one was at a version, and gives you handles for your seats there. What "
        "you may not know is dealt again.",
        {"seat": SEAT, "version": number("The version at which the new game begins.", 1)},
        _branch,
        {"game": WORDS, "seats": list_of(shape(tuple(SEATED), **SEATED))},
        ("game", "seats"),
        ("seat", "version"),
    ),
)
