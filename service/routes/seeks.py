"""Routes seeks: posting, listing and following, showing, withdrawing."""

import logging
import time
from collections.abc import Iterator
from typing import Any, Final

import orjson
from flask import Response, request
from redis.exceptions import RedisError

from service.clients.api_keys import ApiKey, is_current
from service.clients.players import player_of
from service.clients.seeks import WITHDRAWN, is_seek, open_seeks_of, player_with, renew_seek, take_out
from service.game.idempotency import answer_once
from service.handlers.seeking import NewSeek, post_seek
from service.http.access import api_key, application, context, require_key, share, taker
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.idempotency import idempotency_key
from service.http.incoming import Application
from service.http.linking import lead_on
from service.http.negotiation import representation
from service.http.responses import answer_made, private
from service.http.stream_answers import open_answer
from service.http.stream_pages import FORMATS, NDJSON, SSE, STREAM_DOCS
from service.http.streaming import QUIET_S
from service.live import Listener, News
from service.problems import missing_credential, not_found
from service.schemas import links
from service.schemas import seeks as schemas
from service.schemas.headers import NEXT
from service.views.seeks import Seeks, changes_between, open_seeks, seeks_page, show_seek

blueprint: Final = Resources(
    "seeks", __name__, order=12, url_prefix="/v1/seeks", description="Players who look for others to play with."
)
PAGE: Final = 50
LOOK_S: Final = 0.5
"""Sets how often a process reads the list of open seeks for the streams that follow it."""
RENEW_S: Final = 15.0
"""Sets how often a stream of one's own seeks renews them."""
log = logging.getLogger(__name__)


@blueprint.route("", methods=["POST"])
@blueprint.operation("createSeek", counts=Counts.GAME, links=links.SEEK_CREATED)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.SeekDraftSchema(), example={"ruleset": "catan", "seats": 4, "wait_s": 300})
@blueprint.repeatable(201, schemas.SeekSchema())
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
def create(wish: dict[str, Any]) -> Response:
    """Seek players for a game, with a player's token, or with the API key for one of its `player`s.

    As soon as there are enough seeks that agree, their game begins: each player has a seat, and the answer, `GET
    seeks/{id}`, `me/events` and webhooks (`started`) tell. A seek counts for a minute after its player was last heard
    of: by a request for it, or by a stream of the player's own seeks. A player has at most 5 open ones.
    """
    return answer_made(*answer_once(context(), idempotency_key(), _post, wish))


def _post(wish: dict[str, Any]) -> dict[str, Any]:
    player = _seeker(wish.pop("player", None))
    key = _key()
    seek, _ = post_seek(context(), player_of(context(), key, player), share(), NewSeek(**wish), by_player=key.is_player)
    shown = show_seek(context(), seek.id)
    return shown or {"id": seek.id, "status": "expired"}


def _seeker(player: str | None) -> str:
    """Return the player who seeks; raises Problem without one, and for another key's."""
    seeker = taker(player).player
    if not seeker:
        raise missing_credential("api_key") if api_key() is None else not_found("player")
    return seeker


def _key() -> ApiKey:
    return require_key("me")


@blueprint.route("")
@blueprint.operation("listSeeks", links=links.SEEKS)
@blueprint.arguments(schemas.SeeksQuery(), location="query")
@blueprint.response(200, schemas.SeekPageSchema(), headers=NEXT)
@blueprint.doc(**STREAM_DOCS)
@blueprint.problems(403, 406, 422)
def list_all(query: dict[str, Any]) -> Response:
    """List open seeks, the newest first, or follow them as a stream.

    With `Accept: text/event-stream` or `application/x-ndjson` the answer goes on: first the open seeks, then each that
    is opened, and of each that is no longer open its `id` and `status`; of one's own with `game`, others are `closed`.
    A stream with `mine=true` keeps these seeks open.
    """
    player = _seeker(None) if query.get("mine") else None
    media_type = representation(("application/json", SSE, NDJSON))
    if media_type != "application/json" and request.method == "GET":
        stream = _Stream(application(), query.get("ruleset"), player, api_key(), media_type)
        return open_answer(application(), None, stream.chunks(), stream.close, media_type)
    page = seeks_page(context(), query.get("after"), query.get("limit", PAGE), query.get("ruleset"), player)
    return private(lead_on(json_answer(page), page.get("next")))


