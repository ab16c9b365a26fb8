"""The base game, chapters 9 and 11 to 13: building in general, settlements, cities, buying development cards."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

BUILDING: tuple[Rule, ...] = (
    Rule(
        "catan.build.pay_exact",
        _("The exact cost is paid from the builder's own hand to the bank stacks."),
        "colonos 3; plus 3",
    ),
    Rule(
        "catan.build.no_credit",
        _("Without the complete cost nothing is built."),
        "colonos 3; plus 3",
    ),
    Rule(
        "catan.build.from_supply",
        _("The piece comes from the builder's supply, and without a piece left of that kind nothing is built."),
        "colonos 3; plus 3",
    ),
    Rule(
        "catan.build.legal_place_needed",
        _("Cards are paid only together with a legal placement."),
        "ruling",
        reason=_("Payment buys a placed piece."),
    ),
    Rule(
        "catan.build.any_number",
        _("A player may build and buy as often as cards and pieces allow in the phase."),
        "ruling",
        reason=_("No limit is stated and the rulebooks use plurals."),
    ),
    Rule(
        "catan.build.new_piece_counts",
        _("A piece just built may support the next one in the same turn."),
        "ruling",
        reason=_("Building is sequential."),
    ),
    Rule(
        "catan.build.pieces_stay",
        _("Placed pieces are never moved or taken back, except a settlement being upgraded."),
        "ruling",
        reason=_("No rule allows it."),
    ),
    Rule(
        "catan.board.coast",
        _("Coastal intersections and paths are building places; paths and intersections touching no land hex are not."),
        "plus overview-7; facts 0",
    ),
    Rule(
        "catan.settlement.cost",
        _("A settlement costs brick + lumber + wool + grain."),
        "colonos 3b; plus 3b",
    ),
    Rule(
        "catan.settlement.connection",
        _("At least one own road must lead to the intersection."),
        "colonos 3b; plus overview-10, 3b",
    ),
    Rule(
        "catan.settlement.free_vertex",
        _("The intersection must be empty."),
        "plus overview-10",
    ),
    Rule(
        "catan.settlement.distance",
        _("None of the neighboring intersections may hold a settlement or city."),
        "colonos 3b; plus 3b",
    ),
    Rule(
        "catan.settlement.distance_any_owner",
        _("The distance rule counts buildings of every player, the builder's own included."),
        "colonos 3b; plus 3b",
    ),
    Rule(
        "catan.settlement.distance_cities",
        _("The distance rule counts cities too."),
        "plus 3b",
    ),
    Rule(
        "catan.settlement.distance_roads_free",
        _("Roads of others around do not matter for the distance rule."),
        "plus 3b",
    ),
    Rule(
        "catan.settlement.point",
        _("A settlement is worth 1 victory points."),
        "colonos 3b; plus 3b",
    ),
    Rule(
        "catan.settlement.limit",
        _("A player has at most five settlements on the board and must upgrade one before another."),
        "colonos 3; plus preparations",
    ),
    Rule(
        "catan.settlement.produces",
        _("The settlement is paid from the next fitting roll on."),
        "colonos 3b; plus 3b",
    ),
    Rule(
        "catan.settlement.may_cut",
        _("A settlement may be placed inside another player's road line if all conditions hold."),
        "plus 3a, 3b",
    ),
    Rule(
        "catan.city.cost",
        _("A city costs 3 ore + 2 grain."),
        "colonos 3c; plus 3c",
    ),
    Rule(
        "catan.city.upgrade_only",
        _("A city can only replace an own settlement."),
        "colonos 3c; plus 3c",
    ),
    Rule(
        "catan.city.returns_settlement",
        _("The replaced settlement piece returns to the owner's supply."),
        "colonos 3c; plus 3c",
    ),
    Rule(
        "catan.city.points",
        _("A city is worth 2 victory points in place of the settlement's 1."),
        "colonos 3c; plus 3c",
    ),
    Rule(
        "catan.city.limit",
        _("A player builds at most four cities."),
        "colonos 3; plus preparations",
    ),
    Rule(
        "catan.city.no_downgrade",
        _("A city never becomes a settlement again."),
        "ruling",
        reason=_("No rule allows it."),
    ),
    Rule(
        "catan.city.same_turn",
        _("A settlement built this turn may be upgraded this turn."),
        "ruling",
        reason=_("Building is unlimited and sequential."),
    ),
    Rule(
        "catan.city.returned_piece_reusable",
        _("The returned settlement may be built again in the same turn."),
        "ruling",
        reason=_("It is back in supply."),
    ),
    Rule(
        "catan.development_card.cost",
        _("A development card costs ore + wool + grain."),
        "colonos 3d; plus 3d",
    ),
    Rule(
        "catan.development_card.top",
        _("The buyer takes the top card, with no choice."),
        "colonos 3d; plus 3d",
    ),
    Rule(
        "catan.development_card.secret",
        _("The bought card stays secret until used."),
        "colonos 3d; plus 3d",
    ),
    Rule(
        "catan.development_card.deck_empty",
        _("With an empty deck no card can be bought."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.development_card.several",
        _("Several cards may be bought in one turn."),
        "ruling",
        reason=_("No limit is stated."),
    ),
    Rule(
        "catan.development_card.not_on_board",
        _("Buying needs no board place and has no hand limit."),
        "colonos 3d; plus 3d",
    ),
)
