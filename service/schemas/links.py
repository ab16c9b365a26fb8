"""Links of the specification: what an answer leads to, and which of its values go along (OpenAPI 3.1, Link Object)."""

from collections.abc import Mapping
from typing import Any, Final

Link = dict[str, Any]

MADE: Final = {"id": "$response.body#/id"}
HERE: Final = {"id": "$request.path.id"}
AS_IT_STANDS: Final = {"If-Match": '"{$response.body#/version}"'}
AT_VERSION: Final = {"version": "$response.body#/version"}


def _to(operation: str, parameters: Mapping[str, str], body: Any = None) -> Link:
    link: Link = {"operationId": operation, "parameters": dict(parameters)}
    return link if body is None else link | {"requestBody": body}


def _all(names: Mapping[str, str], parameters: Mapping[str, str]) -> dict[str, Link]:
    return {name: _to(operation, parameters) for name, operation in names.items()}


AROUND_A_GAME: Final = {
    "view": "games_view",
    "board": "games_board",
    "picture": "games_picture",
    "legal-actions": "play_legal_actions",
    "events": "play_events",
    "fairness": "play_fairness",
    "stream-ticket": "play_stream_ticket",
    "votes": "history_votes",
    "undo": "history_undo",
    "redo": "history_redo",
    "replay": "history_replay",
    "analysis": "analyses_analyze",
    "join": "games_join",
    "resign": "endings_resign",
    "abandon": "endings_abandon",
    "rematch": "endings_rematch",
    "remove": "games_remove",
}
NEW_GAME: Final = {
    **_all(AROUND_A_GAME, MADE),
    "branch": _to("history_branch_off", MADE, dict(AT_VERSION)),
    "change-seat": _to("games_change", {**MADE, "seat": "$response.body#/seats/0/seat"}),
}
AFTER_A_MOVE: Final = {
    **_all({"view": "games_view", "legal-actions": "play_legal_actions", "undo": "history_undo"}, HERE),
    "as-it-was": _to("games_view", HERE | AT_VERSION),
    "next-events": _to("play_events", HERE | {"after": "$response.body#/version"}),
    "next-command": _to("play_command", HERE | AS_IT_STANDS),
    "branch": _to("history_branch_off", HERE, dict(AT_VERSION)),
}
JOB: Final = {
    "job": _to("history_job", MADE),
    "import": {
        **_to("games_create", {}, {"record": "$response.body#/result/record"}),
        "description": "Of a replay of a finished game in the format json",
    },
}
MOVING: Final = _to("history_job", {"id": "$response.body#/job/id"})
MOVED: Final = {
    "200": {"job": MOVING},
    "202": {"job": MOVING},
    "201": {"vote": _to("history_vote", HERE | {"number": "$response.body#/vote/id"})},
}
VOTE: Final = {"vote": _to("history_vote", HERE | {"number": "$response.body#/id"})}
SEATED: Final = {
    **_all({"view": "games_view", "legal-actions": "play_legal_actions", "resign": "endings_resign"}, HERE),
    "change-again": _to("games_change", HERE | {"seat": "$response.body#/seat"}),
}

LINKS: Final[Mapping[str, Mapping[str, Mapping[str, Link]]]] = {
    "catalog_rulesets": {"200": {"ruleset": _to("catalog_ruleset", {"id": "$response.body#/rulesets/0/id"})}},
    "catalog_agents": {"200": {"agent": _to("catalog_agent", {"id": "$response.body#/agents/0/id"})}},
    "games_create": {"201": NEW_GAME},
    "games_lobby": {
        "200": {
            "newest": _to("games_view", {"id": "$response.body#/games/0/id"}),
            "next-page": _to("games_lobby", {"cursor": "$response.body#/next"}),
        }
    },
    "games_view": {
        "200": {
            **_all(AROUND_A_GAME, HERE),
            "unchanged": _to("games_view", HERE | {"If-None-Match": "$response.header.ETag"}),
            "command": _to("play_command", HERE | {"If-Match": "$response.header.ETag"}),
            "branch": _to("history_branch_off", HERE, dict(AT_VERSION)),
            "parent": _to("games_view", {"id": "$response.body#/parent/id"}),
            "rematch-game": _to("games_view", {"id": "$response.body#/rematch"}),
        }
    },
    "games_join": {"201": SEATED},
    "games_change": {"200": SEATED},
    "play_legal_actions": {
        "200": {
            "do-the-first": _to("play_command", HERE | AS_IT_STANDS, "$response.body#/actions/0/command"),
            "do-the-second": _to("play_command", HERE, "$response.body#/actions/1/command"),
            "fill-in": _to("play_command", HERE | AS_IT_STANDS, "$response.body#/templates/0/example"),
        }
    },
    "play_command": {
        "201": AFTER_A_MOVE,
        "409": {"rule": _to("catalog_rule", {"id": "$response.body#/rule"})},
        "412": {"next-events": _to("play_events", HERE | {"after": "$response.body#/version"})},
    },
    "play_events": {"200": {"next-page": _to("play_events", HERE | {"after": "$response.body#/next"})}},
    "play_stream_ticket": {"201": {"stream": _to("play_events", HERE | {"ticket": "$response.body#/ticket"})}},
    "history_undo": MOVED,
    "history_redo": MOVED,
    "history_votes": {"200": {"vote": _to("history_vote", HERE | {"number": "$response.body#/votes/0/id"})}},
    "history_vote": {"200": VOTE, "201": VOTE},
    "history_branch_off": {"201": NEW_GAME},
    "history_replay": {"200": JOB, "202": JOB},
    "analyses_analyze": {"200": JOB, "202": JOB},
    "analyses_arena": {"200": JOB, "202": JOB},
    "history_job": {"200": JOB},
    "clocks_pause": {"201": VOTE},
    "clocks_resume": {"200": AFTER_A_MOVE},
    "clocks_holiday": {"201": AFTER_A_MOVE},
    "endings_resign": {"201": AFTER_A_MOVE},
    "endings_abandon": {"201": VOTE},
    "endings_rematch": {"201": NEW_GAME},
    "me_pending": {
        "200": {
            "wait-for-more": _to("me_pending", {"after": "$response.body#/cursor"}),
            "legal-actions": _to("play_legal_actions", {"id": "$response.body#/pending/0/game"}),
        }
    },
    "me_events": {"200": {"next-page": _to("me_events", {"after": "$response.body#/cursor"})}},
    "keys_create": {"201": {"end": _to("keys_end", MADE)}},
    "keys_listed": {"200": {"end": _to("keys_end", {"id": "$response.body#/keys/0/id"})}},
    "webhooks_create": {
        "201": _all({"show": "webhooks_shown", "change": "webhooks_change", "end": "webhooks_end"}, MADE)
    },
    "webhooks_listed": {"200": {"show": _to("webhooks_shown", {"id": "$response.body#/webhooks/0/id"})}},
    "webhooks_shown": {
        "200": {"retry": _to("webhooks_retry", HERE | {"number": "$response.body#/deliveries/0/n"})}
        | _all({"change": "webhooks_change", "end": "webhooks_end"}, HERE)
    },
    "webhooks_retry": {"200": JOB, "202": JOB},
}
"""By operation and status of its answer: the links by name."""
