"""Lets a model look, learn what is legal, and act: one numbered command, or an offer in its own words."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.clients.handles import HeldSeat
from service.mcp.asking import Refused, WentOn, ask
from service.mcp.seating import NAMES, held
from service.mcp.tools import PAGE, SEAT, Arguments, Tool, members, number, several, text
from service.mcp.writing import in_json, written

LONGEST_WAIT_S: Final = 25
USUAL_WAIT_S: Final = 20
STEP_S: Final = 5
"""Says how often a waiting tool looks whether the game is over."""
MOST_EVENTS: Final = 60
HOUSEKEEPING: Final = frozenset(("AgendaSet", "TimeUsed"))
_OF_NO_USE: Final = frozenset(
    ("state", "seats", "awaiting", "options", "commitment", "created", "started", "expires", "overdue_after_s", "id")
)


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


def state_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """Say whether the game goes on, for whom it waits, and how it ended."""
    yield f"Game {view['id']} ({view['ruleset']}) is {view['status']}, at version {view['version']}."
    for awaited in view["awaiting"]:
        yield f"Seat {awaited['seat']} {'must' if awaited.get('must', True) else 'may'} act: {awaited['frame']}."
    if "vote" in view:
        yield f"A vote waits for your answer, which you give by `vote`: {in_json(view['vote'])}"
    if "result" in view:
        yield f"Result: {in_json(view['result'])}"


def legal_lines(legal: Mapping[str, Any]) -> Iterator[str]:
    """List what is legal with numbers, which `play` takes."""
    count = len(legal["actions"])
    if not count and not legal["templates"]:
        yield f"At version {legal['version']} you can do nothing: call `wait`."
        return
    duty = "must" if legal["must_act"] else "may"
    yield f"At version {legal['version']} you {duty} act; `play` takes this version and a number:"
    yield from (f"{at}. {action['summary']}" for at, action in enumerate(legal["actions"], 1))
    for at, template in enumerate(legal["templates"], count + 1):
        bounds = in_json(template["bounds"])
        yield f"{at}. {template['summary']} (an example of {template['type']}; `fill` changes it within {bounds})"


def events_after(seat: HeldSeat, version: int) -> Iterator[str]:
    """Say what happened after a version."""
    query = {"after": version, "summaries": "true", "limit": MOST_EVENTS}
    page = ask("GET", f"/games/{seat.game}/events", seat.token, query=query)
    for event in page["events"]:
        if event["type"] not in HOUSEKEEPING:
            yield f"{event['version']}: {event['summary']}"
    if "next" in page:
        yield f"More happened: call `history` after version {page['events'][-1]['version']}."


def _look(arguments: Arguments) -> Iterator[str]:
    seat = held(arguments)
    if arguments.get("what", "game") == "board":
        yield from written(
            ask("GET", f"/games/{seat.game}/board", seat.token, query={"words": "true"}), ("frame", "id")
        )
        return
    view = view_of(seat, arguments.get("version"))
    yield from state_lines(view)
    yield f"You are seat {seat.seat}. The players ({NAMES}):"
    yield f"seats: {in_json(view['seats'])}"
    yield from written(view["state"] or {})
    yield from written(view, _OF_NO_USE)


def _legal(arguments: Arguments) -> Iterator[str]:
    return legal_lines(legal_of(held(arguments)))


def _play(arguments: Arguments) -> Iterator[str]:
    seat = held(arguments)
    legal = legal_of(seat)
    if legal["version"] != arguments["version"]:
        return _nothing_done(seat)
    listed = [action["command"] for action in legal["actions"]] + [one["example"] for one in legal["templates"]]
    if not 1 <= arguments["number"] <= len(listed):
        raise Refused(f"there is no command {arguments['number']}: `legal` lists {len(listed)}")
    fill = arguments.get("fill", {})
    if fill and arguments["number"] <= len(legal["actions"]):
        raise Refused("this command is complete: leave `fill` out")
    return _done(seat, {**listed[arguments["number"] - 1], **fill}, legal["version"])


def _nothing_done(seat: HeldSeat) -> Iterator[str]:
    legal = legal_of(seat)
    yield f"Nothing was done: the game went on to version {legal['version']}."
    yield from legal_lines(legal)


def _trade(arguments: Arguments) -> Iterator[str]:
    seat = held(arguments)
    legal = legal_of(seat)
    offers = [one for one in legal["templates"] if len(one["disjoint"]) == 2]
    if not offers:
        raise Refused("You can offer no trade now. Trades with the bank and answers to offers are in `legal`.")
    give, take = offers[0]["disjoint"]
    command = {**offers[0]["example"], give: arguments["give"], take: arguments["want"]}
    command |= {"to": arguments["seats"]} if "seats" in arguments else {}
    return _done(seat, command, legal["version"])


def _done(seat: HeldSeat, command: Mapping[str, Any], version: int) -> Iterator[str]:
    """Give a command, and say what came of it and what is legal then."""
    try:
        ask("POST", f"/games/{seat.game}/commands", seat.token, command, headers={"If-Match": f'"{version}"'})
    except WentOn:  # another seat acted meanwhile
        yield from _nothing_done(seat)
        return
    yield "Done."
    yield from events_after(seat, version)
    yield from _next(seat)


def _next(seat: HeldSeat) -> Iterator[str]:
    """Say what the seat may do now, or for whom the game waits."""
    legal = legal_of(seat)
    if legal["must_act"]:
        yield from legal_lines(legal)
        return
    view = view_of(seat)
    yield from state_lines(view)
    if view["status"] != "finished":
        yield from legal_lines(legal)


def _wait(arguments: Arguments) -> Iterator[str]:
    seat = held(arguments)
    view = view_of(seat)
    since = arguments.get("since", 0) or view["version"]
    if view["status"] != "finished":
        owed = _owed(seat, time.monotonic() + arguments.get("seconds", USUAL_WAIT_S), arguments.get("after"))
        view = view_of(seat)
    yield from events_after(seat, since)
    yield from state_lines(view)
    if view["status"] == "finished":
        return
    legal = legal_of(seat)
    yield from legal_lines(legal)
    if owed["pending"] and not legal["must_act"]:
        yield f"To wait on without acting call `wait` with after: {owed['cursor']}"


def _owed(seat: HeldSeat, until: float, after: str | None) -> dict[str, Any]:
    """Wait until there is something for the seat that the cursor does not cover, the game is over, or time is up."""
    while True:
        began = time.monotonic()
        seconds = max(0, int(min(STEP_S, until - began)))
        query = {"wait": seconds} | ({} if after is None else {"after": after})
        owed: dict[str, Any] = ask("GET", "/me/pending", seat.token, query=query)
        is_early = time.monotonic() - began < seconds - 1  # the server is about to stop
        if owed["pending"] or is_early or time.monotonic() + 1 > until or view_of(seat)["status"] == "finished":
            return owed
        after = owed["cursor"]


PLAYING: Final = (
    Tool(
        "look",
        "Look at the game",
        "Shows the game as your seat sees it: the state with all that you may know, who must act, and the players. "
        "With `what: board` the board: places, their ids and words for them.",
        {
            "seat": SEAT,
            "what": text("`game` (the default) or `board`."),
            "version": number("The game as it was right after this version; by default now.", 1),
            "page": PAGE,
        },
        _look,
        ("seat",),
        reads_only=True,
    ),
    Tool(
        "legal",
        "What you may do",
        "Lists what your seat may do now, with numbers for `play`, and the version for which they are valid.",
        {"seat": SEAT, "page": PAGE},
        _legal,
        ("seat",),
        reads_only=True,
    ),
    Tool(
        "play",
        "Act",
        "Does what has this number in the list of `legal` (or of `wait`, or of your last `play`) at this version. If "
        "the game went on meanwhile nothing is done, and you get the new list.",
        {
            "seat": SEAT,
            "number": number("The number in the list.", 1, 9999),
            "version": number("The version that the list named.", 1),
            "fill": members('For an example: the members to change, such as {"cards": {"wool": 2}}.'),
        },
        _play,
        ("seat", "number", "version"),
    ),
    Tool(
        "trade",
        "Offer a trade",
        "Offers the other seats a trade, where the game has trades and it is your turn. Whether they accept you learn "
        "by `wait`; to accept or decline what others offer, use `play`.",
        {
            "seat": SEAT,
            "give": members('The cards that you give, such as {"wool": 2}.'),
            "want": members('The cards that you want, such as {"ore": 1}.'),
            "seats": several("The seats that may answer; by default all.", "integer"),
        },
        _trade,
        ("seat", "give", "want"),
    ),
    Tool(
        "wait",
        "Wait for your turn",
        "Waits until your seat may act or the game is over, for at most 25 seconds; says what happened meanwhile and "
        "what you may do. If the time is up, call it again.",
        {
            "seat": SEAT,
            "seconds": number("For how long to wait; 20 by default.", 0, LONGEST_WAIT_S),
            "since": number("Say what happened after this version; by default since now.", 0),
            "after": text("What an earlier answer named, to wait on for something else than it offered."),
        },
        _wait,
        ("seat",),
        reads_only=True,
    ),
)
