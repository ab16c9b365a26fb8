"""The base game, chapter 14: the seven, discards and the robber."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

ROBBER: tuple[Rule, ...] = (
    Rule(
        "catan.seven.discard_threshold",
        _("On a seven every player with more than seven resource cards discards."),
        "colonos 4a; plus 4a",
        option="hand_limit",
    ),
    Rule(
        "catan.seven.discard_half_down",
        _("Such a player gives back half, rounded down."),
        "plus 4a; facts A.5",
    ),
    Rule(
        "catan.seven.discard_own_choice",
        _("The owner chooses which cards to give back."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.seven.discard_held",
        _("Only cards in hand are given back."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.seven.discard_owed",
        _("Only a player who still owes a discard gives cards back."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.seven.discard_includes_active",
        _("The active player discards like the others."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.seven.discard_resources_only",
        _("Development cards neither count nor are discarded."),
        "colonos 4a; facts A.5",
    ),
    Rule(
        "catan.seven.discard_to_bank",
        _("Discarded cards return to their stacks."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.seven.discard_any_order",
        _("Several players owing discards do so independently, in any order, once each."),
        "ruling",
        reason=_("In the text all do it at once."),
    ),
    Rule(
        "catan.seven.discard_before_robber",
        _("The robber is moved only after all discards."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.seven.nobody_owes",
        _("If nobody has more than seven cards, the robber is moved at once."),
        "plus 4a",
    ),
    Rule(
        "catan.seven.then_trade",
        _("After the robber the active player continues with trade."),
        "plus 4a",
    ),
    Rule(
        "catan.robber.must_move",
        _("The active player must move the robber."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.other_hex",
        _("The robber must go to a different terrain hex."),
        "plus 4a; facts A.5",
    ),
    Rule(
        "catan.robber.land_only",
        _("The robber stands only on terrain hexes, never on sea."),
        "plus 4a",
    ),
    Rule(
        "catan.robber.desert_allowed",
        _("The robber may go back to the desert."),
        "plus 4a; facts A.5",
        option="robber_token_only",
    ),
    Rule(
        "catan.robber.token_only",
        _("As an option the robber stands only on hexes with a number token."),
        "server variants",
        option="robber_token_only",
    ),
    Rule(
        "catan.robber.own_hex_allowed",
        _("The robber may be placed at the mover's own buildings."),
        "ruling",
        reason=_("Any other hex is allowed."),
    ),
    Rule(
        "catan.robber.friendly",
        _(
            "As an option neither a seven nor a knight moves the robber to a hex that touches a building of a player "
            "with 2 points or fewer in view."
        ),
        "server variants; ruling",
        reason=_("It is a house rule: a player who has hardly begun is not thrown back further."),
        option="friendly_robber",
    ),
    Rule(
        "catan.robber.friendly_nowhere",
        _("Where the friendly robber has no hex left, it may go wherever it could go without the option."),
        "server variants; ruling",
        reason=_("The robber has to be moved, so there must be a place for it."),
        option="friendly_robber",
    ),
    Rule(
        "catan.robber.steal_one",
        _("After moving, the thief takes one resource card from one player with a settlement or city at the new hex."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.steal_may_decline",
        _(
            "The mover may decline to steal; the option steal_compulsory forbids it when a possible "
            "victim holds a card."
        ),
        "plus 4a",
        option="steal_compulsory",
    ),
    Rule(
        "catan.robber.choose_victim",
        _("With several players at the hex the thief chooses one."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.one_card_only",
        _("Several buildings or a city of the victim do not increase the theft."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.random_card",
        _("The card is drawn blind from the victim's hand."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.resources_only",
        _("Only resource cards can be stolen."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.not_self",
        _("The thief cannot be the victim."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.no_victim",
        _("With no other player's building at the hex nothing is stolen."),
        "facts A.5; plus 4a",
    ),
    Rule(
        "catan.robber.empty_victim",
        _("A chosen victim without resource cards loses nothing."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.robber.empty_victim_choice",
        _("A player without cards may be chosen although another there has some."),
        "ruling",
        reason=_("The text limits victims by their buildings only."),
    ),
    Rule(
        "catan.robber.road_no_victim",
        _("Having only a road at the hex makes nobody a victim."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.robber.stays",
        _("The robber stays until the next seven or knight."),
        "colonos 4a",
    ),
)
