"""Lists mistakes that a client's author makes on the first day: the request, and what the answer must name.

`{game}` stands for a game of Catan in its founding phase at version 1, where seat 0 is to act, and `{private}` for one
that the caller may not see. `who` sends the request: seat 0 or 1, the owner, or a caller without a token.
"""

from typing import Any, Final, NamedTuple

TYPES: Final = ["FoundSettlement", "BuildSettlement", "RollDice"]
SIT: Final = {"type": "FoundSettlement", "node": 0}
GAMES: Final = "/v1/games"
HUMAN: Final = {"kind": "human"}
CATAN: Final[dict[str, Any]] = {"ruleset": "catan", "seats": [HUMAN] * 3}
COMMANDS: Final = "{game}/commands"


class Mistake(NamedTuple):
    """Represents a request, and its answer: status, type, words of its sentences, and some of its members.

    `fault` is the pointer of the error to look at, with some members of that error.
    """

    name: str
    method: str
    path: str
    status: int
    slug: str
    says: tuple[str, ...]
    body: Any = None
    who: int | str | None = 0
    headers: dict[str, str] = {}
    members: dict[str, Any] = {}
    pointer: str | None = None
    fault: dict[str, Any] = {}


def _command(name: str, body: Any, status: int, slug: str, *says: str, **more: Any) -> Mistake:
    return Mistake(name, "POST", COMMANDS, status, slug, says, body, **more)


def _wish(name: str, body: dict[str, Any], slug: str, *says: str, **more: Any) -> Mistake:
    return Mistake(name, "POST", GAMES, 422, slug, says, CATAN | body, who=None, **more)


def _wish_at(name: str, path: str, *says: str, **more: Any) -> Mistake:
    return Mistake(name, "POST", path, 422, SHAPE, says, CATAN, who=None, **more)


def _get(name: str, path: str, status: int, slug: str, *says: str, **more: Any) -> Mistake:
    return Mistake(name, "GET", path, status, slug, says, **more)


SHAPE: Final = "invalid_body"
SETUP: Final = "invalid_configuration"
WAITS: Final = "The game waits for seat 0: found a settlement."
AWAITING: Final = {"awaiting": [{"seat": 0, "frame": "found_settlement", "must": True}]}
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
ARENA: Final = {"ruleset": "catan", "agents": ["uniform"], "games": 2}
OFFER: Final = {"type": "OfferTrade", "give": {"ore": 1}, "take": {"wool": 1}}
AI: Final = {"kind": "ai", "agent": "heuristc"}

