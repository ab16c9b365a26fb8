"""Lets a model look, learn what is legal, and act: one numbered command, or an offer in its own words."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.clients.handles import HeldSeat
from service.mcp.asking import Refused, WentOn, ask
from service.mcp.positions import events_after, legal_lines, legal_of, state_lines, view_of
from service.mcp.seating import NAMES, held
from service.mcp.shapes import COUNT, HAPPENED, MEMBERS, OBJECT, STANDING, TURN, WORDS, YES, listed
from service.mcp.tools import PAGE, SEAT, Arguments, Tool, members, number, several, text
from service.mcp.writing import Said, in_json, written

LONGEST_WAIT_S: Final = 25
USUAL_WAIT_S: Final = 20
STEP_S: Final = 5
"""Says how often a waiting tool looks whether the game is over."""
_OF_NO_USE: Final = frozenset(
    ("state", "seats", "awaiting", "options", "commitment", "created", "started", "expires", "overdue_after_s", "id")
)


def _look(arguments: Arguments) -> Iterator[Said]:
    seat = held(arguments)
    if arguments.get("what", "game") == "board":
        yield from written(
            ask("GET", f"/games/{seat.game}/board", seat.token, query={"words": "true"}), "board", ("frame", "id")
        )
        return
    view = view_of(seat, arguments.get("version"))
    yield from state_lines(view)
    yield Said(f"You are seat {seat.seat}. The players ({NAMES}):", seat=seat.seat)
    yield Said(f"seats: {in_json(view['seats'])}", seats=view["seats"])
    yield from written(view["state"] or {}, "state")
    yield from written(view, "more", _OF_NO_USE)


def _legal(arguments: Arguments) -> Iterator[Said]:
    return legal_lines(legal_of(held(arguments)))


def _play(arguments: Arguments) -> Iterator[Said]:
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


def _nothing_done(seat: HeldSeat) -> Iterator[Said]:
    legal = legal_of(seat)
    yield Said(f"Nothing was done: the game went on to version {legal['version']}.", done=False)
    yield from legal_lines(legal)


def _trade(arguments: Arguments) -> Iterator[Said]:
    seat = held(arguments)
    legal = legal_of(seat)
    offers = [one for one in legal["templates"] if len(one["disjoint"]) == 2]
    if not offers:
        raise Refused("You can offer no trade now. Trades with the bank and answers to offers are in `legal`.")
    give, take = offers[0]["disjoint"]
    command = {**offers[0]["example"], give: arguments["give"], take: arguments["want"]}
    command |= {"to": arguments["seats"]} if "seats" in arguments else {}
    return _done(seat, command, legal["version"])


def _done(seat: HeldSeat, command: Mapping[str, Any], version: int) -> Iterator[Said]:
    """Give a command, and say what came of it and what is legal then."""
    try:
        ask("POST", f"/games/{seat.game}/commands", seat.token, command, headers={"If-Match": f'"{version}"'})
    except WentOn:  # another seat acted meanwhile
        yield from _nothing_done(seat)
        return
    yield Said("Done.", done=True)
    yield from events_after(seat, version)
    yield from _next(seat)


def _next(seat: HeldSeat) -> Iterator[Said]:
    """Say what the seat may do now, or for whom the game waits."""
    legal = legal_of(seat)
    if legal["must_act"]:
        yield from legal_lines(legal)
        return
    view = view_of(seat)
    yield from state_lines(view)
    if view["status"] != "finished":
        yield from legal_lines(legal)


def _wait(arguments: Arguments) -> Iterator[Said]:
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
        yield Said(f"To wait on without acting call `wait` with after: {owed['cursor']}", after=owed["cursor"])


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


ACTED: Final = {"done": YES, **HAPPENED, **STANDING, **TURN}
ACTED_ALWAYS: Final = ("done", "events", *TURN)

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
        {**STANDING, "seat": COUNT, "seats": listed(OBJECT), "state": MEMBERS, "more": MEMBERS} | {"board": MEMBERS},
        (),
        ("seat",),
        reads_only=True,
    ),
    Tool(
        "legal",
        "What you may do",
        "Lists what your seat may do now, with numbers for `play`, and the version for which they are valid.",
        {"seat": SEAT, "page": PAGE},
        _legal,
        TURN,
        tuple(TURN),
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
        ACTED,
        ACTED_ALWAYS,
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
        ACTED,
        ACTED_ALWAYS,
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
        {**HAPPENED, **STANDING, **TURN, "after": WORDS},
        ("events", "awaiting", "game", "status", *TURN),
        ("seat",),
        reads_only=True,
    ),
)
