"""Builds the HTTP application: the resources of `/v1`, the operational endpoints, and what all answers share."""

from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from operator import attrgetter
from typing import Any, Final

import orjson
from flask import Flask
from flask_smorest import Api
from werkzeug.routing import Rule

from domain.core.discovery import find_all
from eventstore.memory.store import MemoryEventStore
from service.catalog import OWN, RULESETS
from service.game import context as root
from service.game.context import Context
from service.http import headers, problem_answers, route_table
from service.http.admission import NEWEST
from service.http.answers import OrjsonProvider
from service.http.arguments import Resources as Blueprint
from service.http.connection_limits import CONNECTIONS, Held, Shared, streams_each
from service.http.hosts import Hosts
from service.http.incoming import Application
from service.http.metrics import Metrics
from service.http.presence_keeper import PresenceKeeper
from service.http.quota_counters import Counters
from service.http.refusal_delays import Patience
from service.live import Hub, Shelf
from service.mcp import endpoint
from service.process.known_store import Comparison, file_of_process
from service.queue.jobs import Jobs
from service.routes import console, docs, guide, operations
from service.schemas.limits import LARGEST_BODY
from service.schemas.spec import SchemaPlugin, describe, describe_shared
from service.settings import read_settings
from service.views.newest_views import Newest
from service.webhooks.budget_notices import follow_budgets

DESCRIPTION: Final = """Play Catan-family games over HTTP. A client does not have to know the rules:

1. `POST /v1/games` with `{"ruleset": "catan", "seats": [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai"}]}` sets up a
   game. The answer has its `id` and, shown only once, the token of each `human` seat. Send a seat's token as
   `Authorization: Bearer TOKEN` with every request of that seat.
2. `GET /v1/games/{id}/legal-actions` lists what the seat may do now. `must_act` says whether the game is waiting for
   it.
3. `POST /v1/games/{id}/commands` with one `command` of `actions`, or the `example` of one of `templates`, as it is.
   201: done, and on disk. 409: the rules refuse it, or the game has moved on; repeat step 2.
4. While `must_act` is false the game is waiting for other seats. Follow `GET /v1/games/{id}/events` as a stream, or
   wait with `GET /v1/me/pending?wait=30`, and repeat step 2. AI seats act by themselves.
5. `GET /v1/games/{id}` is the game as the seat sees it. Once its `status` is `finished` it has a `result`.

Clients ignore members and event types that they do not know: those may be added at any time. Other changes come
with a new version, which is a date; `X-Longroad-Version: DATE` requests one. Errors are
`application/problem+json`. `GET /v1/rulesets` lists what can be played, `GET /v1/agents` the AI opponents."""
TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "A seat's token acts and sees as that seat. The owner's token manages the game and sees what a "
    "spectator sees. Without a token the caller is a spectator.",
}


BLUEPRINTS: Final[tuple[Blueprint, ...]] = tuple(
    sorted(find_all("service.routes", "blueprint").values(), key=attrgetter("order"))
)
"""Lists the resources: each file of `service.routes` that has some is a chapter of the documentation."""
CONTRACT: Final = "longroad-contract"
"""The key in Flask's `extensions` of the function that makes the contract."""


class Route(Rule):
    """Represents the URL rule of a resource; its URL builder is compiled on first use."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)
        return lambda route, /, **values: compiled(append_unknown)(route, **values)


class Service(Flask):
    """Represents the application. No view is async, so requests skip the check for coroutines."""

    url_rule_class = Route

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself."""
        return func


class Resources(Api):
    """Registers resources and their documentation; `problem_answers` renders the problems.

    The contract is made on request, not when a process starts.
    """

    DEFAULT_ERROR_RESPONSE_NAME = None  # every resource names its problems

    def register_blueprint(self, blp: Any, **options: Any) -> None:
        """Register a blueprint without describing its resources yet."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp, **options)

    def contract(self, context: Context) -> dict[str, Any]:
        """Describe all resources, and the commands, events and options of the context's rulesets."""
        self.spec.components.security_scheme("token", TOKEN)
        self.spec.components.security_scheme("key", KEY)
        describe_shared(self.spec, context.rulesets.values())
        for blueprint in BLUEPRINTS:
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        operations = [one for blueprint in BLUEPRINTS for one in blueprint.operations.values()]
        return describe(self.spec, {operation.name: operation.links for operation in operations})

    def _register_error_handlers(self) -> None:
        """Do nothing: `problem_answers` handles every problem."""

    def _register_responses(self) -> None:
        """Do nothing: no resource refers to a response that it does not describe."""

    def _register_etag_headers(self) -> None:
        """Do nothing: `schemas.headers` describes ours."""

    def _register_pagination_header(self) -> None:
        """Do nothing: pages carry their cursor in the body."""