@blueprint.route("/<id>")
@blueprint.operation("getSeek", links=links.OF_SEEK)
@blueprint.opened_by("key")
@blueprint.response(200, schemas.SeekSchema())
@blueprint.problems(403, 404)
def show(id: str) -> Response:
    """Show what became of a seek, and let it count for another minute if it is open.

    The latest 20 seeks of a player that have ended are kept.
    """
    _require_own(id)
    renew_seek(context(), id)
    shown = show_seek(context(), id)
    if shown is None:
        raise not_found("seek")
    return private(json_answer(shown))


@blueprint.route("/<id>", methods=["DELETE"])
@blueprint.operation("deleteSeek")
@blueprint.opened_by("key")
@blueprint.response(204)
@blueprint.problems(403, 404)
def withdraw(id: str) -> Response:
    """Withdraw a seek. If it was filled meanwhile, the answer is 404, and `GET seeks/{id}` names the game.

    Who does not want to play that game resigns.
    """
    _require_own(id)
    if not take_out(context(), id, WITHDRAWN):
        raise not_found("seek")
    return Response(status=204)


def _require_own(id: str) -> None:
    """Raise Problem (404) for a seek of a player who is not the caller's."""
    key = _key()
    if not is_seek(id):
        raise not_found("seek")
    player_of(context(), key, player_with(id))


class _Stream:
    """Streams the list of open seeks: everything at first, then what changes."""

    def __init__(
        self, app: Application, ruleset: str | None, listed: str | None, key: ApiKey | None, media_type: str
    ) -> None:
        self.app = app
        self.ruleset = ruleset
        self.listed = listed
        self.key = key
        self.player = key.id if key is not None and key.is_player else None
        self.format = FORMATS[media_type]
        self.is_lines = media_type == NDJSON
        self.listener: Listener = app.hub.listen()
        self.seen: Seeks = {}
        self.spoke = time.monotonic()
        self.renewed = 0.0
        self.is_over = False

    def close(self) -> None:
        """Release the listener when the client is gone."""
        self.app.hub.leave(self.listener)

    def chunks(self) -> Iterator[bytes]:
        """Yield the open seeks, then what changes, until the service stops, its store fails or the token ends."""
        yield self.format.opening
        try:
            while self.listener.wait(LOOK_S if self.seen or self.renewed else 0.0) is not News.STOPPING:
                if self.app.hub.is_stopping:
                    return
                yield from self._look()
                if self.is_over:
                    yield self.format.word("seat")
                    return
        except RedisError as error:
            log.warning("a stream of seeks breaks off: %s", error)

    def _look(self) -> Iterator[bytes]:
        now = time.monotonic()
        if now - self.renewed >= RENEW_S:
            self.renewed = now
            self.is_over = self.key is not None and not is_current(self.app.context, self.key)
            for seek_id in open_seeks_of(self.app.context, self.listed) if self.listed and not self.is_over else ():
                renew_seek(self.app.context, seek_id)
        shown: Seeks = self.app.shelf.page(
            ("seeks", self.ruleset, self.listed, int(now / LOOK_S)),
            lambda: open_seeks(self.app.context, self.ruleset, self.listed),
        )
        changes = list(changes_between(self.app.context, self.seen, shown, self.player))
        self.seen = shown
        if changes:
            self.spoke = now
            yield b"".join(self._write(change) for change in changes)
        elif now - self.spoke >= QUIET_S:
            self.spoke = now
            yield self.format.quiet

    def _write(self, change: dict[str, Any]) -> bytes:
        return (b"%s\n" if self.is_lines else b"data: %s\n\n") % orjson.dumps(change)
