"""The base game, chapter 5: hidden and public information."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

INFORMATION: tuple[Rule, ...] = (
    Rule(
        "catan.hidden.resource_kinds",
        _("The kinds in a player's resource hand are seen by that player alone."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.hidden.resource_count",
        _("The number of resource cards in each hand is public."),
        "ruling",
        reason=_("Discards and robbery need countable hands."),
    ),
    Rule(
        "catan.hidden.bank_count",
        _("The number left in each bank stack is public."),
        "ruling",
        reason=_("The stacks lie face up."),
    ),
    Rule(
        "catan.hidden.development_kind",
        _("An unplayed development card's kind is known only to its owner."),
        "colonos 3d; plus 3d",
    ),
    Rule(
        "catan.hidden.development_count",
        _("The number of unplayed development cards of each player is public."),
        "ruling",
        reason=_("They lie face down on the table."),
    ),
    Rule(
        "catan.hidden.deck_order",
        _("Nobody, not even the buyer beforehand, knows the order of the deck."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.hidden.deck_count",
        _("The number of cards left in the deck is public."),
        "ruling",
        reason=_("The stack is on the table."),
    ),
    Rule(
        "catan.hidden.played_knights",
        _("Played knights lie face up before their owner and are public."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.hidden.progress_shown",
        _("A progress card is shown to all when played."),
        "colonos 4b",
    ),
    Rule(
        "catan.hidden.stolen_card",
        _("Only thief and victim learn the kind of the stolen card; the others learn that one card moved."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.hidden.discard_result",
        _("Discarded kinds and amounts are public once laid down."),
        "ruling",
        reason=_("They return to face-up stacks."),
    ),
    Rule(
        "catan.hidden.production_public",
        _("Cards paid by the bank (production, starting cards, maritime trade, year of plenty) are public when paid."),
        "ruling",
        reason=_("They are taken from face-up stacks."),
    ),
    Rule(
        "catan.hidden.trade_public",
        _("Kinds and amounts of an executed domestic trade are public."),
        "ruling",
        reason=_("Offers are spoken at the table."),
    ),
    Rule(
        "catan.hidden.monopoly_amounts",
        _("The number of cards each player hands over to a monopoly is public."),
        "ruling",
        reason=_("They are handed over openly by everyone."),
    ),
    Rule(
        "catan.hidden.public_score",
        _("The public score counts buildings and special cards but not unrevealed victory point cards."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.hidden.victory_point_cards",
        _("Victory point cards stay hidden until they bring their owner's winning total."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.hidden.end_reveal",
        _("At the end the winner's victory point cards are revealed, and then everyone's hands."),
        "ruling",
        reason=_("There is nothing left to hide."),
    ),
)
