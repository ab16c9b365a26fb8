"""Entre amigos: set-up of the favors and how they are earned."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

EARNING: tuple[Rule, ...] = (
    Rule(
        "favors.setup.token_counts",
        _(
            "With n players the supply holds 2n wagon, 2n ship, 2n shovel, 4n book and 4n compass "
            "tokens (42/56/70/84 for 3/4/5/6) and the rest stays out of play."
        ),
        "plus favors-preparations",
    ),
    Rule(
        "favors.setup.face_down_mixed",
        _("The supply lies face down and mixed, and nobody sees what the next token is."),
        "plus favors-preparations",
    ),
    Rule(
        "favors.setup.catan_tokens",
        _("Twelve Catan tokens lie beside the guild board whatever the number of players."),
        "plus favors-components, favors-preparations",
    ),
    Rule(
        "favors.setup.empty_start",
        _("Every player starts without favor tokens."),
        "plus favors-preparations, favors-link",
    ),
    Rule(
        "favors.hidden.kinds",
        _("The kinds of a player's unused favor tokens are known only to their owner."),
        "plus favors-preparations; facts-plus 2.2",
    ),
    Rule(
        "favors.hidden.counts_public",
        _("The number of tokens each player holds and the number left in the supply are public."),
        "facts-plus 2.2",
        confidence="printed",
    ),
    Rule(
        "favors.hidden.used_public",
        _("Used tokens lie face up at their guild for all to see."),
        "plus favors-use",
    ),
    Rule(
        "favors.robber.seven",
        _(
            "Moving the robber after rolling a 7 to a hex that touches no settlement and no city "
            "gives the mover 1 favor token."
        ),
        "plus favors-robber",
    ),
    Rule(
        "favors.robber.knight",
        _("The same move by a played knight gives the same token, also before the roll."),
        "plus favors-robber",
    ),
    Rule(
        "favors.robber.own_buildings_count",
        _("The mover's own buildings also make a hex a non-empty one."),
        "plus favors-robber; facts-plus 2.2",
    ),
    Rule(
        "favors.robber.empty_desert_once",
        _("The desert without buildings counts as an empty hex and gives 1 token, not 2."),
        "plus favors-robber",
    ),
    Rule(
        "favors.robber.desert_spared",
        _("On the desert beside another player's building the mover gets 1 token by choosing not to steal."),
        "plus favors-robber",
    ),
    Rule(
        "favors.robber.decline_elsewhere",
        _("Declining to steal on any hex other than the desert gives nothing."),
        "plus favors-robber",
    ),
    Rule(
        "favors.robber.desert_nobody_to_rob",
        _(
            "On a desert with buildings where nobody can be robbed (only own ones, or empty hands) "
            "the token is given as if declined."
        ),
        "ruling",
        reason=_("Nobody is harmed, which is the chapter's test."),
    ),
    Rule(
        "favors.robber.each_move",
        _("Every qualifying move gives a token, so a knight and a 7 in one turn can give two."),
        "plus favors-robber",
    ),
    Rule(
        "favors.robber.leaves_its_hex",
        _("The robber must go to another hex, so staying put never earns a token; desert to second desert does."),
        "plus 4",
    ),
    Rule(
        "favors.gift.token",
        _(
            "On the own turn a player may offer 1 resource card to another player, and if it is "
            "accepted the card changes hands and the giver draws 1 favor token."
        ),
        "plus favors-gift",
    ),
    Rule(
        "favors.gift.one_per_turn",
        _("At most one gift per own turn can be accepted."),
        "plus favors-gift",
    ),
    Rule(
        "favors.gift.points_limit",
        _("The receiver's visible points must be equal to or lower than the giver's."),
        "plus favors-gift",
    ),
    Rule(
        "favors.gift.hidden_points_ignored",
        _("Face-down victory point cards count for neither side of the comparison."),
        "plus favors-gift",
    ),
    Rule(
        "favors.gift.awards_and_tokens_count",
        _("Longest road, largest army and Catan tokens count as visible points."),
        "plus favors-use; facts-plus 2.2",
    ),
    Rule(
        "favors.gift.refusal",
        _("A refused gift costs nothing, gives no token and may be offered to another player under the same limit."),
        "plus favors-gift",
    ),
    Rule(
        "favors.gift.ask_each_once",
        _("Each opponent may be asked once per turn, with the same or another kind."),
        "ruling",
        reason=_("The text names another player, and so turns come to an end."),
    ),
    Rule(
        "favors.gift.kind_open",
        _("The offered kind is public, as in any trade."),
        "ruling",
        reason=_("All trading is open, and to accept one must know."),
    ),
    Rule(
        "favors.gift.one_card_held",
        _("A gift is exactly one resource card that the giver holds, never a development card or token."),
        "plus favors-gift, favors-exchange",
    ),
    Rule(
        "favors.gift.named",
        _("An answer that names the resource or the giver of a gift answers no other gift."),
        "ruling",
        reason=_("After an undo another gift may wait when the answer arrives."),
    ),
    Rule(
        "favors.gift.own_turn_after_roll",
        _("Gifts are made after the roll in the own turn, never by others and never in the special building phase."),
        "ruling",
        reason=_("Only development cards are named before the roll."),
    ),
    Rule(
        "favors.link.reward",
        _(
            "A road that joins one of the builder's cores to an opponent's core for the first time "
            "gives the opponent 1 token and then the builder 3."
        ),
        "plus favors-link",
    ),
    Rule(
        "favors.link.owner_draws_first",
        _("The opponent's token is drawn before the builder's three, so a short supply serves the opponent first."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.core_definition",
        _("A core is a connected set of one color's roads, settlements and cities."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.touch_building_or_road",
        _("Touching any part of the other core counts: a road end, a settlement or a city."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.first_contact_per_core",
        _("First contact is kept per pair of cores and not per pair of players."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.second_point_nothing",
        _("Two cores that already met give nothing at a second point."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.either_may_build",
        _("Whoever builds the joining road gets the 3 and the other gets the 1."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.own_cores_nothing",
        _("Joining two own cores gives nothing."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.merge_inherits",
        _("A merged core has met every core that either part had met."),
        "facts-plus 2.2; plus favors-link",
    ),
    Rule(
        "favors.link.merging_road_touches",
        _(
            "A road that merges own cores and touches an opponent's core pays only if none of the "
            "merged cores had met it."
        ),
        "facts-plus 2.2",
        confidence="reconstructed",
    ),
    Rule(
        "favors.link.two_opponents",
        _("A road that meets cores of two opponents at once gives the builder 3 in all and each owner 1."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.owner_order",
        _(
            "With two owners the builder names who draws first, which need be asked only if the "
            "supply is shorter than what is due."
        ),
        "plus favors-link; ruling",
        reason=_("With blind draws the order matters only then."),
    ),
    Rule(
        "favors.link.same_owner_two_cores",
        _("Two cores of the same opponent met by one road give that opponent 1 token."),
        "ruling",
        reason=_("The text pays per player, not per core."),
    ),
    Rule(
        "favors.link.founding_nothing",
        _("Contacts made in the founding phase give no tokens."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.founding_counts_as_met",
        _(
            "Cores that touched in the founding phase, or in the given position of the beginner map, "
            "count as met afterwards."
        ),
        "facts-plus 2.2; ruling",
        reason=_("A given position replaces the founding phase."),
    ),
    Rule(
        "favors.link.buildings_give_nothing",
        _("A settlement or city never gives link tokens, but a contact that it makes counts as met."),
        "plus favors-link; facts-plus 2.2",
    ),
    Rule(
        "favors.link.foreign_building_cuts",
        _("An opponent's building between two roads of one color separates them into two cores."),
        "ruling",
        reason=_("Such roads are not connected in any other rule."),
    ),
    Rule(
        "favors.link.split_keeps_memory",
        _("When a core splits, both parts keep the list of cores already met."),
        "ruling",
        reason=_("There is no second first time by breaking a road."),
    ),
    Rule(
        "favors.link.any_road_counts",
        _("Free roads and roads from the road building card link like paid ones."),
        "plus favors-link",
    ),
    Rule(
        "favors.link.special_building",
        _("A link made in the special building phase gives tokens to both sides at once."),
        "plus favors-use",
    ),
)
