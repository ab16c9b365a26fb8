"""Dice game, chapters 8 to 10: knights, jokers, gold and the end."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

CONVERTING: tuple[Rule, ...] = (
    Rule(
        "dice.knight.cost",
        _("A knight costs ore + wool + grain."),
        "dice rules",
    ),
    Rule(
        "dice.knight.order",
        _("Knights are built in ascending order 1 to 6."),
        "dice rules",
    ),
    Rule(
        "dice.knight.no_road",
        _("A knight needs no road, settlement or city beside it."),
        "dice rules",
    ),
    Rule(
        "dice.knight.points",
        _("A knight scores its number."),
        "facts C.1; dice example",
    ),
    Rule(
        "dice.joker.needs_knight",
        _("A joker can be used only if its knight is built."),
        "dice jokers",
    ),
    Rule(
        "dice.joker.once",
        _("Each knight's joker is used once per game and then crossed out."),
        "dice jokers",
    ),
    Rule(
        "dice.joker.resource",
        _("Knights 1-5 turn dice into ore, grain, wool, lumber, brick in this order."),
        "dice jokers; facts C.1",
    ),
    Rule(
        "dice.joker.sixth_any",
        _("Knight 6 turns dice into a resource of the player's choice."),
        "dice jokers; facts C.1",
    ),
    Rule(
        "dice.joker.sixth_one_kind",
        _("One use of knight 6 names one target resource for all dice it turns."),
        "ruling",
        reason=_("One joker, one resource."),
    ),
    Rule(
        "dice.joker.no_gold_target",
        _("Knight 6 cannot name gold."),
        "ruling",
        reason=_("Gold is currency and would never help."),
    ),
    Rule(
        "dice.joker.any_dice",
        _(
            "One joker may turn any number of the player's dice, of any symbols, into its resource; "
            "with joker_dice set to one, exactly one die."
        ),
        "dice jokers; facts C.3",
        option="joker_dice",
    ),
    Rule(
        "dice.joker.from_gold",
        _("A gold die may be turned too."),
        "dice jokers",
    ),
    Rule(
        "dice.joker.at_least_one",
        _("A joker must change at least one die to be used."),
        "ruling",
        reason=_("It would otherwise be wasted by mistake."),
    ),
    Rule(
        "dice.joker.after_final",
        _("Jokers are used only after the final result and before building."),
        "dice 1, jokers",
    ),
    Rule(
        "dice.joker.several",
        _("Several jokers may be used in one turn."),
        "dice jokers",
    ),
    Rule(
        "dice.joker.not_same_turn",
        _("A knight built this turn gives no joker in the same turn; the option joker_same_turn allows it."),
        "dice 1; facts C.3",
        option="joker_same_turn",
    ),
    Rule(
        "dice.joker.keeps_points",
        _("Crossing out a joker does not change the knight's points or the order of knights."),
        "ruling",
        reason=_("Only the symbol is crossed."),
    ),
    Rule(
        "dice.gold.two_for_one",
        _("Two gold dice become one die of any chosen building resource and the other die is lost."),
        "dice gold",
    ),
    Rule(
        "dice.gold.single_useless",
        _("A single gold die cannot be exchanged."),
        "dice gold",
    ),
    Rule(
        "dice.gold.repeat",
        _("Every pair may be exchanged, so up to three times."),
        "dice gold; facts C.3",
    ),
    Rule(
        "dice.gold.after_final",
        _("The exchange takes place only after the final result, before building."),
        "dice 1, gold",
    ),
    Rule(
        "dice.gold.lost_die",
        _("The lost die can no longer be turned or used."),
        "ruling",
        reason=_("It is spent."),
    ),
    Rule(
        "dice.convert.free_order",
        _("Jokers and gold exchanges may be mixed in any order before the first build."),
        "ruling",
        reason=_("Both belong to one step."),
    ),
    Rule(
        "dice.convert.gold_no_other",
        _("Two equal dice other than gold cannot be exchanged."),
        "dice gold",
    ),
    Rule(
        "dice.end.fifteen_turns",
        _("The game ends when every player has had 15 turns, so all had equally many."),
        "dice end",
    ),
    Rule(
        "dice.end.no_early_end",
        _("Nothing ends the game sooner; no one stops early."),
        "ruling",
        reason=_("The text knows only full boxes."),
    ),
    Rule(
        "dice.end.sheet_never_full",
        _("No sheet can be completed: it needs 94 resource dice and 15 turns give at most 90."),
        "ruling",
        reason=_("It is computed from the costs; no rule is needed."),
    ),
    Rule(
        "dice.end.total",
        _("The total is the sum of all boxes minus 2 for each cross."),
        "dice end",
    ),
    Rule(
        "dice.end.negative",
        _("A total may be negative."),
        "ruling",
        reason=_("No lower limit is stated."),
    ),
    Rule(
        "dice.end.highest_wins",
        _("The highest total wins."),
        "dice overview, end",
    ),
    Rule(
        "dice.end.tie",
        _("Equal highest totals share the win."),
        "ruling",
        reason=_("No tie-break is given."),
    ),
)
