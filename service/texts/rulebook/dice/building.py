"""Dice game, chapters 4 to 7: building, score box, roads, settlements, cities."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

BUILDING: tuple[Rule, ...] = (
    Rule(
        "dice.build.optional",
        _("The player may build nothing even when able to build."),
        "dice play",
    ),
    Rule(
        "dice.build.exact_dice",
        _("Every build uses up dice with exactly the required resources."),
        "dice 2",
    ),
    Rule(
        "dice.build.die_once",
        _("A die pays for one build only."),
        "dice 2",
    ),
    Rule(
        "dice.build.several",
        _("Several things may be built in one turn as far as the dice suffice."),
        "dice 2",
    ),
    Rule(
        "dice.build.sequence",
        _("A piece built first may support the next in the same turn."),
        "dice rules",
    ),
    Rule(
        "dice.build.possible_sets",
        _("Six dice allow only 1-3 roads, 1-2 knights, road + knight, settlement, settlement + road, or city."),
        "facts C.3",
        confidence="printed",
    ),
    Rule(
        "dice.build.once",
        _("Each symbol is built at most once and never unbuilt."),
        "dice overview",
    ),
    Rule(
        "dice.build.gold_no",
        _("Gold pays for nothing directly."),
        "dice gold",
    ),
    Rule(
        "dice.build.points",
        _("Each build scores the number printed on it."),
        "dice overview",
    ),
    Rule(
        "dice.score.next_box",
        _("The turn's sum is written in the next free box, starting at the upper left."),
        "dice 2",
    ),
    Rule(
        "dice.score.one_box_per_turn",
        _("Several builds in a turn go as one sum into one box."),
        "dice 2",
    ),
    Rule(
        "dice.score.cross",
        _("A turn without any build puts a cross in the box, worth -2."),
        "dice 2",
    ),
    Rule(
        "dice.score.joker_no_build",
        _("Converting dice without building still means a cross."),
        "ruling",
        reason=_("Only building counts."),
    ),
    Rule(
        "dice.road.cost",
        _("A road costs brick + lumber."),
        "dice rules",
    ),
    Rule(
        "dice.road.point",
        _("Every road scores 1."),
        "dice rules",
    ),
    Rule(
        "dice.road.adjacent",
        _("A road needs an already built adjacent road; the sheet makes it exactly its parent road."),
        "dice rules; facts C.2",
    ),
    Rule(
        "dice.road.no_gap",
        _("Roads cannot be skipped or joined later."),
        "dice rules",
    ),
    Rule(
        "dice.road.branch_free",
        _("At a fork the player chooses freely which branch to extend."),
        "dice rules; facts C.2",
    ),
    Rule(
        "dice.road.buildings_no_block",
        _("Settlements and cities, built or not, do not interrupt the row of roads."),
        "dice rules",
    ),
    Rule(
        "dice.road.limit",
        _("There are 16 roads to build."),
        "facts C.2",
        confidence="printed",
    ),
    Rule(
        "dice.settlement.cost",
        _("A settlement costs brick + lumber + wool + grain."),
        "dice rules",
    ),
    Rule(
        "dice.settlement.road",
        _("A built road must touch the settlement."),
        "dice rules",
    ),
    Rule(
        "dice.settlement.first_free",
        _("Settlement 3 touches the start road and can be built in the first turn."),
        "dice example; facts C.2",
    ),
    Rule(
        "dice.settlement.order",
        _("Settlements are built in ascending order 3, 4, 5, 7, 9, 11."),
        "dice rules; facts C.2",
    ),
    Rule(
        "dice.settlement.no_distance",
        _("No distance rule applies."),
        "ruling",
        reason=_("The places are printed; the text names only road and order."),
    ),
    Rule(
        "dice.city.cost",
        _("A city costs 3 ore + 2 grain."),
        "dice rules",
    ),
    Rule(
        "dice.city.road",
        _("A built road must touch the city."),
        "dice rules",
    ),
    Rule(
        "dice.city.order",
        _("Cities are built in ascending order 7, 12, 20, 30."),
        "dice rules; facts C.2",
    ),
    Rule(
        "dice.city.no_settlement_needed",
        _("A city replaces no settlement and needs none."),
        "dice rules; facts C.2",
    ),
    Rule(
        "dice.city.order_separate",
        _("Settlements, cities and knights have separate orders."),
        "dice rules",
    ),
)
