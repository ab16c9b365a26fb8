"""Elasund, chapter 11: the city wall."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

WALLS: tuple[Rule, ...] = (
    Rule(
        "elasund.wall.top_tile",
        _("The builder always takes the top tile of the own stack."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.adjacent",
        _("A wall tile must touch a gate arm or a tile already placed in that line."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.space_taken",
        _("A wall space takes one tile."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.blue_price",
        _("A tile in the north or south line (blue arrow, toward the sea) costs 2 gold."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.red_price",
        _("A tile in the east line (red arrow) costs 4 gold."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.shared_line",
        _("All players extend the same wall; any color may follow any other."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.free_growth_point",
        _("Any open growth point may be chosen; the 4-gold line does not wait for the 2-gold line."),
        "elasund-es walls; elasund-en walls; facts-elasund 2.1",
    ),
    Rule(
        "elasund.wall.east_meets",
        _("The east line grows from both gates and may close; its last space is one space at 4 gold."),
        "facts-elasund 2.1",
        confidence="printed",
    ),
    Rule(
        "elasund.wall.no_permit",
        _("Walls need no permits."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.influence_reward",
        _("A tile showing 1 or 2 influence gives them at once, drawn blind, usable in the same turn."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.tower_cube",
        _("A tower tile takes 1 cube of the builder and gives no card."),
        "elasund-es walls; elasund-en walls",
    ),
    Rule(
        "elasund.wall.permanent",
        _("Walls and their cubes are never removed."),
        "facts-elasund 7",
        confidence="printed",
    ),
    Rule(
        "elasund.wall.all_own_built",
        _("A player whose 9 tiles are built cannot build walls."),
        "elasund-es preparation",
    ),
    Rule(
        "elasund.wall.all_spaces_full",
        _("With 12 (16, 20) spaces filled nobody can build walls; the game goes on."),
        "facts-elasund 2.1",
        confidence="printed",
    ),
)
