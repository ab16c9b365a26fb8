"""Los ayudantes: set-up, use and exchange of the helper cards."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

PROCEDURE: tuple[Rule, ...] = (
    Rule(
        "helpers.setup.stack",
        _("The stack is A1 on top down to A6, with the four unnumbered cards below in any order."),
        "plus helpers-preparations",
    ),
    Rule(
        "helpers.setup.deal",
        _(
            "A player takes the top card, side A up, when placing the second settlement, so the last "
            "player of the first round gets A1."
        ),
        "plus helpers-preparations; facts-plus 1.1",
    ),
    Rule(
        "helpers.setup.display",
        _("After founding the remaining 7/6/5/4 cards (3/4/5/6 players) lie open beside the board, side A up."),
        "plus helpers-preparations; facts-plus 1.1",
    ),
    Rule(
        "helpers.setup.beginner_map",
        _(
            "On the pre-set beginner map the cards are dealt in reverse seat order as if the second "
            "settlements had just been placed."
        ),
        "ruling",
        reason=_("It is the same order as in the normal founding phase."),
    ),
    Rule(
        "helpers.card.one_each_public",
        _("Every player always has exactly one helper, and cards, sides and display are public."),
        "plus helpers-rules; facts-plus 1.1",
    ),
    Rule(
        "helpers.use.own_card",
        _("A player uses only the helper that lies before this player."),
        "plus helpers-rules; facts-plus 1.1",
    ),
    Rule(
        "helpers.use.then_flip_or_exchange",
        _("After using side A the owner either turns the card to B or puts it into the display and takes another."),
        "plus helpers-rules",
    ),
    Rule(
        "helpers.use.side_b_leaves",
        _("After using side B the card must be exchanged."),
        "plus helpers-rules",
    ),
    Rule(
        "helpers.use.same_benefit",
        _("Side B has the same benefit as side A and is used up by one more use."),
        "plus helpers-rules; facts-plus 1.1",
    ),
    Rule(
        "helpers.exchange.other_card",
        _("The card taken must be another one from the display, never the one just returned."),
        "plus helpers-rules; facts-plus 1.1",
    ),
    Rule(
        "helpers.exchange.side_a",
        _("Returned and taken cards both lie with side A up."),
        "plus helpers-rules",
    ),
    Rule(
        "helpers.use.not_turn_taken",
        _("A card cannot be used in the turn in which it was taken, whoever's turn that is."),
        "plus helpers-important",
    ),
    Rule(
        "helpers.use.starting_card",
        _("A card taken in the founding phase is usable from the first turn of the game."),
        "facts-plus 1.1",
        confidence="one_source",
    ),
    Rule(
        "helpers.use.one_per_turn",
        _("A player uses a helper at most once in any one turn."),
        "facts-plus 1.1; ruling",
        reason=_('"Later" excludes twice in one turn.'),
    ),
    Rule(
        "helpers.use.no_voluntary_return",
        _("A helper may not be returned without having been used, on either side."),
        "plus helpers-important",
    ),
    Rule(
        "helpers.use.no_special_building",
        _("No helper is used in the special building phase."),
        "facts-plus 1.1; plus ext",
    ),
    Rule(
        "helpers.use.off_turn_only_two",
        _("Only resource balance and protection from the 7 work on another player's turn."),
        "facts-plus 1.2, 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.use.off_turn_settled_at_once",
        _("After an off-turn use the owner flips or exchanges before the player on turn goes on."),
        "facts-plus 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.use.after_roll",
        _("Own-turn helpers are used after the roll, except robber to the desert, which also works before it."),
        "ruling",
        reason=_("Only that card's text allows it before."),
    ),
    Rule(
        "helpers.use.pointless_refused",
        _("A use whose gain the supply cannot pay is refused and does not count, except forced trade and protection."),
        "ruling",
        reason=_("Gaining nothing is no use."),
    ),
    Rule(
        "helpers.score.none",
        _("Helpers give no points and leave the target unchanged."),
        "facts-plus 1.1",
        confidence="one_source",
    ),
)
