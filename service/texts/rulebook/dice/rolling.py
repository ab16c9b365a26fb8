"""Dice game, chapters 1 to 3: components, course of play, dice."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

ROLLING: tuple[Rule, ...] = (
    Rule(
        "dice.players.count",
        _("One to four players take part; alone one plays for points."),
        "facts C.3",
        confidence="printed",
    ),
    Rule(
        "dice.component.dice",
        _("There are six equal dice, each with the faces brick, lumber, wool, grain, ore and gold once."),
        "dice overview",
    ),
    Rule(
        "dice.component.sheet_each",
        _("Every player has an own identical sheet and builds only there."),
        "dice preparation",
    ),
    Rule(
        "dice.component.sheet_map",
        _(
            "The sheet shows 16 roads to build, 6 settlements (3, 4, 5, 7, 9, 11), 4 cities (7, 12, "
            "20, 30), 6 knights (1 to 6) and 15 boxes."
        ),
        "facts C.1, C.2, C.3",
        confidence="printed",
    ),
    Rule(
        "dice.component.start_road",
        _("The start road is already built on every sheet, costs nothing and gives no points."),
        "dice rules; facts C.2",
    ),
    Rule(
        "dice.setup.first_player",
        _("The players agree who begins."),
        "dice preparation",
        option="starting_seat",
    ),
    Rule(
        "dice.setup.first_player_default",
        _("If nobody is named, the first player is drawn at random."),
        "ruling",
        reason=_("It is fair, and the order matters little."),
    ),
    Rule(
        "dice.information.all_public",
        _("Sheets, dice, jokers and scores are public."),
        "ruling",
        reason=_("Nothing in the text is concealed."),
    ),
    Rule(
        "dice.turn.clockwise",
        _("Turns pass clockwise."),
        "dice play",
    ),
    Rule(
        "dice.turn.order",
        _("A turn is: roll, then convert dice, then build, then write the box."),
        "dice play, 1, 2",
    ),
    Rule(
        "dice.turn.active_only",
        _("Only the player on turn rolls, converts and builds."),
        "dice play",
    ),
    Rule(
        "dice.turn.no_trade",
        _("There is no exchange between players."),
        "ruling",
        reason=_("Each uses only the own roll."),
    ),
    Rule(
        "dice.turn.no_carry_over",
        _("Unused dice are lost at the end of the turn."),
        "ruling",
        reason=_("Every turn starts with a new roll."),
    ),
    Rule(
        "dice.roll.three",
        _("A turn has at most three rolls."),
        "dice 1",
    ),
    Rule(
        "dice.roll.first_all",
        _("The first roll uses all six dice."),
        "ruling",
        reason=_("Nothing has been set aside yet."),
    ),
    Rule(
        "dice.roll.at_least_one",
        _("The first roll is compulsory."),
        "ruling",
        reason=_("Building and the cross follow a roll."),
    ),
    Rule(
        "dice.roll.set_aside",
        _("After the first roll any dice may be set aside and the others are rolled again."),
        "dice 1",
    ),
    Rule(
        "dice.roll.set_aside_none",
        _("Setting aside none and rolling all six again is allowed."),
        "dice 1",
    ),
    Rule(
        "dice.roll.take_back",
        _("For the third roll dice set aside earlier may be rolled again too."),
        "dice 1",
    ),
    Rule(
        "dice.roll.reroll_some",
        _("A further roll needs at least one die; rolling none means stopping."),
        "ruling",
        reason=_("A roll without dice is no roll."),
    ),
    Rule(
        "dice.roll.stop_early",
        _("The player may stop after the first or second roll and that result is final."),
        "dice 1",
    ),
    Rule(
        "dice.roll.final_after_third",
        _("After the third roll the result is final."),
        "dice 1",
    ),
    Rule(
        "dice.roll.no_roll_after_convert",
        _("Once a joker or gold exchange is used, no more rolling."),
        "dice 1",
    ),
)