MISTAKES: Final = (
    _command(
        "a form", b"type=RollDice", 415, "unsupported_media_type", "application/json",
        headers=FORM, members={"allowed": ["application/json"]},
    ),
    _wish(
        "an unknown ruleset", {"ruleset": "katan"}, SHAPE, "must be one of: ", "catan-dice",
        pointer="/ruleset", fault={"code": "choice", "nearest": ["catan"]},
    ),
    _wish(
        "an unknown agent", {"seats": [HUMAN, HUMAN, AI]}, SHAPE, "must be one of: ",
        pointer="/seats/2/agent", fault={"nearest": ["heuristic"]},
    ),
    _get(
        "an unknown status", GAMES + "?status=finishd", 422, SHAPE, "must be one of: open, running, finished",
        pointer="/status", fault={"allowed": ["open", "running", "finished"], "nearest": ["finished"]},
    ),
    _get(
        "too long a wait", "/v1/me/pending?wait=31", 422, SHAPE, "from 0 to 30",
        pointer="/wait", fault={"code": "range", "minimum": 0, "maximum": 30},
    ),
    _wish(
        "two seats", {"seats": [HUMAN, HUMAN]}, SETUP, "three or four players",
        members={"rule": "catan.players.base_count"}, pointer="/seats",
    ),
    _wish(
        "an unknown option", {"options": {"victory_pts": 8}}, SETUP, "its options are: ", "victory_points",
        pointer="/options/victory_pts", fault={"nearest": ["victory_points", "victory_point_card_waits"]},
    ),
    _wish(
        "an unknown member", {"sead": "x"}, SHAPE, "the members are: ",
        pointer="/sead", fault={"code": "unknown", "nearest": ["seed", "seats", "listed"]},
    ),
    _get(
        "an unknown query", "{game}?verison=1", 422, SHAPE, "the parameters are: version",
        pointer="/verison", fault={"allowed": ["version"], "nearest": ["version"]},
    ),
    _command(
        "a stale If-Match", SIT, 412, "stale_version", "The game is at version 1.",
        headers={"If-Match": '"9"'}, members={"version": 1},
    ),
    Mistake(
        "a seat in a full game", "POST", "{game}/seats", 409, "refused", ("none left",), {}, None,
        members={"rule": "seat.none_open"},
    ),
    Mistake(
        "a game with other people removed", "DELETE", "{game}", 409, "refused", ("other",), who="owner",
        members={"rule": "game.other_people"},
    ),
    Mistake(
        "an arena of the wrong size", "POST", "/v1/arenas", 422, SETUP, ("three or four players",), ARENA, None,
        pointer="/agents",
    ),
    _command(
        "a batch with something illegal",
        {"commands": [SIT, {"type": "RollDice"}]}, 409, "refused",
        members={"index": 1, "rule": "catan.founding.nothing_else"},
    ),
    _command(
        "a city too early", {"type": "BuildCity", "node": 0}, 409, "refused", WAITS, members=AWAITING,
    ),
    _command(
        "a road too early", {"type": "BuildRoad", "edge": 0}, 409, "refused", WAITS, members=AWAITING,
    ),
    _get(
        "a cursor ahead of the log", "{game}/events?after=99", 422, "cursor_ahead", "is at version 1",
        members={"version": 1},
    ),
    Mistake(
        "nothing to undo", "POST", "{game}/undo", 409, "refused", ("undo",), {}, members={"rule": "undo.nothing"},
    ),
    _command(
        "no token", SIT, 401, "unauthorized", "the token of a seat of the game", "Authorization: Bearer TOKEN",
        who=None, members={"given": "nothing", "expected": ["seat_token"]},
    ),
    _command(
        "a node that the board does not have", SIT | {"node": 400}, 422, SHAPE, "this board has the nodes 0 to 53",
        pointer="/node", fault={"code": "range", "minimum": 0, "maximum": 53},
    ),
    _command(
        "another seat's turn", SIT, 409, "refused", WAITS, who=1, members=AWAITING,
    ),
    _command(
        "no type", {"node": 3}, 422, SHAPE, "the type of a command is one of: ", *TYPES,
        pointer="/type", fault={"code": "required"},
    ),
    _command(
        "an offer in the founding phase",
        {"type": "OfferTrade", "give": {"wool": 1}, "take": {"ore": 1}}, 409, "refused", WAITS, members=AWAITING,
    ),
    _command(
        "a number as text", {"type": "BuildSettlement", "node": "12"}, 422, SHAPE, "must be a whole number, not a text",
        pointer="/node", fault={"code": "type", "expected": ["integer"], "given": "string"},
    ),
    _command(
        "a misspelled type", {"type": "BuildSettlment", "node": 12}, 422, SHAPE, "nearest: BuildSettlement", *TYPES,
        pointer="/type", fault={"code": "choice", "nearest": ["BuildSettlement", "FoundSettlement"]},
    ),
    _command(
        "broken JSON", b'{"type": "FoundSettlement",\n "node": }', 400, "bad_json", "line 2, column 10",
        members={"line": 2, "column": 10},
    ),
    Mistake(
        "a method that is not there", "PUT", "{game}", 405, "method_not_allowed", ("DELETE, GET",),
        members={"allowed": ["DELETE", "GET", "HEAD", "OPTIONS"]},
    ),
    _get(
        "a media type that is not there", "{game}/events", 406, "not_acceptable", "text/event-stream",
        headers={"Accept": "image/png"},
        members={"allowed": ["application/json", "text/event-stream", "application/x-ndjson"]},
    ),
    _get(
        "a token without Bearer", "{game}", 401, "unauthorized", "must have the form: Bearer TOKEN",
        who=None, headers={"Authorization": "0123456789abcdef01.abc"}, members={"given": "malformed"},
    ),
    _command(
        "the owner's token on a seat", SIT, 403, "forbidden", "the owner's token; this requires the token of a seat",
        who="owner", members={"given": "owner_token", "expected": ["seat_token"]},
    ),
    _command(
        "a whole entry of the list", {"command": SIT, "summary": "Found a settlement"}, 422, SHAPE, "post only this",
        pointer="/command", fault={"code": "entry"},
    ),
    _get(
        "a cursor below 0", "{game}/events?after=-1", 422, SHAPE, "from 0 to 9007199254740992, or: latest",
        pointer="/after", fault={"code": "range", "minimum": 0, "maximum": 2**53, "allowed": ["latest"]},
    ),
    _command(
        "an If-Match without quotes", SIT | {"node": 400}, 422, SHAPE, "this board has the nodes 0 to 53",
        headers={"If-Match": "1"}, pointer="/node",
    ),
    _command(
        "a stale If-Match without quotes", SIT, 412, "stale_version", "The game is at version 1.",
        headers={"If-Match": "4"}, members={"version": 1},
    ),
    _get(
        "a version not reached", "{game}?version=99", 404, "not_found", "has not reached that version", "version 1",
        members={"version": 1},
    ),
    _get(
        "a misspelled path", "/v1/game/x", 404, "unknown_path", "similar paths are: /v1/games/{id}",
    ),
    _get(
        "an unknown game", "/v1/games/0123456789abcdef01", 404, "not_found", "There is no game with this id",
    ),
    _get(
        "the owner's token for what its seats owe", "/v1/me/pending", 403, "forbidden",
        "the owner's token; this requires the token of a seat",
        who="owner", members={"given": "owner_token", "expected": ["seat_token"]},
    ),
)  # fmt: skip
"""Holds the 38 mistakes that were rated; the first 18 had clear answers already."""

