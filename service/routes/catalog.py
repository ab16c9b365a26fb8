"""Routes what the server offers: its limits, rulesets, rules and agents."""

from datetime import UTC, datetime
from typing import Any, Final

from flask import Response

from service.clients.ratings import SERVER, ratings_page
from service.handlers.thinking import capacity
from service.http.access import context, require_key
from service.http.admission import NEWEST, VERSIONS
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.caching import lasting_answer
from service.http.linking import lead_on, lead_to, under
from service.http.negotiation import LONGEST_WAIT_S, language
from service.http.quotas import GAMES, MOVES, REQUESTS
from service.http.responses import private
from service.problems import not_found, unknown_name
from service.process import build
from service.schemas import catalog as schemas
from service.schemas import links
from service.schemas import rulesets as families
from service.schemas.agents import AgentListSchema, AgentSchema, LadderListSchema
from service.schemas.headers import LEADING, NEXT
from service.schemas.limits import LARGEST_BODY, LARGEST_RECORD, MOST_COMMANDS, MOST_EVENTS
from service.schemas.players import RatingPageSchema, RatingsQuery
from service.texts import rulebook
from service.texts.files import LANGUAGES
from service.texts.words import rule_document
from service.views import offers

blueprint: Final = Resources(
    "catalog", __name__, order=1, url_prefix="/v1", description="What the server offers: rulesets, rules and agents."
)

LINKS: Final = (
    ("service-desc", "/openapi.json", "application/json"),
    ("service-doc", "/docs", "text/html"),
    ("help", "/guide/", "text/html"),
    ("status", "/readyz", "application/json"),
    ("api-catalog", "/.well-known/api-catalog", "application/linkset+json"),
)
"""Lists where the API is described: relation, path and media type."""
COMPILING: Final = {"plain": "off", "compiled": "installed"}
"""Says how rules of each form came to run."""


@blueprint.route("")
@blueprint.operation("getServer", needs_no_key=True)
@blueprint.response(200, schemas.ServerSchema(), headers=LEADING)
@blueprint.problems()
def root() -> Response:
    """Describe the server: its version, limits, durability, languages and time.

    `durability` is what was found in the store, not what was configured; `limits` says how much the server accepts.
    """
    response = json_answer(
        {
            "name": "longroad",
            "version": build.version(),
            "api_version": NEWEST,
            "api_versions": list(VERSIONS),
            "commit": build.commit(),
            "rules": build.rules_form(),
            "compiling": COMPILING[build.rules_form()],
            "durability": context().store.durability(),
            "languages": list(LANGUAGES),
            "limits": {
                "body_bytes": LARGEST_BODY,
                "record_bytes": LARGEST_RECORD,
                "batch": MOST_COMMANDS,
                "page": MOST_EVENTS,
                "wait_s": LONGEST_WAIT_S,
                "requests_per_minute": REQUESTS.most,
                "moves_per_minute": MOVES.most,
                "games_per_hour": GAMES.most,
            },
            **capacity(context()),
            "contract": {
                "docs": under("/docs"),
                "openapi": under("/openapi.json"),
                "openapi_yaml": under("/openapi.yaml"),
                "asyncapi": under("/asyncapi.yaml"),
                "asyncapi_json": under("/asyncapi.json"),
            },
            "time": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
    )
    for relation, path, media_type in LINKS:
        lead_to(response.headers, relation, under(path), media_type)
    return response


@blueprint.route("/rulesets")
@blueprint.operation("listRulesets", links=links.RULESETS)
@blueprint.lasting(families.RulesetListSchema())
@blueprint.problems()
def rulesets() -> Response:
    """List all rulesets: maps, modules, combinations, options, seats and agents.

    Every combination of map, modules and seats is listed: either it can be played, or the rules that forbid it are
    named.
    """
    return lasting_answer({"rulesets": offers.rulesets(context())})


@blueprint.route("/rulesets/<id>")
@blueprint.operation("getRuleset")
@blueprint.lasting(families.RulesetSchema())
@blueprint.problems(404)
def ruleset(id: str) -> Response:
    """Describe one ruleset.

    It lists everything that `POST /v1/games` can request: map, modules, options as a JSON Schema, seats and agents.
    `words` translates all ids of the ruleset and of its views.
    """
    return lasting_answer(offers.ruleset(context(), id))


@blueprint.route("/rules/<id>")
@blueprint.operation("getRule")
@blueprint.lasting(schemas.RuleTextSchema())
@blueprint.problems(404)
def rule(id: str) -> Response:
    """Explain a rule in every language, with its places in the rulebooks.

    A refusal names its rule by id. The texts are our own; the places are those of the printed books.
    """
    found = rulebook.find(id)
    if found is None:
        raise not_found("rule")
    return lasting_answer(rule_document(found))


@blueprint.route("/agents")
@blueprint.operation("listAgents", links=links.AGENTS)
@blueprint.lasting(AgentListSchema())
@blueprint.problems()
def agents() -> Response:
    """List the AI agents.

    They play `ai` seats, replace a bot that is late, and take over the seats of players who left.
    """
    return lasting_answer({"agents": offers.agents(context(), language())})


@blueprint.route("/agents/<id>")
@blueprint.operation("getAgent")
@blueprint.lasting(AgentSchema())
@blueprint.problems(404)
def agent(id: str) -> Response:
    """Describe one AI agent.

    The answer shows which rulesets it plays, how strong it was measured to be, and how long a decision takes.
    """
    return lasting_answer(offers.agent(context(), id, language()))


@blueprint.route("/ladder/<id>")
@blueprint.operation("listRatings", links=links.RATINGS)
@blueprint.arguments(RatingsQuery(), location="query")
@blueprint.response(200, RatingPageSchema(), headers=NEXT)
@blueprint.problems(403, 404, 422)
def ratings(query: dict[str, Any], id: str) -> Response:
    """List the people of a ruleset's ladder, by speed: those who have agreed to be shown, the strongest first.

    Their ratings are on the scale of `GET ladder`, whose agents keep the rating that was measured. The order is that of
    what a player surely has: the rating less three times its deviation.
    """
    if id not in context().rulesets:
        raise unknown_name("ruleset", id, context().rulesets)
    of = SERVER if query.get("list", SERVER) == SERVER else require_key("me").account
    page = ratings_page(context(), of, id, query.get("speed", "slow"), query.get("after"), query.get("limit", 50))
    return private(lead_on(json_answer(page), page.get("next")))


@blueprint.route("/ladder")
@blueprint.operation("listLadders")
@blueprint.lasting(LadderListSchema())
@blueprint.problems()
def ladder() -> Response:
    """Say how strong the agents are, ruleset by ruleset: ratings with their intervals.

    A rating is fitted to the winners of games between agents, in which every seed is played with the seats exchanged.
    400 points more mean ten times the odds to win. A seat can have only levels that are listed here. A ruleset whose
    agents were not measured has no `standings`.
    """
    return lasting_answer({"ladders": offers.ladder(context())})
