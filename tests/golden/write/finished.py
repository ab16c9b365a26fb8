"""Lists finished games to be kept as records: every map, every set of modules, every number of seats."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from domain.catan.combinations import CHOSEN
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame
from tests.cells import worth_a_game

SHORT: Final = 5
"""The victory points of games that are kept for their positions alone."""


class Play(NamedTuple):
    """Represents a game to be played to its end; agents choose `agents` of a hundred commands, chance the others."""

    name: str
    wish: NewGame
    agents: int = 70
    undo_every: int = 0


def play(name: str, ruleset: str, seats: int, map_name: str | None = None, *modules: str, **more: Any) -> Play:
    """Return a game of people.

    `agents` and `undo_every` go into the play, `undo`, `seat_order`, `seed` and `analyses` into the table, and the rest
    are options.
    """
    agents, undo_every = more.pop("agents", 70), more.pop("undo_every", 0)
    table = {member: more.pop(member) for member in ("undo", "seat_order", "seed", "analyses") if member in more}
    wish = NewGame(ruleset, [NewSeat("human")] * seats, map=map_name, modules=modules, options=more, **table)
    return Play(f"records/{name}", wish, agents, undo_every)


def _base(name: str, seats: int, map_name: str, *modules: str, **more: Any) -> Play:
    return play(f"base/{name}", "catan", seats, map_name, *modules, **more)


def _modules(name: str, seats: int, map_name: str, *modules: str, **more: Any) -> Play:
    return play(f"modules/{name}", "catan", seats, map_name, *modules, **more)


def _other(name: str, ruleset: str, seats: int, **more: Any) -> Play:
    return play(f"others/{name}", ruleset, seats, **more)


FULL: Final = (
    _base("variable-3", 3, "variable", undo="free", undo_every=41),
    _base("variable-4", 4, "variable"),
    _base("variable-5", 5, "variable", undo="free", undo_every=67, seat_order="random"),
    _base("variable-6", 6, "variable", random_tokens=True),
    _base("paired-turns-5", 5, "variable", paired_turns=True),
    _base("paired-turns-6", 6, "variable", paired_turns=True, combined_trade_build=True),
    _base("chance-alone", 4, "variable", agents=0, undo="free", undo_every=97, seed="golden"),
    _base("agents-alone", 4, "variable", agents=100, combined_trade_build=True),
    _base("tokens-and-harbors", 4, "variable", harbor_markers=True, token_corner=3, hand_limit=9, starting_seat=2),
    _base("to-thirteen", 3, "variable", victory_points=13, victory_point_card_waits=True, analyses="all"),
    _base("beginner-3", 3, "beginner", robber_token_only=True, victory_point_card_waits=True),
    _base("beginner-4", 4, "beginner", steal_compulsory=True, undo="off"),
    _base("friendly-robber-3", 3, "variable", friendly_robber=True),
    _base("new-york-3", 3, "new-york", combined_trade_build=True),
    _base("new-york-5", 5, "new-york"),
    _base("new-york-6", 6, "new-york", colors=["brown", None, "green", None, None, "white"]),
    _base("mallorca-3", 3, "mallorca"),
    _base("mallorca-4", 4, "mallorca", undo="free", undo_every=53),
    _base("mallorca-6", 6, "mallorca", hand_limit=5),
    _modules("favors-3", 3, "variable", "favors"),
    _modules("favors-4", 4, "variable", "favors", combined_trade_build=True, undo="free", undo_every=59),
    _modules("favors-6", 6, "variable", "favors", victory_points=11),
    _modules("favors-beginner-4", 4, "beginner", "favors", robber_token_only=True, agents=20),
    _modules("favors-mallorca-5", 5, "mallorca", "favors"),
    _modules("helpers-3", 3, "variable", "helpers", combined_trade_build=True),
    _modules("helpers-4", 4, "variable", "helpers", undo="free", undo_every=61),
    _modules("helpers-6", 6, "variable", "helpers", hand_limit=5),
    _modules("helpers-beginner-3", 3, "beginner", "helpers", agents=20),
    _modules("helpers-mallorca-4", 4, "mallorca", "helpers"),
    _modules("favors-helpers-4", 4, "variable", "favors", "helpers"),
    _modules("favors-helpers-6", 6, "variable", "favors", "helpers", steal_compulsory=True),
    _modules("canal-3", 3, "new-york", "erie-canal", combined_trade_build=True),
    _modules("canal-4", 4, "new-york", "erie-canal", undo="free", undo_every=71),
    _modules("canal-6", 6, "new-york", "erie-canal"),
    _modules("canal-any-kind-3", 3, "new-york", "erie-canal", "helpers", canal_any_kind=True),
    _modules(
        "canal-as-before-3", 3, "new-york", "erie-canal", "helpers", waterway_founding_road=True, forced_trade_one=True
    ),
    _modules("canal-favors-4", 4, "new-york", "erie-canal", "favors"),
    _modules("canal-helpers-5", 5, "new-york", "erie-canal", "helpers"),
    _modules("canal-favors-helpers-6", 6, "new-york", "erie-canal", "favors", "helpers"),
    _other("dice-1", "catan-dice", 1, agents=80),
    _other("dice-2", "catan-dice", 2, joker_same_turn=True, agents=80),
    _other("dice-3", "catan-dice", 3, joker_dice="one", undo="free", undo_every=43),
    _other("dice-4", "catan-dice", 4, joker_dice="one", joker_same_turn=True, starting_seat=2),
    _other("elasund-english-2", "elasund", 2, edition="english"),
    _other("elasund-english-3", "elasund", 3, edition="english", undo="free", undo_every=37),
    _other("elasund-english-4", "elasund", 4, edition="english", colors=["yellow", None, None, "red"], agents=30),
    _other("elasund-german-2", "elasund", 2, edition="german", agents=30),
    _other("elasund-short-rolls-2", "elasund", 2, shortage_lasts="roll"),
    _other("elasund-german-3", "elasund", 3, edition="german", shortage_income="forfeited"),
    _other("elasund-german-4", "elasund", 4, edition="german", undo="free", undo_every=47),
    _other(
        "elasund-mixed-3", "elasund", 3, hut_replace="must", permit_overflow="nearest_free_row", win_timing="immediate"
    ),
    _other("goofspiel-2", "goofspiel", 2),
    _other("goofspiel-4", "goofspiel", 4, undo="free"),
)


def short_plays() -> Iterator[Play]:
    """Yield a short game for each cell of the matrix of Catan that no full game covers."""
    cells = {(wish.map, frozenset(wish.modules), len(wish.seats)) for _, wish, *_ in FULL if wish.ruleset == "catan"}
    for cell in worth_a_game():
        modules = tuple(cell["modules"])
        if (cell["map"], frozenset(modules), cell["seats"]) not in cells:
            name = "-".join((*modules, cell["map"], str(cell["seats"])))
            yield play(f"cells/{name}", "catan", cell["seats"], cell["map"], *modules, victory_points=SHORT, agents=85)


def plays_of_others() -> Iterator[Play]:
    """Yield a full game of each module that none of those above is played with."""
    played = {module for play in FULL for module in play.wish.modules}
    yield from (_modules(f"{name}-4", 4, "variable", name) for name in CHOSEN if name not in played)


def plays() -> list[Play]:
    """Return all games whose records are kept."""
    return [*FULL, *plays_of_others(), *short_plays()]
