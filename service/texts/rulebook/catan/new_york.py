"""The scenario New York."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

NEW_YORK: tuple[Rule, ...] = (
    Rule(
        "new_york.setup.board",
        _(
            "The fixed board is used without loose terrain hexes, frame and number tokens; pieces, "
            "cards and supply follow the base game or, with 5-6, the extension."
        ),
        "plus new-york-components",
    ),
    Rule(
        "new_york.setup.tokens",
        _("With 3-4 players 1 Catan token lies on each of the eight marked intersections."),
        "plus new-york-components, new-york-preparations; ruling",
        reason=_('"Each intersection" means the eight marked ones.'),
    ),
    Rule(
        "new_york.setup.robber",
        _("The robber starts on the marked place south-east of Corning."),
        "plus new-york-preparations; facts-plus 3.3",
    ),
    Rule(
        "new_york.setup.founding",
        _("Founding and starting resources follow the base game on town spaces."),
        "plus new-york-preparations",
    ),
    Rule(
        "new_york.town.only_sites",
        _("Settlements stand only on town spaces."),
        "plus new-york-1",
    ),
    Rule(
        "new_york.town.colors_alike",
        _("Beige and blue towns follow the same rules without the canal variant."),
        "plus new-york-1; facts-plus 3.1",
    ),
    Rule(
        "new_york.town.distance_rule",
        _("The base distance rule stays in force."),
        "plus new-york-rules",
    ),
    Rule(
        "new_york.road.marked_paths",
        _("Roads stand only on marked paths, plain or red."),
        "plus new-york-2",
    ),
    Rule(
        "new_york.road.stops_at_unsettled_town",
        _("A road cannot be continued beyond a town space unless the player has a building there."),
        "plus new-york-2",
    ),
    Rule(
        "new_york.road.other_side_allowed",
        _("A path at an empty town may still be built if its other end is legally connected."),
        "ruling",
        reason=_("Only building beyond the town is barred."),
    ),
    Rule(
        "new_york.road.stretches_not_joined",
        _("Own stretches that meet at a town without an own building are not joined."),
        "plus new-york-2",
    ),
    Rule(
        "new_york.water.nobody_builds",
        _("Nobody builds on a waterway."),
        "plus new-york-3",
    ),
    Rule(
        "new_york.water.system_as_own_roads",
        _(
            "A building in a town on a waterway lets its owner treat the whole connected system as "
            "own roads for building roads and settlements."
        ),
        "plus new-york-3",
    ),
    Rule(
        "new_york.water.road_from_junction",
        _("Roads may start at any end of the system, but at a town on it only with an own building there."),
        "plus new-york-2, new-york-3",
    ),
    Rule(
        "new_york.water.road_gives_nothing",
        _("A road that merely ends at a waterway gives no use of it; only a building in a water town does."),
        "plus new-york-3",
    ),
    Rule(
        "new_york.water.shared",
        _("Several players share the system and foreign buildings do not cut it."),
        "plus new-york-3; ruling",
        reason=_("A shared way cannot be blocked by its users."),
    ),
    Rule(
        "new_york.water.not_longest_road",
        _("Waterways add nothing to longest road and do not join its parts."),
        "plus new-york-3; ruling",
        reason=_("They are no roads at all for that count."),
    ),
    Rule(
        "new_york.water.founding_road",
        _("The founding road of a water town lies at the town, like any other."),
        "plus new-york-preparations; ruling",
        reason=_("The founding is that of the base game, and the water only counts as roads later."),
        option="waterway_founding_road",
    ),
    Rule(
        "new_york.water.founding_road_anywhere",
        _(
            "As an option the founding road of a water town may lie at the town or at any end of the system, never"
            " starting at another empty town."
        ),
        "ruling",
        reason=_("The system counts as own roads."),
        option="waterway_founding_road",
    ),
    Rule(
        "new_york.document.road_gives_rate",
        _(
            "A road on a red path gives its owner the rate of the document from then on, 3:1 for any "
            "kind or 2:1 for the kind shown."
        ),
        "plus new-york-4",
    ),
    Rule(
        "new_york.document.no_settlement_needed",
        _("A settlement beside a red path gives no rate, and no settlement is needed for it."),
        "plus new-york-4",
    ),
    Rule(
        "new_york.document.founding_road",
        _("A founding road on a red path already gives the rate."),
        "ruling",
        reason=_("Only tokens exclude the founding phase."),
    ),
    Rule(
        "new_york.token.first_road",
        _(
            "With 3-4 players the first player who brings a road to an intersection with a token "
            "takes it: 1 point, visible."
        ),
        "plus new-york-5",
    ),
    Rule(
        "new_york.token.no_building_needed",
        _("A road from the own network is enough, and no settlement may be built there with 3-4 players."),
        "plus new-york-5, new-york-1",
    ),
    Rule(
        "new_york.token.not_in_founding",
        _("No token is taken in the founding phase."),
        "plus new-york-5",
    ),
    Rule(
        "new_york.token.founding_road_needs_another",
        _(
            "A player whose founding road touches the intersection must add another road at it to "
            "take the token; others take it normally."
        ),
        "plus new-york-5",
    ),
    Rule(
        "new_york.token.five_six_town",
        _(
            "With 5-6 players no tokens exist and every such intersection is a town space from the "
            "start, for founding, settlements and cities."
        ),
        "plus new-york-5; ruling",
        reason=_("No tokens are laid out, hence none is left."),
    ),
    Rule(
        "new_york.token.five_six_road_stop",
        _("As towns these intersections also stop roads and split stretches."),
        "plus new-york-5",
    ),
    Rule(
        "new_york.production.off_map",
        _("Buildings produce from every neighboring hex, even where the drawing does not touch the space."),
        "plus new-york-6",
    ),
    Rule(
        "new_york.target",
        _("The target is 13 with 3, 12 with 4 and 10 with 5 or 6 players."),
        "plus new-york-end",
    ),
    Rule(
        "new_york.win.as_base",
        _("Having the target when the own turn begins wins as well as reaching it."),
        "ruling",
        reason=_("The base game's ending covers both cases."),
    ),
)
