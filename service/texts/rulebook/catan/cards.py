"""The base game, chapter 15: playing development cards."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

CARDS: tuple[Rule, ...] = (
    Rule(
        "catan.development_card.any_time",
        _(
            "A card may be played at any moment of the owner's turn between completed actions, before"
            " or after the roll."
        ),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.development_card.own_card",
        _("Only a development card in hand can be played."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.development_card.own_turn",
        _("A card may be played only in its owner's turn."),
        "colonos summary; plus summary",
    ),
    Rule(
        "catan.development_card.one_per_turn",
        _("At most one knight or progress card is played per turn."),
        "colonos summary; plus summary; facts A.5",
    ),
    Rule(
        "catan.development_card.not_bought_now",
        _("A card bought in this turn may not be played in it."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.development_card.older_copy",
        _("An older card of the same kind may be played although a copy was bought this turn."),
        "plus 4b",
    ),
    Rule(
        "catan.development_card.no_return",
        _("Used progress cards leave the game and the deck is never refilled."),
        "colonos 4b; plus 4b; facts A.5",
    ),
    Rule(
        "catan.knight.robber",
        _("A knight makes its player move the robber to another hex and steal as after a seven."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.knight.no_discard",
        _("A knight causes no discards."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.knight.before_roll_blocks",
        _("A knight before the roll already decides where this roll is blocked."),
        "plus summary, 4b",
    ),
    Rule(
        "catan.knight.then_seven",
        _("After a knight before the roll a seven still requires discards and another robber move."),
        "plus 4a, 4b",
    ),
    Rule(
        "catan.knight.face_up",
        _("A played knight stays face up before its owner for good."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.largest_army.first_three",
        _("The first player with three played knights takes the Largest Army card."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.largest_army.strictly_more",
        _("Another player takes it only with strictly more played knights than the holder."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.largest_army.two_points",
        _("It is worth 2 victory points while held and moves at once."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.largest_army.before_robber",
        _("The card passes when the knight is laid down, before the robber is moved."),
        "ruling",
        reason=_("The knights in view decide."),
    ),
    Rule(
        "catan.progress.effect_and_removed",
        _("A progress card's instruction is carried out at once and the card leaves the game."),
        "colonos 4b; plus 4b",
    ),
    Rule(
        "catan.road_building.two_free",
        _("Road building places two roads free of charge."),
        "ruling",
        reason=_("It is the text printed on the card, not in the rulebooks."),
    ),
    Rule(
        "catan.road_building.rules_apply",
        _("Its roads obey the normal road rules; the second may continue the first."),
        "ruling",
        reason=_("Only the cost is waived."),
    ),
    Rule(
        "catan.road_building.fewer",
        _("With one road piece or one legal path only, one road is placed."),
        "ruling",
        reason=_("One does what is possible."),
    ),
    Rule(
        "catan.road_building.none",
        _("With no road piece or no legal path the card cannot be played."),
        "ruling",
        reason=_("It would do nothing."),
    ),
    Rule(
        "catan.road_building.mandatory",
        _("Both roads must be placed if possible before anything else."),
        "ruling",
        reason=_("The instruction is carried out completely."),
    ),
    Rule(
        "catan.road_building.longest_road",
        _("Each free road may change Longest Road at once."),
        "ruling",
        reason=_('The text says "immediately".'),
    ),
    Rule(
        "catan.year_of_plenty.two_cards",
        _("Year of plenty takes any two resource cards from the bank, equal or different."),
        "ruling",
        reason=_("It is the text printed on the card, not in the rulebooks."),
    ),
    Rule(
        "catan.year_of_plenty.bank_short",
        _("Only cards present may be taken; with fewer than two in the bank, take what exists."),
        "ruling",
        reason=_("One cannot take what is missing."),
    ),
    Rule(
        "catan.year_of_plenty.usable_now",
        _("The cards may be used in the same turn."),
        "ruling",
        reason=_("They are in hand."),
    ),
    Rule(
        "catan.monopoly.takes_all",
        _("Monopoly names one resource kind and every other player hands over all cards of it."),
        "ruling",
        reason=_("It is the text printed on the card, not in the rulebooks."),
    ),
    Rule(
        "catan.monopoly.not_bank",
        _("Monopoly takes nothing from the bank and one kind only."),
        "ruling",
        reason=_("It is the text printed on the card."),
    ),
    Rule(
        "catan.monopoly.none_there",
        _("Monopoly may be played although nobody has the kind."),
        "ruling",
        reason=_("The hands are hidden."),
    ),
    Rule(
        "catan.victory_point_card.value",
        _("Each victory point card counts 1 victory point."),
        "ruling",
        reason=_("It is printed on the card."),
    ),
    Rule(
        "catan.victory_point_card.not_played",
        _(
            "Victory point cards are never played; they do not use up the one card per turn and may "
            "all be revealed together."
        ),
        "colonos 4b; facts A.5",
    ),
    Rule(
        "catan.victory_point_card.bought_now",
        _("A victory point card counts for winning in the turn it was bought."),
        "facts A.5",
        option="victory_point_card_waits",
        confidence="printed",
    ),
    Rule(
        "catan.victory_point_card.safe",
        _("Victory point cards are not stolen, discarded or traded."),
        "colonos 2a, 4a; plus 2a, 4a",
    ),
)
