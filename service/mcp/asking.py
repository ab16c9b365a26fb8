"""Sends requests of tools to the API of this process, on behalf of the client whose request called the tool.

They pass through the same routes as requests from outside, so that tools may do what their client may do, and no more:
quotas, API keys, private games and the language are checked where they always are.
"""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from flask import current_app
from werkzeug.wrappers import Response

from eventstore.budget import TooLong
from service.http.incoming import incoming

WAIT_S: Final = 20
"""Says for how long a tool waits for a job."""
STALE: Final = 412
TOO_LONG: Final = "too_long"
_KEPT: Final = (
    *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "REMOTE_ADDR", "REMOTE_PORT", "HTTP_HOST", "HTTP_X_API_KEY"),
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_TRACEPARENT", "wsgi.version", "wsgi.url_scheme", "wsgi.errors"),
    *("wsgi.multithread", "wsgi.multiprocess", "wsgi.run_once"),
)
"""Lists what a request of a tool has in common with the request that called it."""
_PATH: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,99})+")


class Refused(Exception):
    """Reports why a tool did not do what it was asked, in words for the model."""


class WentOn(Refused):
    """Reports that the game is not at the version any more for which a command was meant."""


def ask(
    method: str,
    path: str,
    token: str | None = None,
    body: Any = None,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Any:
    """Request a resource below `/v1` and return its JSON; raises Refused for a problem, and for what is no path.

    Raises TooLong if both requests together took too long.
    """
    if not _PATH.fullmatch(path):
        raise Refused("an id has letters, digits and hyphens alone")
    environ = _environment(method, path, b"" if body is None else orjson.dumps(body), query or {})
    if token is not None:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in (headers or {}).items()}
    answer = Response.from_app(current_app.wsgi_app, environ, buffered=True)
    document = orjson.loads(answer.get_data() or b"null")
    if answer.status_code == 503 and document["type"].endswith(f"/{TOO_LONG}"):
        raise TooLong("mcp.request")
    if answer.status_code >= 400:
        raise (WentOn if answer.status_code == STALE else Refused)(_words(document))
    return document


def _environment(method: str, path: str, body: bytes, query: Mapping[str, Any]) -> dict[str, Any]:
    outer = incoming().environ
    return {name: outer[name] for name in _KEPT if name in outer} | {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/v1{path}",
        "QUERY_STRING": urlencode(query),
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_X_REQUEST_ID": incoming().id,
        "wsgi.input": BytesIO(body),
    }


def _words(problem: Mapping[str, Any]) -> str:
    """Return what a problem document says to whoever can do something about it."""
    lines = [str(problem["detail"] or problem["title"])]
    lines += [f"{fault['pointer'] or 'the request'}: {fault['detail']}" for fault in problem.get("errors", ())]
    for member in ("missing", "allowed", "nearest"):
        if problem.get(member):
            lines.append(f"{member}: {orjson.dumps(problem[member]).decode()}")
    if "rule" in problem:
        lines.append(f"The rule is {problem['rule']}; the tool `rules` explains it.")
    return "\n".join(lines)
