"""Lists every resource, in the order of the documentation."""

from typing import Final

from service.http.arguments import Resources
from service.routes import (
    admin,
    admin_games,
    analyses,
    catalog,
    clocks,
    endings,
    games,
    history,
    keys,
    me,
    operations,
    play,
    sandboxes,
    webhooks,
)

BLUEPRINTS: Final[tuple[Resources, ...]] = (
    catalog.blueprint,
    games.blueprint,
    play.blueprint,
    history.blueprint,
    analyses.blueprint,
    clocks.blueprint,
    endings.blueprint,
    sandboxes.blueprint,
    me.blueprint,
    keys.blueprint,
    webhooks.blueprint,
    admin.blueprint,
    admin_games.blueprint,
    operations.blueprint,
)
