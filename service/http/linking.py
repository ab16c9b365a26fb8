"""Makes links: the header Link (RFC 8288), the paths of a server below a base path, and what deprecated forms get.

Sources: RFC 9745, RFC 8594.
"""

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from flask import Response, request, url_for
from werkzeug.datastructures import Headers
from werkzeug.http import http_date

from service.http.answers import json_answer
from service.http.incoming import incoming

CURSOR_REPLACED: Final = datetime(2026, 11, 27, tzinfo=UTC)
"""The day when `after` replaced `cursor` in the query of lists."""
DRY_RUNS_MOVED: Final = datetime(2026, 11, 27, tzinfo=UTC)
"""The day when `POST dry-runs` replaced `dry_run` in the query of `POST commands`."""
AnyHeaders = Headers | dict[str, str]
_NOT_REPEATED: Final = ("after", "cursor", "ticket")


class Start(NamedTuple):
    """Holds the cursor after which a page begins, and the name of the parameter that had it."""

    cursor: str | None
    name: str


def under(path: str) -> str:
    """Return the path by which the client reaches a path of the application, below LONGROAD_BASE_PATH."""
    return str(incoming().environ.get("SCRIPT_NAME", "")) + path


def start_of(query: dict[str, Any]) -> Start:
    """Remove the cursor from a query, and return it."""
    old = query.pop("cursor", None)
    return Start(query.pop("after", None), "after") if old is None else Start(old, "cursor")


def page_answer(page: dict[str, Any], start: Start) -> Response:
    """Return a page with a link to the next one; the parameter `cursor` is deprecated."""
    response = lead_on(json_answer(page), page.get("next"))
    if start.name == "cursor":
        say_old(response.headers, CURSOR_REPLACED)
    return response


def lead_to(headers: AnyHeaders, relation: str, target: str, media_type: str | None = None) -> None:
    """Add a link to the headers of an answer."""
    link = f'<{target}>; rel="{relation}"' + (f'; type="{media_type}"' if media_type else "")
    known = headers.get("Link")
    headers["Link"] = f"{known}, {link}" if known else link


def lead_on(response: Response, cursor: str | None) -> Response:
    """Link a page to the next one, if there is one: the same request after its cursor."""
    if cursor is not None:
        kept: dict[str, Any] = {name: text for name, text in request.args.items() if name not in _NOT_REPEATED}
        following = url_for(request.endpoint or "", **request.view_args or {}, **kept, after=cursor)
        lead_to(response.headers, "next", following)
    return response


def say_old(headers: AnyHeaders, since: datetime) -> None:
    """Declare that the form of the request is deprecated since a day, and supported for one year after it."""
    ends = datetime(since.year + 1, since.month, since.day, tzinfo=UTC)
    headers["Deprecation"] = f"@{int(since.timestamp())}"
    headers["Sunset"] = http_date(ends)
    lead_to(headers, "deprecation", under("/docs"), "text/html")
