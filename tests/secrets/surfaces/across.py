"""Visits what a caller gets beyond one game: what the seat owes, its feed, the lobby, its webhook."""

from eventstore.feed import Runner
from service.webhooks.notices import Notices
from tests.secrets.surfaces.following import NDJSON
from tests.secrets.visiting import Visit
from tests.service.webhooks.receiver import Receiver
from workers.webhooks.delivery_attempts import attempt

PASSING = ("webhook-timestamp", "webhook-signature", "Host")


def mine(visit: Visit) -> None:
    """See the lobby and, for a seat, its own games, what it owes, and its feed."""
    visit.ask("GET", "/v1/games")
    if visit.seat is None:
        return
    visit.ask("GET", "/v1/games?mine=true")
    owed = visit.ask("GET", "/v1/me/pending")
    visit.ask("GET", f"/v1/me/pending?after={owed.json['cursor']}")
    visit.ask("GET", "/v1/me/events?limit=1000")
    visit.ask("GET", "/v1/me/events?limit=5", Accept_Language="es")
    visit.ask("GET", "/v1/me/events?after=latest")
    visit.ask("GET", "/v1/me/records?status=all")
    chunks = visit.follow("/v1/me/events", Accept=NDJSON)
    visit.note("stream of all games", next(chunks))
    chunks.close()


def webhooks(visit: Visit) -> None:
    """See everything that is posted to the observer's webhook, and the answer about its deliveries."""
    if not visit.world.hook:
        return
    ctx = visit.world.house.ctx
    receiver: Receiver = visit.world.made["receiver"]
    receiver.told.clear()
    made: list[tuple[str, int]] = []
    Runner(ctx.store, Notices(ctx, lambda hook, n: made.append((hook, n)))).catch_up()
    for hook, number in made:
        attempt(ctx, hook, number)
    for headers, body in receiver.told:
        kept = {name: value for name, value in headers.items() if name not in PASSING}
        visit.note(f"webhook {sorted(kept.items())}", body)
    visit.ask("GET", f"/v1/webhooks/{visit.world.hook}")
