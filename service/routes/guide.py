"""Serves the guide at /guide: pages that `make guide` built, which load nothing from elsewhere.

It is built beside a running server, so its files are looked up for each request. Until it is there, and where it could
not be built, a page says so, and how to build it.
"""

import base64
import os.path
import re
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from flask import Flask, Response, redirect, request
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as Answer

from service.http.caching import ASKED, allow_caching, tag_of_content
from service.http.linking import under
from service.http.pages import frame, page_under

ROOT: Final = "/guide"
BUILT: Final = Path(str(files("service") / "guide"))
NOTE: Final = files("service.routes") / "docs_page" / "guide.html"
FIRST: Final = "index.html"
FAILED: Final = "failed.txt"
"""Names the file that `make run` leaves in place of a guide that could not be built."""
RETRY_S: Final = 10
TEXT: Final = "text/plain"
INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
POLICY: Final = (
    "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
MOST_KEPT: Final = 128
MISSING: Final = (
    "There is no such page",
    "The guide has no page at this address. Its <a href='/guide/'>first page</a> lists all of them.",
)
UNBUILT: Final = (
    "The guide is not built yet",
    "<code>make run</code> builds it beside the server the first time, which takes about a minute; then this page "
    "shows it. If nothing comes, <code>make guide</code> builds it and says what it lacks.",
)
UNBUILDABLE: Final = (
    "The guide could not be built",
    "What builds it comes from the package registry, which perhaps could not be reached. <code>make guide</code> tries "
    "again and says what went wrong. Meanwhile its pages can be read as text, in the folder <code>docs/guide</code>.",
)


def install(app: Flask, place: Path = BUILT) -> None:
    """Add /guide and all pages below it to the application; they are looked for in `place`."""
    app.add_url_rule(ROOT, "guide", lambda: _answer(place))
    app.add_url_rule(f"{ROOT}/<path:name>", "guide_page", lambda name: _answer(place))


def _answer(place: Path) -> Answer:
    """Return the file that the request names; a folder is answered with its page, under an address that ends in `/`."""
    if not (place / FIRST).is_file():
        response = _note(*(UNBUILDABLE if (place / FAILED).is_file() else UNBUILT), 503)
        response.headers["Retry-After"] = response.headers["Refresh"] = str(RETRY_S)
        return response
    found = safe_join(str(place), request.path.removeprefix(ROOT).strip("/"))
    if found is not None and os.path.isdir(found):
        if not request.path.endswith("/"):
            return redirect(under(f"{request.path}/"), 308)
        found = os.path.join(found, FIRST)
    if found is None or not os.path.isfile(found):
        return _note(*MISSING, 404)
    return _file(Path(found))


def _file(path: Path) -> Response:
    """Return a file, tagged by its content, so that browsers notice a new guide at once."""
    content, tag, policy = _read(path, path.stat().st_mtime_ns, request.script_root)
    response = Response(content, mimetype=guess_type(path.name, strict=False)[0] or TEXT)
    _guard(response, policy)
    return allow_caching(response, tag, ASKED)


@lru_cache(MOST_KEPT)
def _read(path: Path, changed: int, base: str) -> tuple[bytes, str, str]:
    """Return a file's content as it was at a time (ns), its tag, and the policy that allows the scripts in it alone."""
    content, scripts = path.read_bytes(), []
    if path.suffix == ".html":
        content = page_under(content.decode(), base).encode()
        scripts = INLINE.findall(content)
    allowed = dict.fromkeys(base64.b64encode(sha256(script).digest()).decode() for script in scripts)
    policy = POLICY.format(scripts="".join(f" 'sha256-{digest}'" for digest in allowed))
    return content, tag_of_content(content), policy


def _note(title: str, text: str, status: int) -> Response:
    """Return a page of one paragraph."""
    page = NOTE.read_text(encoding="utf-8").replace("TITLE", title).replace("TEXT", text)
    response = Response(frame(page, f"{ROOT}/", request.script_root), status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    _guard(response, POLICY.format(scripts=""))
    return response


def _guard(response: Response, policy: str) -> None:
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
