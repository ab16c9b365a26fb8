"""Elasund, chapter 12: the church."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

CHURCH: tuple[Rule, ...] = (
    Rule(
        "elasund.church.cost",
        _("A church tile costs 7 gold to the bank, whoever builds it."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.no_permit",
        _("It needs no permits, no majority and no influence."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.first_tile_choice",
        _(
            "The game's first church builder draws the two top tiles and chooses one to build; nobody"
            " has this choice later, not even that builder in the same turn."
        ),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.first_tile_foundation",
        _("The first tile goes on the foundation (2,5)."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.unchosen_to_bottom",
        _("The other tile goes under the pile, not shown to others."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.area_fixed",
        _("The first tile at position (c,r), NW = (0,0), fixes the area x 2-c to 4-c, y 5-r to 7-r."),
        "elasund-es church; elasund-en church; facts-elasund 10",
    ),
    Rule(
        "elasund.church.later_tiles_blind",
        _("Every later builder draws the top tile after paying and places it in its one position."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.no_withdrawal",
        _("After the draw the build cannot be taken back."),
        "ruling",
        reason=_("Payment precedes the draw of hidden tiles."),
    ),
    Rule(
        "elasund.church.cube",
        _("Each church tile takes 1 cube of its builder."),
        "elasund-es church; elasund-en church; facts-elasund 10",
    ),
    Rule(
        "elasund.church.displaces_any_size",
        _("A building on the square is removed whole whatever its size, without influence."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.displaces_own",
        _("This holds for the builder's own buildings too."),
        "ruling",
        reason=_("The text removes any building, without exception."),
    ),
    Rule(
        "elasund.church.permit_returned",
        _("A permit on the square returns to its owner without compensation."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.tile_permanent",
        _("Church tiles can never be covered or displaced; their cubes stay."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.free_squares_usable",
        _("Empty squares of the 3x3 area stay open for permits and buildings."),
        "elasund-es church; elasund-en church",
    ),
    Rule(
        "elasund.church.no_trade_points",
        _("A church tile on a trade field gives no trade points and closes that field."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.church.lost_trade",
        _("A building removed by the church loses its trade points."),
        "elasund-es trade; elasund-en trade",
    ),
    Rule(
        "elasund.church.complete",
        _("After nine tiles no church build is possible; the game goes on."),
        "elasund-es church; facts-elasund 10",
    ),
    Rule(
        "elasund.church.hut_removed",
        _("A hut removed by a church tile is re-placed under the hut rules."),
        "elasund-es 2d; elasund-en huts; facts-elasund 15",
    ),
)
