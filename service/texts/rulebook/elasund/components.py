"""Elasund, chapter 1: components and limits."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

COMPONENTS: tuple[Rule, ...] = (
    Rule(
        "elasund.component.player_count",
        _("The game is played by 2, 3 or 4 players."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.component.player_set",
        _(
            "Each player owns exactly 10 cubes, 5 permits valued 0, 1, 2, 3, 4 (one each), 4 own-"
            "color buildings (2 huts on the board, house and workshop in supply), 9 wall tiles and 1 "
            "trade disc."
        ),
        "elasund-es preparation; elasund-en preparation; facts-elasund 6",
    ),
    Rule(
        "elasund.component.small_hut",
        _("The 1x1 totem hut gives 1 influence, has no flag and can never be built in phase 2."),
        "elasund-es preparation, huts; facts-elasund 5.1",
    ),
    Rule(
        "elasund.component.large_hut",
        _("The 1x2 totem hut gives 1 gold, has no flag and can never be built in phase 2."),
        "elasund-es preparation, huts; facts-elasund 5.1",
    ),
    Rule(
        "elasund.component.house",
        _("The own-color 2x1 house needs 1 permit and 1 gold, gives 1 influence and has no flag."),
        "facts-elasund 5.1",
        confidence="printed",
    ),
    Rule(
        "elasund.component.workshop",
        _("The own-color 1x2 workshop needs 1 permit and 2 gold, gives 1 gold and has no flag."),
        "facts-elasund 5.1",
        confidence="printed",
    ),
    Rule(
        "elasund.component.well",
        _("4 wells: 1x1, 1 permit, 5 gold, no production, 1 flag."),
        "facts-elasund 5.2",
        confidence="one_source",
    ),
    Rule(
        "elasund.component.stalls",
        _("4 stalls: 2x1, 1 permit, 5 gold, no production, 1 flag."),
        "facts-elasund 5.2",
        confidence="one_source",
    ),
    Rule(
        "elasund.component.inn",
        _("5 inns: 2x2, 2 permits, 3 gold, 1 influence, 1 flag in the top row."),
        "facts-elasund 5.2",
        confidence="one_source",
    ),
    Rule(
        "elasund.component.shop",
        _("5 shops: 2x2, 2 permits, 3 gold, 1 gold, 1 flag in the top row."),
        "facts-elasund 5.2",
        confidence="one_source",
    ),
    Rule(
        "elasund.component.large",
        _(
            "3 large buildings in one stack of identical function: 2x3, 3 permits, 5 gold, no "
            "production, 2 flags (top row and middle row)."
        ),
        "elasund-es preparation, 2d; elasund-en preparation; facts-elasund 5.2",
    ),
    Rule(
        "elasund.component.no_rotation",
        _("Tiles are placed with the arrow north and never rotated."),
        "elasund-es preparation, 2b; elasund-en 2b; facts-elasund 14",
    ),
    Rule(
        "elasund.component.wall_sequence",
        _("Every color's walls come in the order 1 influence, 1 influence, tower, 1, 2, tower, 2, 2, tower."),
        "elasund-es preparation, walls; facts-elasund 7",
    ),
    Rule(
        "elasund.component.gold_51",
        _("There are 51 gold cards of value 1."),
        "elasund-es components; elasund-en components",
    ),
    Rule(
        "elasund.component.influence_39",
        _(
            "There are 39 influence cards in red, green and blue, 13 of each color (the split by "
            "color is a reconstruction)."
        ),
        "elasund-es components; elasund-en components; facts-elasund 8",
        confidence="reconstructed",
    ),
    Rule(
        "elasund.component.church_nine",
        _("There are 9 church tiles, one for each position of a 3x3 square, each with 1 flag and the price 7."),
        "elasund-es components, church; facts-elasund 10",
    ),
    Rule(
        "elasund.component.trade_flags",
        _("The trade track runs 0-11 with flags on 3 (4), 5 (3), 7 (2), 9 (2), 11 (1)."),
        "elasund-es overview, trade; facts-elasund 9",
    ),
    Rule(
        "elasund.component.hard_limits",
        _("All components are limited to what is printed; nothing is substituted."),
        "ruling",
        reason=_("The list of components is exact and names no substitute."),
    ),
)
