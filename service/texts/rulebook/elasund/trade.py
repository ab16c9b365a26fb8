"""Elasund, chapter 16: trade fields and the trade track."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

TRADE: tuple[Rule, ...] = (
    Rule(
        "elasund.trade.point_per_square",
        _(
            "Every own or neutral building earns its owner the windmills of all its squares together,"
            " wherever they lie in the tile."
        ),
        "elasund-es trade; elasund-en overview; facts-elasund 3",
    ),
    Rule(
        "elasund.trade.reach_or_pass",
        _("Reaching or passing 3, 5, 7, 9 or 11 puts one cube there."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.trade.several_spaces",
        _("One move may earn cubes on several spaces."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.trade.one_cube_per_space",
        _("At most one cube per player and space."),
        "elasund-es trade; facts-elasund 9",
    ),
    Rule(
        "elasund.trade.cube_automatic",
        _("Trade cubes are placed without a choice."),
        "ruling",
        reason=_("The rulebook states it flatly, and declining never helps."),
    ),
    Rule(
        "elasund.trade.loss_on_displace",
        _("Losing a building lowers the total by all its windmills."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.trade.cube_lost_below",
        _("Falling below a space returns the cube there; spaces at or below the disc keep theirs."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.trade.regain",
        _("Rising again earns the cube again."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.trade.lower_first",
        _("Losses are applied before gains of the same build."),
        "ruling",
        reason=_("Buildings leave before the new one stands."),
    ),
    Rule(
        "elasund.trade.own_overbuild",
        _("Building over own trade squares changes the total by the difference."),
        "elasund-es trade; facts-elasund 13",
    ),
    Rule(
        "elasund.trade.total_kept_above_11",
        _("Points above 11 are kept in the total; the disc shows 11."),
        "ruling",
        reason=_("Losses must not start from a capped value."),
    ),
    Rule(
        "elasund.trade.flags_never_scarce",
        _(
            "Printed flags always suffice: at most 18 points exist, so at most 4, 3, 2, 2, 1 players "
            "can stand at 3, 5, 7, 9, 11."
        ),
        "facts-elasund 3, 9",
        confidence="inferred",
    ),
    Rule(
        "elasund.trade.two_player_cap",
        _("With 2 players at most 10 points exist, so 11 is out of reach."),
        "facts-elasund 9",
        confidence="inferred",
    ),
)
