"""Lets a model look, learn what is legal, and act: one numbered command, or an offer in its own words."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.clients.handles import HeldSeat
from service.mcp.asking import Refused, WentOn, ask
from service.mcp.following import Follower
from service.mcp.people import list_orders, order_lines, set_or_end_order
from service.mcp.positions import legal_lines, legal_of, state_lines, view_of
from service.mcp.seating import NAMES, find_seat
from service.mcp.shapes import COUNT, HAPPENED, MEMBERS, OBJECT, STANDING, TURN, YES, list_of
from service.mcp.tool import PAGE, SEAT, Arguments, Tool, members, number, several, text
from service.mcp.writing import Said, in_json, write_lines

LONGEST_WAIT_S: Final = 25
USUAL_WAIT_S: Final = 20
_OPTIONAL: Final = {"or_want": "or_take", "answers": "answers", "for_seconds": "expires_after_s"}
"""Lists arguments of `trade` that may be left out, with the members of the command that they stand for."""
_OF_NO_USE: Final = frozenset(
    (
        *("state", "seats", "awaiting", "options", "commitment", "created", "started", "expires", "overdue_after_s"),
        *("agent_talk", "agent_pace_ms", "phrases", "id"),
    )
)


def _look(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    if arguments.get("what", "game") == "board":
        yield from write_lines(
            ask("GET", f"/games/{seat.game}/board", seat.token, query={"words": "true"}), "board", ("frame", "id")
        )
        return
    if arguments.get("what") == "orders":
        yield from order_lines(list_orders(seat))
        return
    view = view_of(seat, arguments.get("version"))
    yield from state_lines(view)
    yield Said(f"You are seat {seat.seat}. The players ({NAMES}):", seat=seat.seat)
    yield Said(f"seats: {in_json(view['seats'])}", seats=view["seats"])
    yield from write_lines(view["state"] or {}, "state")
    yield from write_lines(view, "more", _OF_NO_USE)


def _legal(arguments: Arguments) -> Iterator[Said]:
    return legal_lines(legal_of(find_seat(arguments)))


def _play(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    if "order" in arguments or "end_order" in arguments:
        return _order(seat, arguments)
    if not {"number", "version"} <= arguments.keys():
        raise Refused("`number` and `version` are missing: take them from a list of `legal`, `wait` or `play`")
    legal = legal_of(seat)
    if legal["version"] != arguments["version"]:
        return _nothing_done(seat)
    listed = [action["command"] for action in legal["actions"]] + [one["example"] for one in legal["templates"]]
    if not 1 <= arguments["number"] <= len(listed):
        raise Refused(f"there is no command {arguments['number']}: `legal` lists {len(listed)}")
    fill = arguments.get("fill", {})
    if fill and arguments["number"] <= len(legal["actions"]):
        raise Refused("this command is complete: leave `fill` out")
    return _act(seat, {**listed[arguments["number"] - 1], **fill}, legal["version"])


def _order(seat: HeldSeat, arguments: Arguments) -> Iterator[Said]:
    """Set or end a standing order, and say which ones stand and what is legal."""
    found = set_or_end_order(seat, arguments)
    yield Said("Done.", done=True)
    yield from order_lines(found)
    yield from legal_lines(legal_of(seat))


def _nothing_done(seat: HeldSeat) -> Iterator[Said]:
    legal = legal_of(seat)
    yield Said(f"Nothing was done: the game is at version {legal['version']}.", done=False)
    yield from _next(Follower(seat, legal["version"]))


def _trade(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    legal = legal_of(seat)
    offers = [one for one in legal["templates"] if len(one["disjoint"]) == 2]
    if not offers:
        raise Refused("You can offer no trade now. Trades with the bank and answers to offers are in `legal`.")
    give, take = offers[0]["disjoint"]
    command = {**offers[0]["example"], give: arguments["give"], take: arguments["want"]}
    command |= {"to": arguments["seats"]} if "seats" in arguments else {}
    told = {name: arguments[tool] for tool, name in _OPTIONAL.items() if tool in arguments}
    if "answers" in told and "to" not in told:
        command.pop("to", None)
    command |= told
    return _act(seat, command, legal["version"])


def _act(seat: HeldSeat, command: Mapping[str, Any], version: int) -> Iterator[Said]:
    """Give a command, and say what came of it and what is legal then."""
    try:
        ask("POST", f"/games/{seat.game}/commands", seat.token, command, headers={"If-Match": f'"{version}"'})
    except WentOn:  # another seat acted meanwhile
        yield from _nothing_done(seat)
        return
    yield Said("Done.", done=True)
    yield from _next(Follower(seat, version))


def _next(follower: Follower) -> Iterator[Said]:
    """Say what happened, and what the seat may do now or for whom the game waits."""
    seat = follower.seat
    yield from follower.events()
    legal = legal_of(seat)
    view = None if legal["must_act"] else view_of(seat)
    if view is not None:
        yield from state_lines(view)
    if view is not None and view["status"] == "finished":
        return
    yield from legal_lines(legal)
    if legal["actions"] and not legal["must_act"]:
        follower.cover()
    follower.note()


def _wait(arguments: Arguments) -> Iterator[Said]:
    seat = find_seat(arguments)
    view = view_of(seat)
    follower = Follower(seat, view["version"])
    is_due = view["status"] == "finished" or legal_of(seat)["must_act"]
    has_news = is_due or follower.wait(time.monotonic() + arguments.get("seconds", USUAL_WAIT_S))
    yield from follower.events(arguments.get("since"))
    view = view_of(seat)
    yield from state_lines(view)
    if view["status"] == "finished":
        return
    yield from legal_lines(legal_of(seat))
    if not has_news:
        yield Said("The time is up: call `wait` again.", timed_out=True)
    follower.note()


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
            "what": text("`game` (the default), `board` or `orders`."),
            "version": number("The game as it was right after this version; by default now.", 1),
            "page": PAGE,
        },
        _look,
        {**STANDING, "seat": COUNT, "seats": list_of(OBJECT), "state": MEMBERS, "more": MEMBERS}
        | {"board": MEMBERS, "orders": list_of(OBJECT)},
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
            "order": members(
                'Instead of a number: what your seat does by itself from now on, such as {"kind": "answer", "accept": '
                'false, "give_any": ["ore"]}; kinds are send, pass, cards, answer, sequence.'
            ),
            "end_order": text("The id of an order to end, or `all`."),
        },
        _play,
        {**ACTED, "orders": list_of(OBJECT)},
        ACTED_ALWAYS,
        ("seat",),
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
            "or_want": several("Other cards that you would take instead of `want`, any one of these.", "object"),
            "answers": number("The offer to you that this one answers, as a counter-offer to its maker.", 1),
            "for_seconds": number(
                "After how many seconds the offer ends by itself; by default it does not.", 5, 604800
            ),
        },
        _trade,
        ACTED,
        ACTED_ALWAYS,
        ("seat", "give", "want"),
    ),
    Tool(
        "wait",
        "Wait for your turn",
        "Waits until your seat must act, may do something that you were not shown yet (answer an offer, a vote), or "
        "the game is over; at most 25 seconds. If you must act already it answers at once. Says what happened since "
        "your last `wait` or `play`, and what you may do. To let an offer pass, or if the time is up, call it again: "
        "you need not keep anything but the handle.",
        {
            "seat": SEAT,
            "seconds": number("For how long to wait; 20 by default.", 0, LONGEST_WAIT_S),
            "since": number("Say what happened after this version; by default what you were not shown yet.", 0),
        },
        _wait,
        {**HAPPENED, **STANDING, **TURN, "timed_out": YES},
        ("events", "awaiting", "game", "status", "timed_out", *TURN),
        ("seat",),
        reads_only=True,
    ),
)
