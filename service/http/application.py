"""Holds the objects that all requests to one application share."""

from dataclasses import dataclass
from typing import Any

from service.game.context import Context
from service.http.connection_limits import Held
from service.http.counters import Counters
from service.http.hosts import Hosts
from service.http.metrics import Metrics
from service.http.patience import Patience
from service.live import Hub, Shelf
from service.process.known_store import Comparison
from service.views.newest_views import Newest


@dataclass(frozen=True, slots=True)
class Application:
    """Holds the objects that one Flask application works with."""

    context: Context
    hub: Hub
    metrics: Metrics
    shelf: Shelf[Any]
    turns: Shelf[bytes]
    newest: Newest
    counters: Counters
    streams: Held
    known: Comparison
    patience: Patience
    hosts: Hosts
