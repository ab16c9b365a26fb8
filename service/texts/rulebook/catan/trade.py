"""The base game, chapter 8: domestic and maritime trade."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

TRADE: tuple[Rule, ...] = (
    Rule(
        "catan.trade.domestic.phase",
        _("Domestic trade takes place only after the roll, in the active player's trade phase."),
        "colonos 2; plus 2",
    ),
    Rule(
        "catan.trade.domestic.with_active",
        _("Every domestic trade has the active player on one side."),
        "colonos 2a; plus 2a",
    ),
    Rule(
        "catan.trade.domestic.offers",
        _("The active player may announce wants and offers to all others or some."),
        "colonos 2a; plus 2a",
    ),
    Rule(
        "catan.trade.domestic.counter_offer",
        _("The others may make offers and counter-offers to the active player."),
        "colonos 2a; plus 2a",
    ),
    Rule(
        "catan.trade.domestic.consent",
        _("A trade needs the agreement of both sides; nobody is obliged to trade."),
        "plus overview-9",
    ),
    Rule(
        "catan.trade.domestic.answers_any_order",
        _("Several players may answer one offer in any order and nobody must answer."),
        "ruling",
        reason=_("Negotiation is free and no order is given."),
    ),
    Rule(
        "catan.trade.domestic.withdraw",
        _("An offer or answer may be withdrawn until the deal executes."),
        "ruling",
        reason=_("Without agreement there is no deal."),
    ),
    Rule(
        "catan.trade.domestic.active_selects",
        _("If several accept, the active player picks the partner."),
        "ruling",
        reason=_("Deals are made with the active player."),
    ),
    Rule(
        "catan.trade.domestic.two_parties",
        _("A deal is between exactly two players and executes as one exchange."),
        "ruling",
        reason=_("The text speaks of two sides."),
    ),
    Rule(
        "catan.trade.domestic.any_amounts",
        _("Amounts on the two sides may differ and mix kinds."),
        "plus 2a",
    ),
    Rule(
        "catan.trade.domestic.no_gift",
        _("Each side must give at least one card."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.trade.domestic.no_like_for_like",
        _("The same kind may not stand on both sides."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.trade.domestic.resources_only",
        _("Only resource cards are traded: no development cards, pieces, points or promises."),
        "colonos 2a; plus 2a",
    ),
    Rule(
        "catan.trade.domestic.must_own",
        _("A side can only give cards it holds when the deal executes."),
        "plus 2a",
    ),
    Rule(
        "catan.trade.domestic.stale_offer",
        _("An accepted offer whose giver has since lost the cards is void."),
        "ruling",
        reason=_("The cards must be in hand."),
    ),
    Rule(
        "catan.trade.domestic.repeat",
        _("Any number of domestic trades may be made in the phase."),
        "ruling",
        reason=_("No limit is stated."),
    ),
    Rule(
        "catan.trade.domestic.offers_end",
        _("Open offers lapse when the trade phase ends."),
        "ruling",
        reason=_("Only the trade phase allows trading."),
    ),
    Rule(
        "catan.trade.domestic.open_offer",
        _("Only an open offer is accepted, declined, confirmed or withdrawn."),
        "server commands",
    ),
    Rule(
        "catan.trade.domestic.one_answer",
        _("The answer that a player has given to an offer is not given again."),
        "server commands",
    ),
    Rule(
        "catan.trade.domestic.asked_only",
        _("Only the players to whom an offer was made answer it."),
        "server commands",
    ),
    Rule(
        "catan.trade.domestic.own_offer",
        _("Only the player who made an offer confirms or withdraws it."),
        "server commands",
    ),
    Rule(
        "catan.trade.domestic.most_offers",
        _("A player has at most eight open offers."),
        "server commands",
    ),
    Rule(
        "catan.trade.domestic.most_asked",
        _("An offer asks for no more cards of a kind than the game has."),
        "server commands",
    ),
    Rule(
        "catan.trade.maritime.active_only",
        _("Only the active player trades with the bank, in the trade phase."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.four_to_one",
        _("Four cards of one kind may always be given for one card of choice."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.same_kind_given",
        _("The cards given must all be of one kind."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.must_own",
        _("Only cards in hand are given to the bank."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.three_to_one",
        _("A player with a building at a 3:1 harbor may give three cards of one kind for one of choice."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.two_to_one",
        _("A player with a building at a special harbor may give two cards of its kind for one of choice."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.two_to_one_kind_only",
        _("A special harbor improves no other kind."),
        "plus 2b",
    ),
    Rule(
        "catan.trade.maritime.city_keeps_harbor",
        _("A city at a harbor gives the same rate as a settlement."),
        "ruling",
        reason=_("It is the upgraded settlement."),
    ),
    Rule(
        "catan.trade.maritime.own_harbor_only",
        _("Another player's harbor gives no rate."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.road_not_enough",
        _("A road at a harbor without a building gives no rate."),
        "colonos 2b; plus 2b",
    ),
    Rule(
        "catan.trade.maritime.one_owner_per_harbor",
        _("At most one building can stand at a harbor because its two intersections are neighbors."),
        "facts A.3; plus 3b",
    ),
    Rule(
        "catan.trade.maritime.no_like_for_like",
        _("Cards may not be traded for the same kind."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.trade.maritime.bank_has_card",
        _("The wanted kind must be in the bank before the trade."),
        "ruling",
        reason=_("One cannot take from an empty stack."),
    ),
    Rule(
        "catan.trade.maritime.repeat",
        _("Any number of maritime trades may be made in the phase."),
        "ruling",
        reason=_("No limit is stated."),
    ),
    Rule(
        "catan.trade.maritime.founding_harbor",
        _("A harbor reached in set-up may be used from the first turn."),
        "plus 2b",
    ),
    Rule(
        "catan.trade.maritime.new_harbor",
        _("A harbor built this turn serves from the next own turn; under combined trade and build, at once."),
        "plus summary; facts A.5",
        option="combined_trade_build",
    ),
)
