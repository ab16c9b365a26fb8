"""The variant of the Erie canal on the board of New York."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

ERIE_CANAL: tuple[Rule, ...] = (
    Rule(
        "canal.setup.tokens",
        _("Eight canal tokens form a common supply; nobody starts with one."),
        "plus new-york-components",
    ),
    Rule(
        "canal.setup.only_new_york",
        _("The Erie Canal exists only on the New York board."),
        "plus new-york-canal",
    ),
    Rule(
        "canal.towns.blue",
        _(
            "The canal towns are the blue ones: Buffalo, Lockport, Rochester, Lyons, Syracuse, Utica,"
            " Little Falls, Albany."
        ),
        "facts-plus 3.1, 3.3; ruling",
        reason=_("The icon is lost from the text, and blue needs a meaning."),
    ),
    Rule(
        "canal.link.token",
        _("A player who newly joins two canal towns directly by own roads takes 1 canal token."),
        "plus new-york-canal",
    ),
    Rule(
        "canal.link.direct",
        _(
            "Directly means an own-road connection with no town between: a building of anyone breaks "
            "directness and an empty town joins nothing."
        ),
        "plus new-york-canal, new-york-2",
    ),
    Rule(
        "canal.link.ends_unsettled",
        _('The two ends need no building: "ciudad" means the town on the board, not the city piece.'),
        "ruling",
        reason=_('"Ciudad" is the place; only roads are asked for.'),
    ),
    Rule(
        "canal.link.ends_settled",
        _("As an option both ends need own settlements or cities; road or settlement, the later one, makes the link."),
        "ruling",
        reason=_('"No other settlement between" can mean that the two ends are settlements.'),
        option="canal_settled_ends",
    ),
    Rule(
        "canal.link.once_per_pair",
        _("Each pair pays each player once; a second route gives nothing, another player's own link pays him."),
        "facts-plus 3.2; ruling",
        reason=_("Otherwise parallel roads would farm tokens."),
    ),
    Rule(
        "canal.link.several_pairs",
        _("One road that completes several pairs gives a token for each."),
        "ruling",
        reason=_("Each pair is a link of its own."),
    ),
    Rule(
        "canal.link.not_in_founding",
        _("Founding roads give no token."),
        "plus new-york-canal",
    ),
    Rule(
        "canal.link.founding_pair_open",
        _(
            "A pair that founding roads linked brings its token to another road, built or moved later, that is part of "
            "a direct way between the two towns."
        ),
        "ruling",
        reason=_(
            "The text bars the bonus from the founding phase alone, and a map token reached in the founding waits for "
            "another road too."
        ),
        option="canal_founding_closes",
    ),
    Rule(
        "canal.link.founding_pair_closed",
        _("As an option a pair that founding roads linked counts as linked and never brings a token."),
        "ruling",
        reason=_("What is linked already cannot be linked again."),
        option="canal_founding_closes",
    ),
    Rule(
        "canal.link.no_waterways",
        _("Waterways do not make canal links."),
        "ruling",
        reason=_("They are nobody's own roads here."),
    ),
    Rule(
        "canal.link.kept",
        _("A token stays when roads are later moved or a link is broken."),
        "ruling",
        reason=_("Nothing takes a bonus back."),
    ),
    Rule(
        "canal.supply.empty",
        _("With no token left a link gives nothing and nothing is owed."),
        "facts-plus 3.2",
        confidence="inferred",
    ),
    Rule(
        "canal.token.used_as_2_to_1_one_turn",
        _(
            "Used in the trade part of the own turn, a token acts as a 2:1 harbor for one named "
            "resource for the whole turn."
        ),
        "plus new-york-canal; ruling",
        reason=_("A 2:1 harbor serves one resource."),
        option="canal_any_kind",
    ),
    Rule(
        "canal.token.any_kind",
        _("As an option a used token trades every resource 2:1, and none is named."),
        "ruling",
        reason=_("The token bears no sign of a resource, so any may be meant."),
        option="canal_any_kind",
    ),
    Rule(
        "canal.token.one_per_turn",
        _("Only one token may be used per turn."),
        "ruling",
        reason=_("The text says one of these tokens."),
    ),
    Rule(
        "canal.token.held",
        _("Only a player who holds a token uses one."),
        "server commands",
    ),
    Rule(
        "canal.token.returned_at_end",
        _("A used token goes back to the supply at the end of that turn, before any special building."),
        "plus new-york-canal",
    ),
    Rule(
        "canal.token.tradable",
        _("In the trade part a token may be given or asked in a trade, alone or with resource cards."),
        "plus new-york-canal",
    ),
    Rule(
        "canal.token.bought_and_used",
        _("A token got by trade or link may be used by the player on turn in the same turn."),
        "ruling",
        reason=_("No waiting time is stated."),
    ),
    Rule(
        "canal.token.public_not_a_card",
        _("Canal tokens are public and are no resource cards: no hand limit, theft, monopoly or bank trade."),
        "ruling",
        reason=_("They are like a card only in trading."),
    ),
)
