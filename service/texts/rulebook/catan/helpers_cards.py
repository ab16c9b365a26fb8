"""Los ayudantes: the ten helper cards one by one."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

CARD_BY_CARD: tuple[Rule, ...] = (
    Rule(
        "helpers.forced_trade.same_resource",
        _("A1 names one resource and demands it from one or two opponents, the same from both."),
        "plus helpers-notes; facts-plus 1.2",
    ),
    Rule(
        "helpers.forced_trade.one_or_two",
        _(
            "With three players the forced trade asks both others; with more it asks one or two opponents that its "
            "owner names."
        ),
        "plus helpers-notes; facts-plus 1.2; ruling",
        reason=_('"The other two" are both opponents of three players; of more the card lets its owner choose.'),
        option="forced_trade_one",
    ),
    Rule(
        "helpers.forced_trade.one_of_both",
        _("As an option the forced trade may ask one opponent alone with three players too."),
        "facts-plus 1.2; ruling",
        reason=_("Other editions of the card allow one or two at any number of players."),
        option="forced_trade_one",
    ),
    Rule(
        "helpers.forced_trade.must_give",
        _("A named opponent who holds the resource must give exactly 1 and cannot refuse."),
        "facts-plus 1.2",
        confidence="printed",
    ),
    Rule(
        "helpers.forced_trade.return_card",
        _(
            "For each card received the card's user gives that opponent 1 resource card of choice, "
            "possibly one just received."
        ),
        "facts-plus 1.2, 1.3",
        confidence="printed",
    ),
    Rule(
        "helpers.forced_trade.counts_anyway",
        _("With one card or none received the helper is still used."),
        "plus helpers-notes",
    ),
    Rule(
        "helpers.forced_trade.open",
        _("Demand, answers and returned kinds are public; hands stay hidden."),
        "ruling",
        reason=_("It is open like every domestic trade."),
    ),
    Rule(
        "helpers.road_help.replace_one",
        _(
            "A2 replaces either the lumber or the brick of one road by 1 resource of any other kind "
            "than the replaced one, so two equal cards may pay."
        ),
        "facts-plus 1.2; ruling",
        reason=_('"Any kind" includes the kind still owed.'),
    ),
    Rule(
        "helpers.balance.no_gain",
        _(
            "A3 lets its owner take 1 resource of choice after any player's roll other than 7 that "
            "gave that owner nothing."
        ),
        "facts-plus 1.2",
        confidence="printed",
    ),
    Rule(
        "helpers.balance.any_cause",
        _("Nothing is nothing: robber, short supply and missing buildings all count."),
        "ruling",
        reason=_("The card looks only at the outcome."),
    ),
    Rule(
        "helpers.balance.window",
        _("The use is optional and asked once, right after production and before any other act of that turn."),
        "ruling",
        reason=_("A choice off turn needs one clear moment."),
    ),
    Rule(
        "helpers.balance.just_taken",
        _("Taken in the own turn, A3 already works on the next player's roll."),
        "plus helpers-notes",
    ),
    Rule(
        "helpers.move_road.open_end",
        _("A4 moves one own road of which exactly one end touches another own road, settlement or city."),
        "plus helpers-notes",
    ),
    Rule(
        "helpers.move_road.bare_building",
        _("The road may be moved even if a settlement or city is left without roads."),
        "plus helpers-notes",
    ),
    Rule(
        "helpers.move_road.destination",
        _("It goes free of cost to another path that is legal for a new road once the moved one is lifted."),
        "facts-plus 1.2, 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.move_road.longest_road",
        _("Longest road is judged anew once the road has landed, and can be lost."),
        "facts-plus 1.3",
        confidence="printed",
    ),
    Rule(
        "helpers.protection.keep_all",
        _("On any player's 7 the owner of A5 with more than 7 resource cards discards none."),
        "facts-plus 1.2; plus helpers-notes",
    ),
    Rule(
        "helpers.protection.take_one",
        _("With 7 or fewer that owner takes 1 resource of choice from the supply, and that card causes no discard."),
        "facts-plus 1.2, 1.3",
        confidence="inferred",
    ),
    Rule(
        "helpers.protection.compulsory",
        _("It works by itself on every 7 and counts as used in both cases."),
        "plus helpers-notes",
    ),
    Rule(
        "helpers.protection.order",
        _("The choice and the flip or exchange come with the discards, before the robber moves."),
        "ruling",
        reason=_("It belongs to the discard step."),
    ),
    Rule(
        "helpers.protection.new_card_sleeps",
        _("If A5 was taken in this very turn it does nothing on this turn's 7."),
        "plus helpers-important",
    ),
    Rule(
        "helpers.card_choice.look_three",
        _(
            "A6: when buying a development card its owner looks at the top 3, keeps 1, and the other "
            "2 are shuffled back, and may also replace 1 of the 3 resources by any other."
        ),
        "facts-plus 1.2",
        confidence="one_source",
    ),
    Rule(
        "helpers.card_choice.short_deck",
        _("With fewer than 3 cards the buyer looks at what is there, with none the card is not usable."),
        "facts-plus 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.card_choice.secret_and_new",
        _("Only the buyer sees the cards, and the kept one counts as bought this turn."),
        "facts-plus 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.leader.more_points",
        _(
            'The unnumbered card "take from a leader" works only on an opponent with strictly more '
            "visible points who holds resource cards."
        ),
        "facts-plus 1.3; ruling",
        reason=_("Hidden points may not leak, and without cards there is nothing to look at."),
    ),
    Rule(
        "helpers.leader.look_and_take",
        _(
            "Its owner sees that hand and takes 1 resource card of choice; only these two players "
            "learn the hand and the kind."
        ),
        "facts-plus 1.2; ruling",
        reason=_("It is the same secrecy as in a robber's theft."),
    ),
    Rule(
        "helpers.knight_building.cost",
        _(
            "Discarding 1 knight builds a settlement for lumber and brick or a city for 2 ore and 1 "
            "grain, under all placement rules."
        ),
        "facts-plus 1.2",
        confidence="printed",
    ),
    Rule(
        "helpers.knight_building.played_only",
        _("Only a knight already played can be discarded, and it leaves the game."),
        "plus helpers-notes",
    ),
    Rule(
        "helpers.knight_building.army",
        _(
            "Largest army is judged at once: kept with 3 or more and nobody ahead, else it goes to "
            "the one player ahead with 3 or more, else aside."
        ),
        "facts-plus 1.3; ruling",
        reason=_("It is treated like a broken Longest Road."),
    ),
    Rule(
        "helpers.two_to_one.whole_turn",
        _(
            "The unnumbered 2:1 card names one resource and lets it be swapped 2:1 with the supply "
            "any number of times this turn."
        ),
        "facts-plus 1.2, 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.two_to_one.settled_at_end",
        _("Its flip or exchange is made when the turn ends, before the special building phase."),
        "facts-plus 1.3",
        confidence="one_source",
    ),
    Rule(
        "helpers.robber_desert.move_and_take",
        _(
            "The unnumbered robber card moves the robber to the desert and gives 1 resource of the "
            "kind of the hex it left; nobody is robbed."
        ),
        "facts-plus 1.2",
        confidence="printed",
    ),
    Rule(
        "helpers.robber_desert.not_from_desert",
        _("It is not usable while the robber stands on a desert; with two deserts the player chooses one."),
        "facts-plus 1.2, 1.3",
        confidence="inferred",
    ),
    Rule(
        "helpers.undo.reveals",
        _("Forced trade, card choice and take from a leader are reveals."),
        "ruling",
        reason=_("Hidden cards became known."),
    ),
)
