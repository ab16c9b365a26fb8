"""The base game, chapter 4: the founding phase of the variable set-up."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

FOUNDING: tuple[Rule, ...] = (
    Rule(
        "catan.founding.snake_order",
        _("Round one goes clockwise from the starting player, round two in exactly reverse order."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.pair",
        _("In each step the player places one settlement and then one road."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.over",
        _("Founding ends with the second round; from then on settlements and roads are built."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.settlement_anywhere",
        _(
            "A founding settlement is free and may stand on any intersection allowed by the distance "
            "rule, without a road leading there."
        ),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.distance",
        _("The distance rule holds for founding settlements too."),
        "facts A.4; plus 3b",
    ),
    Rule(
        "catan.founding.road_touches",
        _("The founding road must touch the settlement placed in the same step."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.second_anywhere",
        _("The second settlement needs no connection to the first."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.first_pays_nothing",
        _("The first settlement yields no starting cards."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.second_pays",
        _("The second settlement yields one card for each adjacent producing hex, at once."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.desert_sea_pay_nothing",
        _("Desert and sea around the second settlement yield nothing."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.number_irrelevant",
        _("Starting cards do not depend on number tokens: two hexes of one terrain yield two cards."),
        "facts A.3, A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.nothing_else",
        _("During founding nobody rolls, trades, buys or plays cards."),
        "ruling",
        reason=_("The first turn has not begun."),
    ),
    Rule(
        "catan.founding.first_turn",
        _("The starting player, who placed last, takes the first turn."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.founding.always_placeable",
        _("A legal founding intersection with a free path always exists."),
        "ruling",
        reason=_("Settlements block at most four intersections each."),
    ),
)
