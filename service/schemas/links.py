"""Defines the contract's links: what an answer leads to, with which of its values (OpenAPI 3.1, Link Object)."""

from collections.abc import Mapping
from typing import Any, Final

Link = dict[str, Any]
Links = Mapping[str, Mapping[str, Link]]
"""Maps the status of an answer to its links by name."""

MADE: Final = {"id": "$response.body#/id"}
HERE: Final = {"id": "$request.path.id"}
AS_IT_STANDS: Final = {"If-Match": '"{$response.body#/version}"'}
AT_VERSION: Final = {"version": "$response.body#/version"}
OF_GAME: Final = {"game": "$request.path.id"}


def _to(operation: str, parameters: Mapping[str, str], body: str | None = None) -> Link:
    """Return a link; its body is one expression for all of it, since many generators support no other."""
    link: Link = {"operationId": operation, "parameters": dict(parameters)}
    return link if body is None else link | {"requestBody": body}


def _all(names: Mapping[str, str], parameters: Mapping[str, str]) -> dict[str, Link]:
    return {name: _to(operation, parameters) for name, operation in names.items()}


AROUND_A_GAME: Final = {
    "view": "getGame",
    "board": "getBoard",
    "picture": "getBoardPicture",
    "legal-actions": "getLegalActions",
    "events": "listEvents",
    "fairness": "getFairness",
    "stream-ticket": "createStreamTicket",
    "votes": "listVotes",
    "undo": "requestUndo",
    "redo": "requestRedo",
    "replay": "createReplay",
    "analysis": "createAnalysis",
    "review": "createReview",
    "join": "takeSeat",
    "resign": "resignSeat",
    "abandon": "requestAbandonment",
    "rematch": "createRematch",
    "remove": "deleteGame",
}
NEW_GAME: Final = {
    **_all(AROUND_A_GAME, MADE),
    "branch": _to("createBranch", MADE),
    "change-seat": _to("updateSeat", {**MADE, "seat": "$response.body#/seats/0/seat"}),
}
AFTER_A_MOVE: Final = {
    **_all({"view": "getGame", "legal-actions": "getLegalActions", "undo": "requestUndo"}, HERE),
    "as-it-was": _to("getGame", HERE | AT_VERSION),
    "next-events": _to("listEvents", HERE | {"after": "$response.body#/version"}),
    "next-command": _to("postCommands", HERE | AS_IT_STANDS),
    "branch": _to("createBranch", HERE),
}
JOB: Final = {
    "job": _to("getJob", MADE),
    "import": {
        **_to("createGame", {}),
        "description": "Send `result.record` of a finished game as `record`.",
    },
}
MOVING: Final = _to("getJob", {"id": "$response.body#/job/id"})
MOVED: Final = {
    "200": {"job": MOVING},
    "202": {"job": MOVING},
    "201": {"vote": _to("castVote", OF_GAME | {"id": "$response.body#/vote/id"})},
}
VOTE: Final = {"vote": _to("castVote", OF_GAME | MADE)}
VOTED: Final = {"vote": _to("castVote", {"game": "$request.path.game"} | MADE)}
SEATED: Final = {
    **_all({"view": "getGame", "legal-actions": "getLegalActions", "resign": "resignSeat"}, HERE),
    "change-again": _to("updateSeat", HERE | {"seat": "$response.body#/seat"}),
}
RULESETS: Final[Links] = {"200": {"ruleset": _to("getRuleset", {"id": "$response.body#/rulesets/0/id"})}}
AGENTS: Final[Links] = {"200": {"agent": _to("getAgent", {"id": "$response.body#/agents/0/id"})}}
BOARD_MADE: Final[Links] = {
    "200": _all({"show": "getOwnBoard", "picture": "getOwnBoardPicture"}, {"id": "$response.body#/map"})
}
OWN_BOARD: Final[Links] = {"200": {"picture": _to("getOwnBoardPicture", HERE)}}
CREATED: Final[Links] = {"201": NEW_GAME}
LOBBY: Final[Links] = {
    "200": {
        "newest": _to("getGame", {"id": "$response.body#/games/0/id"}),
        "next-page": _to("listGames", {"cursor": "$response.body#/next"}),
    }
}
OF_GAME_VIEW: Final[Links] = {
    "200": {
        **_all(AROUND_A_GAME, HERE),
        "unchanged": _to("getGame", HERE | {"If-None-Match": "$response.header.ETag"}),
        "command": _to("postCommands", HERE | {"If-Match": "$response.header.ETag"}),
        "branch": _to("createBranch", HERE),
        "parent": _to("getGame", {"id": "$response.body#/parent/id"}),
        "rematch-game": _to("getGame", {"id": "$response.body#/rematch"}),
    }
}
SEAT_TAKEN: Final[Links] = {"201": SEATED}
SEAT_CHANGED: Final[Links] = {"200": SEATED}
LEGAL_ACTIONS: Final[Links] = {
    "200": {
        "do-the-first": _to("postCommands", HERE | AS_IT_STANDS, "$response.body#/actions/0/command"),
        "do-the-second": _to("postCommands", HERE, "$response.body#/actions/1/command"),
        "fill-in": _to("postCommands", HERE | AS_IT_STANDS, "$response.body#/templates/0/example"),
    }
}
COMMANDS: Final[Links] = {
    "201": AFTER_A_MOVE,
    "409": {"rule": _to("getRule", {"id": "$response.body#/rule"})},
    "412": {"next-events": _to("listEvents", HERE | {"after": "$response.body#/version"})},
}
DRY_RUN: Final[Links] = {"200": {"do-it": _to("postCommands", HERE | AS_IT_STANDS)}}
EVENTS: Final[Links] = {"200": {"next-page": _to("listEvents", HERE | {"after": "$response.body#/next"})}}
STREAM_TICKET: Final[Links] = {"201": {"stream": _to("listEvents", HERE | {"ticket": "$response.body#/ticket"})}}
VOTES: Final[Links] = {"200": {"vote": _to("castVote", OF_GAME | {"id": "$response.body#/votes/0/id"})}}
VOTE_CAST: Final[Links] = {"200": VOTED, "201": VOTED}
QUEUED: Final[Links] = {"200": JOB, "202": JOB}
OF_JOB: Final[Links] = {"200": JOB}
VOTE_OPENED: Final[Links] = {"201": VOTE}
PAUSE_ENDED: Final[Links] = {"200": AFTER_A_MOVE}
ACTED: Final[Links] = {"201": AFTER_A_MOVE}
PENDING: Final[Links] = {
    "200": {
        "wait-for-more": _to("listPending", {"after": "$response.body#/cursor"}),
        "legal-actions": _to("getLegalActions", {"id": "$response.body#/pending/0/game"}),
    }
}
MY_EVENTS: Final[Links] = {"200": {"next-page": _to("listMyEvents", {"after": "$response.body#/cursor"})}}
KEY_CREATED: Final[Links] = {"201": _all({"end": "deleteKey", "usage": "getUsage"}, MADE)}
USAGE: Final[Links] = {"200": {"budget": _to("updateKeyBudget", HERE)}}
KEYS: Final[Links] = {"200": {"end": _to("deleteKey", {"id": "$response.body#/keys/0/id"})}}
PLAYER_CREATED: Final[Links] = {
    "201": _all(
        {
            "show": "getPlayer",
            "rename": "updatePlayer",
            "forget": "deletePlayer",
            "token": "createPlayerToken",
            "end-token": "deletePlayerToken",
            "block": "updatePlayerBlocks",
        },
        MADE,
    )
}
PLAYERS: Final[Links] = {
    "200": {
        "show": _to("getPlayer", {"id": "$response.body#/players/0/id"}),
        "next-page": _to("listPlayers", {"after": "$response.body#/next"}),
    }
}
OF_PLAYER: Final[Links] = {
    "200": {
        "newest-game": _to("getGame", {"id": "$response.body#/games/0/game"}),
        "next-page": _to("getPlayer", HERE | {"after": "$response.body#/next"}),
    }
}
RATINGS: Final[Links] = {
    "200": {
        "player": _to("getPlayer", {"id": "$response.body#/ratings/0/player"}),
        "next-page": _to("listRatings", HERE | {"after": "$response.body#/next"}),
    }
}
SEEK_CREATED: Final[Links] = {
    "201": {
        **_all({"show": "getSeek", "withdraw": "deleteSeek"}, MADE),
        "game": _to("getGame", {"id": "$response.body#/game"}),
    }
}
SEEKS: Final[Links] = {
    "200": {
        "player": _to("getPlayer", {"id": "$response.body#/seeks/0/player"}),
        "next-page": _to("listSeeks", {"after": "$response.body#/next"}),
    }
}
OF_SEEK: Final[Links] = {"200": {"game": _to("getGame", {"id": "$response.body#/game"})}}
WEBHOOK_CREATED: Final[Links] = {
    "201": _all({"show": "getWebhook", "change": "updateWebhook", "end": "deleteWebhook", "test": "testWebhook"}, MADE)
}
WEBHOOKS: Final[Links] = {"200": {"show": _to("getWebhook", {"id": "$response.body#/webhooks/0/id"})}}
OF_WEBHOOK: Final[Links] = {
    "200": {"retry": _to("retryDelivery", HERE | {"n": "$response.body#/deliveries/0/n"})}
    | _all({"change": "updateWebhook", "end": "deleteWebhook"}, HERE)
}
CLIENTS: Final[Links] = {
    "200": {
        "client": _to("getClient", {"id": "$response.body#/clients/0/id"}),
        "next-page": _to("listClients", {"cursor": "$response.body#/next"}),
    }
}
ALL_GAMES: Final[Links] = {
    "200": {
        "close": _to("deleteAnyGame", {"id": "$response.body#/games/0/id"}),
        "next-page": _to("listAllGames", {"after": "$response.body#/next"}),
    }
}
ACTS: Final[Links] = {"200": {"next-page": _to("listActs", {"after": "$response.body#/next"})}}
ORDERS: Final[Links] = {
    "200": {
        "first": _to("deleteOrder", {**HERE, "seat": "$request.path.seat", "order": "$response.body#/orders/0/id"}),
        "all": _to("deleteOrders", {**HERE, "seat": "$request.path.seat", "If-Match": "$response.header.ETag"}),
    }
}
ORDER_SET: Final[Links] = {"201": ORDERS["200"]}
