"""Describes the answers of the route table before they are written."""

from typing import NamedTuple

from service.views.newest_views import Body


class Answer(NamedTuple):
    """Describes an answer: its body as JSON, None if the client has it already, its status, and its own headers."""

    body: Body | None
    status: int
    headers: dict[str, str]
