"""Elasund, chapters 9 and 10: building over smaller and equal buildings."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

DISPLACING: tuple[Rule, ...] = (
    Rule(
        "elasund.displace.smaller_free",
        _("A new building displaces every smaller building it touches, without influence or extra gold."),
        "elasund-es 2d; elasund-en 2d",
    ),
    Rule(
        "elasund.displace.partial_removes_whole",
        _("A partly covered building is removed whole; its other squares become empty."),
        "elasund-es 2d; elasund-en 2d",
    ),
    Rule(
        "elasund.displace.size_is_squares",
        _("Size is the number of squares (1, 2, 4, 6); 1x2 and 2x1 are equal."),
        "ruling",
        reason=_("Sizes are given as counts of squares."),
    ),
    Rule(
        "elasund.displace.larger_blocks",
        _("A building can never cover a larger one, not even with influence."),
        "elasund-es 2d, 2e; elasund-en 2d, 2e",
    ),
    Rule(
        "elasund.displace.own_allowed",
        _("Own buildings may be built over under the same rules."),
        "facts-elasund 13, 14",
        confidence="printed",
    ),
    Rule(
        "elasund.displace.player_tile_returns",
        _("A displaced house or workshop goes to its owner's supply and can be rebuilt at normal cost."),
        "elasund-es 2d; elasund-en 2d; facts-elasund 13",
    ),
    Rule(
        "elasund.displace.neutral_returns",
        _("A displaced neutral building goes back to its stack."),
        "elasund-es 2d; elasund-en 2d",
    ),
    Rule(
        "elasund.displace.cubes_return",
        _("Cubes on a displaced neutral building go back to their owner and count no longer."),
        "elasund-es 2d; elasund-en 2d",
    ),
    Rule(
        "elasund.displace.permits_on_free_squares",
        _("Permits stand on free squares only, so a footprint needs as many free squares as required permits."),
        "facts-elasund 13",
        confidence="inferred",
    ),
    Rule(
        "elasund.equal.three_same_colour",
        _("Covering a building of equal size costs 3 influence of one color, besides gold and compensation."),
        "elasund-es 2e; elasund-en 2e",
    ),
    Rule(
        "elasund.equal.one_payment",
        _("One payment covers all equal-size buildings in the footprint."),
        "elasund-es 2e; elasund-en 2e; facts-elasund 14",
    ),
    Rule(
        "elasund.equal.at_most_two",
        _(
            "More than two equal-size buildings can never lie in one footprint (permits need free "
            "squares; only 3 large exist)."
        ),
        "elasund-es 2e; facts-elasund 5.2, 13",
    ),
    Rule(
        "elasund.equal.mixed_with_smaller",
        _("Smaller buildings in the same footprint go free with that payment."),
        "facts-elasund 14",
        confidence="printed",
    ),
    Rule(
        "elasund.equal.own_too",
        _("Covering an own equal-size building also costs the 3 influence."),
        "facts-elasund 13",
        confidence="printed",
    ),
    Rule(
        "elasund.equal.colour_choice",
        _("With several complete sets the builder chooses the color paid."),
        "ruling",
        reason=_("The cards belong to the payer."),
    ),
    Rule(
        "elasund.payment.influence_discard",
        _("Paid influence goes face up on the discard pile."),
        "elasund-en deck",
    ),
)
