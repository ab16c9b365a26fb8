"""Elasund, chapters 7 and 8: permits and majority, payment and compensation."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

PERMITS: tuple[Rule, ...] = (
    Rule(
        "elasund.building.types",
        _("A player may build an own house or workshop or any neutral building, never a building of another color."),
        "elasund-es 2; elasund-en overview",
    ),
    Rule(
        "elasund.building.from_supply",
        _("The tile must be in the owner's supply or neutral stack before the build; standing tiles cannot be moved."),
        "facts-elasund 14",
        confidence="printed",
    ),
    Rule(
        "elasund.building.returned_tile_reusable",
        _("A displaced tile is available again for later builds, also the second one this turn."),
        "ruling",
        reason=_("It is returned to supply without delay."),
    ),
    Rule(
        "elasund.building.ship_irrelevant",
        _("The ship's row does not matter for building."),
        "elasund-es 2a; elasund-en 2a",
    ),
    Rule(
        "elasund.building.inside_walls",
        _("The whole footprint must lie on playable squares inside gates and walls."),
        "elasund-es 2b; elasund-en 2b",
    ),
    Rule(
        "elasund.building.not_foundation",
        _("No building may cover the foundation (2,5)."),
        "elasund-es 2b; elasund-en 2b",
    ),
    Rule(
        "elasund.building.permit_count",
        _("The footprint must hold at least as many permits as the tile shows, of any owners; more are allowed."),
        "elasund-es 2a, 2b, 2c; elasund-en 2a, 2c",
    ),
    Rule(
        "elasund.building.only_footprint_counts",
        _("Only permits inside the footprint count for number, value and compensation."),
        "elasund-es 2b, 2c; elasund-en 2b, 2c",
    ),
    Rule(
        "elasund.building.all_or_nothing",
        _("A build is checked whole; if any condition or payment fails nothing changes."),
        "elasund-es 2c; elasund-en 2c",
    ),
    Rule(
        "elasund.building.order_of_effects",
        _(
            "Order: pay; permits return; displaced tiles, cubes and trade points leave; tile placed; "
            "flags filled; trade disc rises; huts are re-placed."
        ),
        "ruling",
        reason=_("It follows both examples; lowering first avoids a false scarcity."),
    ),
    Rule(
        "elasund.building.flags_filled",
        _("The builder must put one cube on every flag of a neutral building."),
        "elasund-es 2b; elasund-en 2b",
    ),
    Rule(
        "elasund.building.permits_return",
        _(
            "All permits in the footprint, surplus ones too, go back to their owners' supplies; own "
            "ones without refund."
        ),
        "elasund-es 2b; elasund-en 2b; facts-elasund 13",
    ),
    Rule(
        "elasund.permit.majority_strict",
        _(
            "The builder's permit total must be strictly higher than that of every rival taken "
            "singly; rivals are not added together."
        ),
        "elasund-es 2c; elasund-en 2c; facts-elasund 13",
    ),
    Rule(
        "elasund.permit.tie_at_top_blocks_all",
        _("With a tie for the highest total nobody may build there."),
        "elasund-es 2c; elasund-en 2c",
    ),
    Rule(
        "elasund.permit.tie_below_harmless",
        _("A tie among lower totals does not matter."),
        "elasund-en 2c; facts-elasund 12",
    ),
    Rule(
        "elasund.permit.sum_not_number",
        _("The total of values decides, not the number of permits."),
        "elasund-es 2c; elasund-en 2c; facts-elasund 14",
    ),
    Rule(
        "elasund.permit.own_permit_needed",
        _("Without an own permit in the footprint there is no right to build."),
        "facts-elasund 13",
        confidence="one_source",
    ),
    Rule(
        "elasund.permit.lone_zero_enough",
        _("A lone 0 permit gives the right to build; 0 against a rival's 0 is a tie."),
        "facts-elasund 13, 14",
        confidence="one_source",
    ),
    Rule(
        "elasund.permit.returned_usable",
        _("A permit returned in phase 2 is in supply at once and may be placed again from the same phase 3 on."),
        "ruling",
        reason=_("It is returned to its owner without delay."),
    ),
    Rule(
        "elasund.permit.face_up",
        _("Permits lie face up; value and owner are public."),
        "elasund-es 2c; elasund-en 2c",
    ),
    Rule(
        "elasund.compensation.face_value",
        _("Each rival permit removed by a build is paid at face value in gold to its owner."),
        "elasund-es 2c; elasund-en 2c",
    ),
    Rule(
        "elasund.compensation.every_permit",
        _("Every rival permit in the footprint is paid, also beyond the required number."),
        "elasund-es 2c; elasund-en 2c",
    ),
    Rule(
        "elasund.compensation.zero_permit",
        _("A rival 0 permit costs nothing and returns."),
        "elasund-es 2c",
    ),
    Rule(
        "elasund.compensation.afford_all",
        _("Cost and all compensation must be affordable together from gold held before the build."),
        "elasund-es 2c; elasund-en 2c",
    ),
    Rule(
        "elasund.compensation.none_for_buildings",
        _("Owners of displaced buildings get no compensation."),
        "elasund-es 2d; elasund-en 2d",
    ),
)
