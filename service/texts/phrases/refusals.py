"""Holds what is said of the case at hand when a rule refuses a command, by the rule; the rule's own text follows it."""

from typing import Final

from service.texts.translations import _

REFUSALS: Final = {
    "refusal.awaiting": _("The game waits for seat %(seats)s: %(frame)s."),
    "refusal.missing": _("Missing: %(missing)s."),
    "refusal.untimely": _("%(command)s is not possible now; this seat can send: %(possible)s."),
    "refusal.untimely.without": _("%(command)s is not possible now."),
    "refusal.undo.not_an_ancestor": _("The game is at version %(version)s and had started at version %(started)s."),
    "refusal.catan.trade.domestic.open_offer": _("Offer %(offer)s is not open (open: %(open)s)."),
    "refusal.catan.trade.domestic.open_offer.without": _("Offer %(offer)s is not open; no offer is."),
    "refusal.catan.trade.domestic.one_answer.accepted": _("Seat %(seat)s has already accepted offer %(offer)s."),
    "refusal.catan.trade.domestic.one_answer.declined": _("Seat %(seat)s has already declined offer %(offer)s."),
    "refusal.catan.trade.domestic.asked_only": _("Offer %(offer)s was not made to seat %(seat)s (made to: %(asked)s)."),
    "refusal.catan.trade.domestic.own_offer": _("Seat %(maker)s made offer %(offer)s."),
    "refusal.catan.trade.domestic.consent": _(
        "Seat %(partner)s has not accepted offer %(offer)s (accepted by: %(accepted)s)."
    ),
    "refusal.catan.trade.domestic.consent.without": _("Seat %(partner)s has not accepted offer %(offer)s; nobody has."),
    "refusal.catan.trade.domestic.two_parties": _("A player makes no offer to itself and answers none of its own."),
    "refusal.catan.trade.domestic.offers": _("An offer can go to the seats %(partners)s."),
    "refusal.catan.trade.domestic.with_active": _("An offer can go to seat %(partners)s."),
    "refusal.catan.trade.domestic.most_asked": _("The most are %(most)s."),
    "refusal.catan.trade.maritime.four_to_one": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.three_to_one": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.two_to_one": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.two_to_one_kind_only": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.own_harbor_only": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.trade.maritime.road_not_enough": _("The rates of this kind are: %(rates)s."),
    "refusal.catan.seven.discard_half_down": _("The number of cards to give back is %(count)s."),
    "refusal.catan.year_of_plenty.two_cards": _("The number of cards to take is %(count)s."),
    "refusal.catan.robber.other_hex": _("The robber stands on hex %(tile)s already."),
    "refusal.favors.gift.named": _("The gift that waits for an answer is 1 %(resource)s of seat %(giver)s."),
    "refusal.dice.settlement.order": _("The next one is %(next)s."),
    "refusal.dice.city.order": _("The next one is %(next)s."),
    "refusal.dice.knight.order": _("The next one is %(next)s."),
    "refusal.dice.settlement.road": _("It needs road %(needed)s."),
    "refusal.dice.city.road": _("It needs road %(needed)s."),
    "refusal.dice.road.adjacent": _("It needs road %(needed)s."),
    "refusal.elasund.building.permit_count": _("The building needs %(count)s permits."),
    "refusal.elasund.permit.tie_at_top_blocks_all": _("The highest total, %(total)s, is shared."),
    "refusal.elasund.permit.majority_strict": _("The own total is %(total)s, a rival's %(highest)s."),
    "refusal.elasund.pirate.discard_per_cube": _("The number of cards to give up is %(count)s."),
    "refusal.elasund.pirate.reward_cap": _("The reward is at least 1 card and at most %(most)s."),
    "refusal.elasund.pirate.reward_count": _("The reward is at least 1 card and at most %(most)s."),
    "refusal.elasund.shortage.halve_all": _("The number of cards to give up is %(count)s."),
    "refusal.elasund.wall.adjacent": _("The next tile can go to the spaces %(open)s."),
    "refusal.elasund.wall.space_taken": _("The next tile can go to the spaces %(open)s."),
    "refusal.elasund.special.b_only_higher": _("Permit %(higher)s does not replace permit %(value)s."),
}