KEY: Final = {
    "type": "apiKey",
    "in": "header",
    "name": "X-Api-Key",
    "description": "An API key names a client across games; seats that are made or taken with it belong to it. "
    "With the scope `seats` and the number of one of its seats in `X-Seat`, it stands for that seat's token.",
}


def _application(
    context: Context, metrics: Metrics, counters: Counters, shared: Shared, held: Held, known: Comparison
) -> Application:
    newest = Newest(context)
    metrics.kept.set_function(lambda: newest.size)
    patience, hosts, hub = Patience(shared.processes), Hosts(context.settings), Hub(context.store)
    presence = PresenceKeeper(context)
    return Application(
        context, hub, metrics, Shelf(), Shelf(), newest, counters, held, known, patience, hosts, presence
    )


def create_app(
    context: Context | None = None,
    counters: Counters | None = None,
    connections: int = CONNECTIONS,
    shared: Shared | None = None,
) -> Flask:
    """Create the application over a context; without one, over the stores in the settings.

    Quotas are counted in the queue's store unless `counters` are given. `connections` limits the open connections.
    `shared` holds the counters that several API processes share; without it, this process is the only one.
    """
    app = Service("longroad", static_folder=None)
    app.json = OrjsonProvider(app)
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False  # no redirects
    app.config |= _settings()
    context = context or root.build(read_settings(), prompt=True)
    follow_budgets(context)
    shared = shared or Shared()
    metrics = Metrics(context, shared)
    held = Held(streams_each(context.settings, connections), shared.held[1])
    known = Comparison(context.store, file_of_process())
    counters = counters or Counters(lambda client: context.jobs.of(client).redis)
    app.extensions["longroad"] = _application(context, metrics, counters, shared, held, known)
    problem_answers.install(app, metrics, known)
    headers.install(app)
    api = Resources(app, spec_kwargs={"marshmallow_plugin": SchemaPlugin()})
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.extensions[CONTRACT] = partial(api.contract, context)
    contract = load_contract if OWN.issuperset(context.rulesets.values()) else app.extensions[CONTRACT]
    operations.install(app, contract, context.settings.base_path)
    docs.install(app)
    guide.install(app)
    endpoint.install(app)
    direct = [route for blueprint in BLUEPRINTS for route in blueprint.direct_routes]
    route_table.install(app, direct, context.settings.base_path)
    console.install(app)
    return app


def specification() -> dict[str, Any]:
    """Return the contract of the API with this project's rulesets; needs no store."""
    settings = read_settings({})
    nowhere = Jobs.at("redis://127.0.0.1")  # connects at the first command, which never comes
    app = create_app(root.compose(settings, MemoryEventStore(), RULESETS, nowhere), Counters(None))
    contract: dict[str, Any] = orjson.loads(orjson.dumps(app.extensions[CONTRACT]()))
    return contract


def load_contract() -> dict[str, Any]:
    """Return the contract as `openapi.generate` wrote it for this project's rulesets; tests keep it current."""
    contract: dict[str, Any] = orjson.loads((files("openapi") / "openapi.json").read_bytes())
    return contract


def _settings() -> dict[str, Any]:
    return {
        "MAX_CONTENT_LENGTH": LARGEST_BODY,
        "PROPAGATE_EXCEPTIONS": False,
        "API_TITLE": "Longroad",
        "API_VERSION": NEWEST,
        "OPENAPI_VERSION": "3.1.0",
        "API_SPEC_OPTIONS": {
            "externalDocs": {"description": "What the words of this document mean.", "url": "/docs/glossary"},
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [
                {"url": "/", "description": "The server that this document comes from."},
                {"url": "http://127.0.0.1:8000", "description": "A server on your own machine (`make run`)."},
            ],
            "security": [{}, {"token": []}, {"key": []}, {"token": [], "key": []}],
        },
    }
