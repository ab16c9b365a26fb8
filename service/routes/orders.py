"""Routes the standing orders of a seat."""

from typing import Any, Final

from flask import Response

from service.clients.standing_orders import OrderBook
from service.game.idempotency import answer_once
from service.handlers import orders
from service.handlers.holders import require_own
from service.http.access import context, game_and_caller
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key, mark
from service.http.incoming import incoming
from service.schemas import links
from service.schemas.headers import ORDERS_TAG, REPLAYED
from service.schemas.orders import EXAMPLE, OrderListSchema, StandingOrderSchema, read_order

blueprint: Final = Resources(
    "orders", __name__, order=7, url_prefix="/v1/games", description="Standing orders: what a seat does by itself."
)
ETAG: Final = "ETag"


@blueprint.route("/<id>/seats/<int:seat>/orders")
@blueprint.operation("listOrders", links=links.ORDERS)
@blueprint.opened_by("token")
@blueprint.response(200, OrderListSchema(), headers=ORDERS_TAG)
@blueprint.problems(401, 403, 404, 409)
def show(id: str, seat: int) -> Response:
    """List the standing orders of your seat, which no other caller can read, and those that ended last.

    Setting or ending one is no version of the game: it changes nothing that others can read. The list has an ETag of
    its own.
    """
    game, caller = game_and_caller(id)
    book = orders.show_orders(context(), game, caller, seat)
    return _tag(json_answer(orders.orders_document(book)), book.tag)


@blueprint.route("/<id>/seats/<int:seat>/orders", methods=["POST"])
@blueprint.operation("createOrder", links=links.ORDER_SET)
@blueprint.opened_by("token")
@blueprint.arguments(StandingOrderSchema(), example=EXAMPLE)
@blueprint.repeatable(201, OrderListSchema(), headers=ORDERS_TAG | REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 412, 413, 415, 422)
@blueprint.reads("If-Match")
def add(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Set a standing order for your seat, which is tried after those that stand already; at most 20 stand.

    When the game asks the seat for something, the first order that can do it sends a command, which is judged like any
    other and looks like any other. It comes after a random delay, the same for all orders. Orders are void after an
    undo, and rest while an agent plays the seat and while its holder is overdue. `If-Match` takes the ETag of the list.
    """
    game, caller = game_and_caller(id)
    require_own(game, caller, seat)
    order, key = read_order(game.ruleset, wish), idempotency_key()
    said = _read_if_match()

    def act() -> dict[str, Any]:
        return _answer(orders.add_order(context(), game, caller, seat, order, said))

    answer, replayed = answer_once(context(), key, act)
    return mark(_tag(json_answer(answer["list"], 201), answer["tag"]), replayed)


@blueprint.route("/<id>/seats/<int:seat>/orders", methods=["DELETE"])
@blueprint.operation("deleteOrders", links=links.ORDERS)
@blueprint.opened_by("token")
@blueprint.response(200, OrderListSchema(), headers=ORDERS_TAG)
@blueprint.problems(401, 403, 404, 409, 412)
@blueprint.reads("If-Match")
def end_all(id: str, seat: int) -> Response:
    """End all standing orders of your seat, and list those that ended last.

    `If-Match` takes the ETag of the list. What they have sent already stays as it is.
    """
    return _end(id, seat, None)


@blueprint.route("/<id>/seats/<int:seat>/orders/<order>", methods=["DELETE"])
@blueprint.operation("deleteOrder", links=links.ORDERS)
@blueprint.opened_by("token")
@blueprint.response(200, OrderListSchema(), headers=ORDERS_TAG)
@blueprint.problems(401, 403, 404, 409, 412)
@blueprint.reads("If-Match")
def end(id: str, seat: int, order: str) -> Response:
    """End one standing order of your seat, and list the others.

    `If-Match` takes the ETag of the list. What the order has sent already stays as it is.
    """
    return _end(id, seat, order)


def _end(id: str, seat: int, order: str | None) -> Response:
    game, caller = game_and_caller(id)
    book = orders.end_order(context(), game, caller, seat, order, _read_if_match())
    return _tag(json_answer(orders.orders_document(book)), book.tag)


def _answer(book: OrderBook) -> dict[str, Any]:
    return {"list": orders.orders_document(book), "tag": book.tag}


def _read_if_match() -> str | None:
    """Return the tag of the list that If-Match requires; None without one or for `*`."""
    given = incoming().environ.get("HTTP_IF_MATCH")
    return None if given is None or given.strip() == "*" else given.strip().strip('"')


def _tag(response: Response, tag: str) -> Response:
    response.headers.update({ETAG: f'"{tag}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"})
    return response