MORE: Final = (
    Mistake(
        "another seat's analysis", "POST", "{game}/analyses", 403, "forbidden", ("the token of that seat",),
        {"seat": 1}, members={"given": "token_of_another_seat", "expected": ["token_of_this_seat"]},
    ),
    Mistake(
        "the owner's analysis of a seat", "POST", "{game}/analyses", 403, "forbidden", ("the token of that seat",),
        {"seat": 1}, "owner", members={"given": "owner_token"},
    ),
    _get("a private game", "{private}", 404, "not_found", "There is no game with this id", who=None),
    _get(
        "another version of the API", "/v1", 400, "api_version", "X-Longroad-Version accepts: 2026-11-22",
        headers={"X-Longroad-Version": "2025-01-01"}, members={"allowed": ["2026-11-22"]},
    ),
    _command(
        "a tag that cannot be read", SIT, 412, "stale_version", "which is 1", "or the ETag",
        headers={"If-Match": 'W/"1"'}, members={"version": 1},
    ),
    _command(
        "a whole template", {"type": "OfferTrade", "schema": {}, "bounds": {}, "example": SIT, "summary": ""},
        422, SHAPE, "post only this", pointer="/example", fault={"code": "entry"},
    ),
    _command(
        "an entry in a batch", {"commands": [{"command": SIT, "summary": ""}]}, 422, SHAPE, "post only this",
        pointer="/commands/0/command", fault={"code": "entry"},
    ),
    _command(
        "a node of a batch that the board does not have", {"commands": [SIT | {"node": 54}, SIT]}, 422, SHAPE,
        "this board has the nodes 0 to 53", pointer="/commands/0/node",
    ),
    _command("a list", [SIT], 422, SHAPE, "must be an object, not a list", pointer="", fault={"code": "type"}),
    _command(
        "null for a number", {"type": "FoundSettlement", "node": None}, 422, SHAPE, "not null",
        pointer="/node", fault={"code": "type", "given": "null"},
    ),
    _command(
        "bytes that are no UTF-8", b'{"type":\n"\xff"}', 400, "bad_json", "not UTF-8 at line 2, column 2",
        members={"line": 2, "column": 2},
    ),
    _command("a member twice", b'{"type": "X", "type": "Y"}', 400, "bad_json", "appears twice"),
    _get("a query twice", "{game}?version=1&version=1", 422, SHAPE, "must appear only once", pointer="/version"),
    _get("no boolean", "{game}/events?summaries=yes", 422, SHAPE, "true or false", pointer="/summaries"),
    _get(
        "an unknown ruleset to look at", "/v1/rulesets/katan", 404, "not_found", "the rulesets are: ",
        members={"nearest": ["catan"]},
    ),
    _get(
        "a token of another game", "{game}", 403, "forbidden", "the token of another game", "a token of this game",
        who="other", members={"given": "token_of_another_game", "expected": ["token_of_this_game"]},
    ),
    _command(
        "a byte order mark", b"\xef\xbb\xbf" + b'{"type": "RollDice"}', 400, "bad_json",
        "begins with a byte order mark",
    ),
    _command("an empty body", b"", 400, "bad_json", "has no body"),
    _command(
        "half a character", b'{"type": "\\ud800"}', 400, "bad_json", "half of a pair", "column 11",
        members={"line": 1, "column": 11},
    ),
    _command("no body at all", None, 415, "unsupported_media_type", "has no body", "application/json"),
    _command("a bare list of commands", [SIT, SIT], 422, SHAPE, '{"commands": [...]}', pointer="",
        fault={"code": "type"}),
    _command(
        "a kind of card that is none", OFFER | {"give": {"wood": 1}}, 422, SHAPE, "the members are: brick, lumber",
        pointer="/give/wood", fault={"code": "unknown", "nearest": ["lumber"]},
    ),
    _command(
        "a count as text", OFFER | {"give": {"ore": "1"}}, 422, SHAPE, "must be a whole number, not a text",
        pointer="/give/ore", fault={"code": "type", "given": "string"},
    ),
    _command(
        "less than no cards", OFFER | {"give": {"ore": -1}}, 422, SHAPE, "from 0 to 200",
        pointer="/give/ore", fault={"code": "range", "minimum": 0},
    ),
    _command(
        "a seat that no table has", OFFER | {"to": [1, 7]}, 422, SHAPE, "must be a whole number from 0 to 5",
        pointer="/to/1", fault={"code": "range", "maximum": 5},
    ),
    _command(
        "a seat as text", OFFER | {"to": ["1"]}, 422, SHAPE, "must be a whole number, not a text",
        pointer="/to/0", fault={"code": "type", "given": "string"},
    ),
    _command(
        "a seat twice", OFFER | {"to": [1, 1]}, 422, SHAPE, "none of them twice", pointer="/to",
        fault={"code": "array"},
    ),
    _command(
        "an If-Match that is no version", SIT, 412, "stale_version", "not the game's version, which is 1",
        headers={"If-Match": "abc"}, members={"version": 1},
    ),
    _get(
        "an unknown parameter", "{game}/events?since=1", 422, SHAPE,
        "is not a known parameter; the parameters are: after",
        pointer="/since", fault={"parameter": "since"},
    ),
    _get(
        "a parameter where there are none", "{game}/legal-actions?token=x", 422, SHAPE,
        "is not a known parameter; this takes none", pointer="/token", fault={"code": "unknown", "parameter": "token"},
    ),
    _wish_at("a member of the body as a parameter", GAMES + "?private=true", "this takes none", pointer="/private"),
    Mistake(
        "a parameter of an undo", "POST", "{game}/undo?to_version=1", 422, SHAPE, ("this takes none",), {},
        pointer="/to_version",
    ),
    _get(
        "a doubled prefix", "/v1/v1/rulesets", 404, "unknown_path", "No resource has the path /v1/v1/rulesets;",
        members={"nearest": ["/v1/rulesets", "/v1/keys/{id}", "/v1/jobs/{id}"]},
    ),
    Mistake(
        "a seat in words", "PATCH", "{game}/seats/one", 404, "unknown_path",
        ("/v1/games/{id}/seats/{seat}", "{seat} must be a whole number"), {"name": "Bea"},
    ),
    Mistake(
        "an id left out", "POST", "/v1/games/commands", 405, "method_not_allowed",
        ("/v1/games/{id} does not support the method POST; it supports: DELETE, GET",), SIT,
    ),
    _get(
        "a key without its beginning", "/v1/me/pending", 401, "unauthorized",
        "holds no API key, which begins with `key-`", who=None,
        headers={"X-Api-Key": "0123456789abcdef01." + "x" * 43}, members={"given": "misplaced_token"},
    ),
    _get(
        "a cursor of another list", GAMES + "?after=1.b37f65e2ed", 422, SHAPE, "a cursor that this list gave",
        pointer="/after", fault={"code": "cursor"},
    ),
    _get(
        "a cursor of another game", "{game}/events?after=1.0123456789", 410, "reset", "It is of another game, or ",
        members={"version": 1},
    ),
    _wish(
        "an event that is none", {"sandbox": True, "given": [{"type": "DiceRoled"}]}, SHAPE,
        "is not the type of an event of this game; nearest: DiceRolled", pointer="/given/0/type",
    ),
    _wish(
        "an option as text", {"options": {"victory_points": "10"}}, SETUP,
        "must be a whole number from 3 to 20, not a text", pointer="/options/victory_points",
    ),
    _wish(
        "a yes in words", {"options": {"robber_token_only": "yes"}}, SETUP,
        "must be true or false, not a text", pointer="/options/robber_token_only",
    ),
    _get(
        "an unknown key", "/v1/keys", 401, "unauthorized", "misspelled or was deleted", who=None,
        headers={"X-Api-Key": "key-0123456789abcdef01.abc"}, members={"given": "unknown_key"},
    ),
)  # fmt: skip
"""Holds mistakes that are similar to those."""
