"""Elasund, chapter 6: shortage of cards."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

SHORTAGE: tuple[Rule, ...] = (
    Rule(
        "elasund.shortage.trigger_total",
        _("A shortage of a kind exists when the supply cannot pay the sum due to all players of that kind."),
        "elasund-es cards-out; elasund-en cards-out",
    ),
    Rule(
        "elasund.shortage.exact_supply",
        _("A supply that pays the sum exactly is no shortage."),
        "elasund-es cards-out",
    ),
    Rule(
        "elasund.shortage.zero_due",
        _("No shortage arises if nothing of that kind is due."),
        "ruling",
        reason=_("There is nothing to pay, and so nothing stays unpaid."),
    ),
    Rule(
        "elasund.shortage.kinds_apart",
        _("Gold and influence are checked and paid independently."),
        "elasund-es cards-out",
    ),
    Rule(
        "elasund.shortage.reshuffle_first",
        _("Before influence counts as short, the discard pile is shuffled into a new deck."),
        "elasund-en deck; facts-elasund 15",
    ),
    Rule(
        "elasund.shortage.halve_all",
        _(
            "In a shortage every player gives up half, rounded down, of their cards of that kind, "
            "whether income was due to them or not."
        ),
        "elasund-es cards-out; elasund-en cards-out",
    ),
    Rule(
        "elasund.shortage.halve_gold",
        _("Gold shortage works the same; the halves go to the bank."),
        "elasund-es cards-out; elasund-en cards-out",
    ),
    Rule(
        "elasund.shortage.halve_before_income",
        _("Halves are counted on hands before this roll's income of that kind."),
        "elasund-es cards-out; elasund-en cards-out",
    ),
    Rule(
        "elasund.shortage.halve_owner_chooses",
        _("Each player chooses which influence cards to give up."),
        "ruling",
        reason=_("It is their own hand; the text names only the number."),
    ),
    Rule(
        "elasund.shortage.cards_held",
        _("In a shortage only influence cards in hand are given up."),
        "server commands",
    ),
    Rule(
        "elasund.shortage.halve_simultaneous",
        _("All halve at the same time; nothing goes on until the last has chosen."),
        "ruling",
        reason=_('It says "all players", without an order.'),
    ),
    Rule(
        "elasund.shortage.new_deck",
        _("Deck remainder, discard pile and the halves are shuffled into one new face-down deck."),
        "elasund-es cards-out; elasund-en cards-out",
    ),
    Rule(
        "elasund.shortage.income_forfeited",
        _("That kind's income of this roll is lost for everybody."),
        "elasund-es cards-out",
        option="shortage_income",
    ),
    Rule(
        "elasund.shortage.income_after_halving",
        _("After halving and mixing every player receives that income."),
        "elasund-en cards-out",
        option="shortage_income",
    ),
    Rule(
        "elasund.shortage.still_short",
        _("If the halves do not suffice either, nobody gets that kind."),
        "ruling",
        reason=_("It is the first sentence: then players get no cards."),
        option="shortage_income",
    ),
    Rule(
        "elasund.shortage.only_production",
        _("A shortage blocks this roll's production only; later draws of the turn are normal."),
        "elasund-en cards-out; ruling",
        reason=_("The German rules pay the income once everyone has halved, and then nothing is short any more."),
        option="shortage_lasts",
    ),
    Rule(
        "elasund.shortage.lasts",
        _(
            "After a shortage nobody gets cards of that kind from the supply until the turn ends: wall tiles bring no "
            "influence, and two gold bring nothing."
        ),
        "elasund-es cards-out; ruling",
        reason=_("The English rules say that nobody receives any card of that kind during that turn."),
        option="shortage_lasts",
    ),
    Rule(
        "elasund.shortage.lasts_among_players",
        _("What players pay each other, compensation above all, is paid during a shortage too."),
        "ruling",
        reason=_("The shortage is one of the supply."),
        option="shortage_lasts",
    ),
    Rule(
        "elasund.shortage.paid_ends_it",
        _("Where the income is paid once everyone has halved, nothing is short for the rest of the turn."),
        "ruling",
        reason=_("The kind was paid, so the sentence on unpaid kinds does not apply."),
        option="shortage_lasts",
    ),
    Rule(
        "elasund.shortage.other_draws_partial",
        _("A wall or a 2-gold draw that outruns the supply gives what is there (after a reshuffle), without halving."),
        "ruling",
        reason=_("Halving is described for production only."),
    ),
    Rule(
        "elasund.shortage.phase3_empty_bank",
        _('With an empty bank "2 gold" may still be chosen and gives 0.'),
        "ruling",
        reason=_("Phase 3 must never block."),
    ),
    Rule(
        "elasund.shortage.special_d_empty_bank",
        _("Special action d needs at least 1 gold in the bank."),
        "ruling",
        reason=_("There is no payment for nothing."),
    ),
)
