"""Entre amigos: using and exchanging favors, and the end of the game."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

USING: tuple[Rule, ...] = (
    Rule(
        "favors.use.once_per_turn",
        _("In the own turn a player may either use one guild favor or exchange one token, once."),
        "plus favors-use",
    ),
    Rule(
        "favors.use.own_turn_only",
        _("Favors are used and exchanged only by the player on turn."),
        "plus favors-use",
    ),
    Rule(
        "favors.use.after_roll",
        _("Use and exchange happen after the roll."),
        "ruling",
        reason=_("Only development cards are named before the roll."),
    ),
    Rule(
        "favors.use.before_roll",
        _("As an option gifts, favors and the exchange are allowed before the roll of the own turn too."),
        "ruling",
        reason=_("The chapter says no more than during the own turn, which begins before the roll."),
        option="favors_before_roll",
    ),
    Rule(
        "favors.use.no_fresh_token",
        _("A token obtained in this turn cannot be used in this turn."),
        "plus favors-use",
    ),
    Rule(
        "favors.use.pair_all_old",
        _("Both tokens of a two-token favor must be from before this turn."),
        "plus favors-use",
    ),
    Rule(
        "favors.use.off_turn_gain_next_turn",
        _(
            "A token obtained on another's turn or in the special building phase is usable in the "
            "owner's next own turn."
        ),
        "plus favors-use",
    ),
    Rule(
        "favors.use.special_building_none",
        _("In the special building phase no favor may be used or exchanged."),
        "plus favors-use; ruling",
        reason=_("Exchange is barred like use: it needs the own turn."),
    ),
    Rule(
        "favors.use.cost",
        _(
            "Traders, merchants and road builders cost 1 token of their kind; scholars cost 2 books "
            "and master builders 2 compasses."
        ),
        "plus favors-use",
    ),
    Rule(
        "favors.use.takes_effect_now",
        _("The favor takes effect when its tokens are spent and cannot be saved for a later turn."),
        "plus favors-use",
    ),
    Rule(
        "favors.use.tokens_leave",
        _("Spent tokens go face up to the guild board and never return to the supply."),
        "plus favors-use; facts-plus 2.2",
    ),
    Rule(
        "favors.traders.two_swaps",
        _(
            "The traders let the player swap 1 resource card with the supply for 1 of another kind, "
            "up to twice in that turn for a single token."
        ),
        "plus favors-use",
    ),
    Rule(
        "favors.traders.second_later",
        _("The first swap comes with the use and the second may follow later in the same turn, then lapses."),
        "ruling",
        reason=_("The text grants two swaps within the turn."),
    ),
    Rule(
        "favors.traders.other_kind_in_stock",
        _("The card taken must differ from the one given and be in the supply."),
        "plus favors-use; facts-plus 2.2",
    ),
    Rule(
        "favors.merchants.take_one",
        _("The merchants give 1 resource card of the player's choice from the supply."),
        "plus favors-use",
    ),
    Rule(
        "favors.road_builders.free_road",
        _("The road builders let the player build 1 road free under all placement rules."),
        "plus favors-use",
    ),
    Rule(
        "favors.scholars.books",
        _('Two books draw 1 development card free; the rulebook\'s line prints "arquitectos" here by mistake.'),
        "plus favors-use; facts-plus 2.1",
    ),
    Rule(
        "favors.scholars.card_is_new",
        _("The card drawn free counts as bought this turn."),
        "ruling",
        reason=_("The base game bars cards obtained this turn."),
    ),
    Rule(
        "favors.scholars.deck_empty",
        _("With an empty deck the scholars cannot be called."),
        "facts-plus 2.2",
        confidence="one_source",
    ),
    Rule(
        "favors.master_builders.point",
        _("Two compasses take 1 Catan token, worth 1 point, always visible."),
        "plus favors-use",
    ),
    Rule(
        "favors.master_builders.stock",
        _("When the twelve Catan tokens are gone the master builders cannot be called."),
        "facts-plus 2.2",
        confidence="one_source",
    ),
    Rule(
        "favors.exchange.draw_then_return",
        _(
            "An exchange first draws 1 token and then returns any 1 of the player's tokens face down,"
            " even the one just drawn."
        ),
        "plus favors-exchange",
    ),
    Rule(
        "favors.exchange.needs_token_and_supply",
        _("An exchange needs at least one own token and a supply that is not empty."),
        "plus favors-exchange; facts-plus 2.2",
    ),
    Rule(
        "favors.exchange.fresh_may_return",
        _("A fresh token may be the one that is exchanged away."),
        "ruling",
        reason=_("The text bars only using it."),
    ),
    Rule(
        "favors.exchange.secret",
        _("Neither the token drawn nor the token returned is shown to others."),
        "plus favors-exchange",
    ),
    Rule(
        "favors.tokens.not_tradable",
        _("Favor tokens are never given to or swapped with other players."),
        "plus favors-exchange",
    ),
    Rule(
        "favors.tokens.not_resources",
        _("Favor tokens are no resource cards: no hand limit, no theft, no monopoly."),
        "ruling",
        reason=_("Those rules name only resource cards."),
    ),
    Rule(
        "favors.supply.empty",
        _("When the supply is empty, earned tokens are not drawn and not owed later."),
        "facts-plus 2.2",
        confidence="one_source",
    ),
    Rule(
        "favors.target.eleven",
        _("On the beginner and variable maps the game ends when a player has 11 or more points in their own turn."),
        "plus favors-end",
    ),
    Rule(
        "favors.win.own_turn_only",
        _("Points that reach the target outside the own turn win only when the own turn begins."),
        "plus favors-end, end",
    ),
    Rule(
        "favors.undo.draws_reveal",
        _("Drawing a favor token (robber, gift, link, exchange) and the scholars' card are reveals."),
        "ruling",
        reason=_("Hidden information was drawn."),
    ),
)
