"""Maps and modules in combination."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

COMBINATIONS: tuple[Rule, ...] = (
    Rule(
        "combo.five_six.brought_by_seats",
        _(
            "Five or six seats bring the extension by themselves: special building phase, 24 cards "
            "per kind, 34 development cards, on every map that allows them."
        ),
        "plus ext; facts-plus 1.1, 2.1",
    ),
    Rule(
        "combo.five_six.special_building_scope",
        _(
            "In that phase only roads, settlements, cities and development cards are bought; no gift,"
            " favor, exchange, helper, canal token or trade of any kind."
        ),
        "plus ext-special-rule, favors-use",
    ),
    Rule(
        "combo.five_six.rewards_in_special_building",
        _("Roads built there still give link tokens, documents and canal tokens."),
        "plus favors-use; ruling",
        reason=_("Those rules ask for a road, not a turn."),
    ),
    Rule(
        "combo.target.favors_on_scenario",
        _("With favors a scenario's target rises by 1: 14 with 3, 13 with 4, 11 with 5-6."),
        "ruling",
        reason=_("Favors raise the base game's 10 by one; both sources exist."),
    ),
    Rule(
        "combo.target.helpers_and_canal",
        _("Helpers and the canal variant never change the target."),
        "ruling",
        reason=_("They give no points."),
    ),
    Rule(
        "combo.catan_tokens.separate_stocks",
        _("The favors' twelve Catan tokens and the map's eight or ten are separate stocks that both give 1 point."),
        "ruling",
        reason=_("Each chapter states its own number."),
    ),
    Rule(
        "combo.catan_tokens.visible_for_gifts",
        _('Map tokens and guild tokens both count as visible points for gifts and for "take from a leader".'),
        "plus favors-use; ruling",
        reason=_("Both lie open."),
    ),
    Rule(
        "combo.canal_favors.separate_tokens",
        _("Canal tokens come in addition to the favor supply, also with 6 players who need all 84."),
        "ruling",
        reason=_("Shared cardboard is no limit for a server."),
    ),
    Rule(
        "combo.canal_favors.distinct",
        _("A canal token is no favor token: it may be traded but not used at a guild or exchanged, and the reverse."),
        "plus new-york-canal, favors-exchange",
    ),
    Rule(
        "combo.gift.only_resource_cards",
        _("A canal token cannot be the gift that earns a favor token."),
        "ruling",
        reason=_("Gifts are resource cards by name."),
    ),
    Rule(
        "combo.favors_new_york.desert",
        _("New York's robber place counts as the desert for favors and helpers."),
        "ruling",
        reason=_("It is a hex without number or resource."),
    ),
    Rule(
        "combo.favors_scenario.hex_neighbors",
        _("Whether a hex has buildings for the robber's favor token follows who produces from it, drawing aside."),
        "plus new-york-6; ruling",
        reason=_("It is the same neighborhood as in production."),
    ),
    Rule(
        "combo.favors_mallorca.no_desert",
        _("Mallorca has no desert for favors, so only a hex without buildings pays."),
        "ruling",
        reason=_("The start pasture produces, and blocking it harms."),
    ),
    Rule(
        "combo.helpers_mallorca.robber_home",
        _(
            "On Mallorca the robber's start pasture takes the desert's part for the robber helper "
            "only, and keeps its number."
        ),
        "ruling",
        reason=_("Ten cards are kept and the robber goes home."),
    ),
    Rule(
        "combo.favors_helpers.robber_helper_no_token",
        _("Moving the robber by the helper earns no favor token."),
        "ruling",
        reason=_("The text names only the 7 and the knight."),
    ),
    Rule(
        "combo.favors_helpers.one_each_per_turn",
        _("One favor use or exchange and one helper use are both allowed in one turn."),
        "ruling",
        reason=_("They are separate limits of separate chapters."),
    ),
    Rule(
        "combo.favors_helpers.free_is_no_purchase",
        _("Road help and card choice do not apply to the free road and the free card of the guilds."),
        "ruling",
        reason=_("No price is paid that could be replaced."),
    ),
    Rule(
        "combo.favors_helpers.forced_trade_is_no_gift",
        _("A forced trade is no gift and earns no token."),
        "ruling",
        reason=_("A card is given in return."),
    ),
    Rule(
        "combo.moved_road.counts_as_built",
        _(
            "A road moved by the helper counts as newly built at its new path for links, tokens, "
            "documents and canal links."
        ),
        "ruling",
        reason=_("It is placed under the normal road rules."),
    ),
    Rule(
        "combo.moved_road.old_place",
        _(
            "At its old path everything that needs a road there ends, while tokens already taken and "
            "contacts already met stay."
        ),
        "ruling",
        reason=_("Rates last as long as the road; rewards do not return."),
    ),
    Rule(
        "combo.moved_road.takes_map_token",
        _("A moved road that reaches a token takes it, even if the lifted road was a founding road."),
        "ruling",
        reason=_("It arrives outside the founding phase."),
    ),
    Rule(
        "combo.moved_road.open_end_and_water",
        _("An end at a waterway system of which the owner has a town counts as touching an own road."),
        "ruling",
        reason=_("The system counts as own roads."),
    ),
    Rule(
        "combo.moved_road.open_end_and_empty_town",
        _("Two own roads that meet at an empty town touch there, although they are not joined."),
        "ruling",
        reason=_("The clarification says that they touch, not that they are joined."),
    ),
    Rule(
        "combo.free_road.map_rewards",
        _(
            "The guild's free road, and the road building card, take map tokens, give document rates "
            "and make canal links like paid roads."
        ),
        "plus new-york-4, new-york-5; ruling",
        reason=_("Payment is never asked for."),
    ),
    Rule(
        "combo.road.all_rewards_at_once",
        _("One road gives every reward it qualifies for."),
        "ruling",
        reason=_("No chapter excludes another."),
    ),
    Rule(
        "combo.link.stretches_are_cores",
        _(
            "Own stretches not joined at an empty town are separate cores; own towns on one waterway "
            "system form one core."
        ),
        "ruling",
        reason=_("Cores follow what counts as connected."),
    ),
    Rule(
        "combo.link.meeting_at_empty_town",
        _("Roads of two players that meet at an empty town or a token intersection do link their cores."),
        "ruling",
        reason=_("The separation rule speaks of own stretches only."),
    ),
    Rule(
        "combo.link.water_never_links",
        _("Waterways never link cores of two players."),
        "ruling",
        reason=_("Shared water would link everybody at once."),
    ),
    Rule(
        "combo.rates.two_to_one_sources",
        _(
            "Helper, canal token and documents work side by side, each for its own resource, and the "
            "best single rate applies."
        ),
        "ruling",
        reason=_("Rates are alternatives and never added."),
    ),
    Rule(
        "combo.rates.traders_independent",
        _("The traders' two 1:1 swaps are independent of every harbor rate."),
        "ruling",
        reason=_("A favor is no maritime trade."),
    ),
    Rule(
        "combo.cards_only.attacks",
        _(
            "Forced trade, take from a leader, robber and monopoly reach resource cards only, never "
            "favor, canal or Catan tokens."
        ),
        "ruling",
        reason=_("Tokens are no resource cards."),
    ),
    Rule(
        "combo.knight_building.town_sites",
        _("A settlement by the knight helper obeys the scenario's town rules and may take a water town."),
        "plus new-york-1, new-york-3; facts-plus 1.2",
    ),
    Rule(
        "combo.beginner.no_five_six",
        _("The beginner map is refused with 5 or 6 seats."),
        "plus ext-preparations",
    ),
    Rule(
        "combo.canal.five_six",
        _("The canal variant is playable with 5 or 6 seats, with eight tokens and the extra towns as town spaces."),
        "ruling",
        reason=_("The chapter sets no limit of players."),
    ),
    Rule(
        "combo.modules.refusals",
        _("Only two things are refused: beginner with 5-6 seats, and the canal variant on any map but New York."),
        "ruling",
        reason=_("The introduction lets everything else combine."),
    ),
    Rule(
        "combo.favors_steal_compulsory.desert",
        _(
            "With favors the mover may spare the neighbors of the desert for a token even where the option "
            "steal_compulsory forbids to decline; at any other hex the option holds."
        ),
        "plus favors-robber; ruling",
        reason=_("The favors name the choice itself, and a chapter goes before an option for the base game."),
        option="steal_compulsory",
    ),
    Rule(
        "combo.favors_robber_token_only.desert",
        _(
            "Where the option robber_token_only keeps the robber off the desert, both ways to earn a favor there are "
            "closed; hexes without buildings still pay."
        ),
        "ruling",
        reason=_("The option says where the robber may stand, and favors pay only for where it stands."),
        option="robber_token_only",
    ),
    Rule(
        "combo.favors_friendly_robber.desert",
        _("The friendly robber keeps off a desert beside a beginner too, so no favor is earned there by sparing."),
        "ruling",
        reason=_("The option says where the robber may stand, and favors pay only for where it stands."),
        option="friendly_robber",
    ),
    Rule(
        "combo.helpers_robber_options.desert",
        _("The robber helper goes to the desert even where robber_token_only or friendly_robber closes it."),
        "ruling",
        reason=_("Both options speak of the seven and the knight; the card names its own place and robs nobody."),
        option="robber_token_only",
    ),
    Rule(
        "combo.friendly_robber.visible_tokens",
        _("Catan tokens, of the map or of a guild, count among the points in view that the friendly robber looks at."),
        "ruling",
        reason=_("Both lie open."),
        option="friendly_robber",
    ),
    Rule(
        "combo.combined.trade_cards",
        _(
            "Where trade and building are one phase, forced trade, the 2:1 helper and a canal token may be used after "
            "building too."
        ),
        "ruling",
        reason=_("Each belongs to the trade phase, which the option joins with building."),
        option="combined_trade_build",
    ),
    Rule(
        "combo.waiting_victory_point_card.drawn",
        _(
            "A victory point card that the card helper or the scholars bring waits like a bought one under the option "
            "victory_point_card_waits."
        ),
        "ruling",
        reason=_("Both count as bought this turn."),
        option="victory_point_card_waits",
    ),
    Rule(
        "combo.target.chosen",
        _("A target that the table chose stands as it is; favors and maps add nothing to it."),
        "server variants; ruling",
        reason=_("Whoever names a number means that number."),
        option="victory_points",
    ),
    Rule(
        "combo.favors_before_roll.road_rewards",
        _("The guild's free road laid before the roll gives links, map tokens, documents and canal tokens at once."),
        "ruling",
        reason=_("Those rules ask for a road, not for a phase."),
        option="favors_before_roll",
    ),
    Rule(
        "combo.undo.reveal_by_consequence",
        _("A road, gift or robber move is a reveal whenever it made somebody draw or answer."),
        "ruling",
        reason=_("Knowledge cannot be taken back."),
    ),
)
