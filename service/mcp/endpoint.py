"""Routes `/mcp` and `/llms.txt`.

We speak the protocol ourselves: the official library for Python runs on asyncio and keeps its own server, beside the
WSGI application and gevent that carry everything else here; what tools need of the protocol is the small `protocol`.
"""

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

from service.http.answers import json_answer
from service.http.bodies import body
from service.http.hosts import LOOPBACK, name_of
from service.http.linking import under
from service.http.pages import document, document_answer
from service.http.strict_json import BadJson, parse
from service.mcp.protocol import INVALID_REQUEST, PARSE_ERROR, Fault, Reply, reply_to
from service.mcp.tools import TOOLS

LLMS: Final = """# Longroad

> A server for board games of the Catan family: Catan, its dice game, Elasund and Goofspiel, against people and agents.
> The server knows the rules; whoever plays asks what is legal and does one of the answers.

## Play

- {base}/mcp: the Model Context Protocol over streamable HTTP (revisions 2026-07-28 and 2025-06-18). Tools: {tools}.
  Begin with `rules` and `start`; then repeat `wait` and `play`.
- `longroad mcp --url URL`: the same over stdio. The command comes with Longroad's client for Python (longroad-client,
  with its extra cli) and with its server.

## Write a client

- {base}/openapi.json: the contract of the HTTP API (OpenAPI 3.1); {base}/docs: the same to try out;
  {base}/docs/glossary: its words
- {base}/asyncapi.yaml: streams and webhooks
- {base}/guide/: how to play, write bots, use streams and webhooks, host a server; step by step, in pages of HTML
"""


def install(app: Flask) -> None:
    """Add both paths to the application."""
    app.add_url_rule("/mcp", "mcp", _mcp, methods=["POST"])
    app.add_url_rule("/llms.txt", "llms", _llms)


def _llms() -> Response:
    text = LLMS.format(tools=", ".join(TOOLS), base=under(""))
    return document_answer(document(text.encode(), "text/plain"))


def _mcp() -> Response:
    """Answer one message; requests from pages of other sites are refused (DNS rebinding)."""
    origin = request.headers.get("Origin")
    if origin is not None and not _is_own(origin):
        return _answer(Reply(403, {"jsonrpc": "2.0", "error": {"code": INVALID_REQUEST, "message": "Foreign origin"}}))
    headers = {name.lower(): value for name, value in request.headers.items()}
    try:
        message = parse(body())
    except BadJson:
        fault = Fault(PARSE_ERROR, "The body is not JSON that this server accepts.")
        return _answer(Reply(fault.status, {"jsonrpc": "2.0", "error": fault.error}))
    return _answer(reply_to(message, headers))


def _is_own(origin: str) -> bool:
    name = name_of(urlsplit(origin).netloc)
    return name is not None and name in (name_of(request.host), *LOOPBACK)


def _answer(reply: Reply) -> Response:
    answer = Response(status=reply.status) if reply.message is None else json_answer(reply.message, reply.status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
