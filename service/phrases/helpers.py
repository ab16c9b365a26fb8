"""What the commands, events and frames of the helper cards say, and what the cards are called."""

from typing import Final

from service.translations import _

COMMANDS: Final = {
    "command.FlipHelper": _("Turn the helper to side B"),
    "command.ExchangeHelper": _("Exchange the helper for: %(helper)s"),
    "command.DeclineHelper": _("Do without the resource balance"),
    "command.UseForcedTrade": _("Demand 1 %(resource)s from seats %(seats)s"),
    "command.UseForcedTrade.without": _("Demand 1 %(resource)s from nobody"),
    "command.ReturnCard": _("Give 1 %(resource)s in return"),
    "command.UseRoadHelp": _("Build a road on path %(edge)s for %(cards)s"),
    "command.UseRoadHelp.without": _("Build a road on path %(edge)s for nothing"),
    "command.UseResourceBalance": _("Take 1 %(resource)s from the supply for the roll without a gain"),
    "command.UseMoveRoad": _("Move the road on path %(origin)s to path %(edge)s"),
    "command.UseProtectSeven": _("Take 1 %(resource)s from the supply for the seven"),
    "command.UseCardChoice": _("Choose a development card for %(cards)s"),
    "command.UseCardChoice.without": _("Choose a development card for nothing"),
    "command.KeepCard": _("Keep the development card %(card)s"),
    "command.UseTakeFromLeader": _("Look at the hand of seat %(victim)s"),
    "command.TakeCard": _("Take 1 %(resource)s from the hand"),
    "command.UseKnightToBuilding": _("Discard a knight to build on intersection %(node)s"),
    "command.UseTwoToOne": _("Trade %(resource)s two for one with the bank, this turn"),
    "command.UseRobberToDesert": _("Send the robber to the desert, hex %(tile)s"),
}

EVENTS: Final = {
    "event.HelperDealt": _("Seat %(seat)s takes the helper: %(helper)s."),
    "event.HelperUsed": _("Seat %(seat)s uses the helper: %(helper)s."),
    "event.HelperFlipped": _("Seat %(seat)s turns the helper to side B."),
    "event.HelperExchanged": _("Seat %(seat)s exchanges the helper %(returned)s for: %(helper)s."),
    "event.SupplyCardTaken": _("Seat %(seat)s takes 1 %(resource)s from the supply."),
    "event.ForcedTradeMade": _(
        "Seat %(seat)s demands 1 %(resource)s from seats %(asked)s; it comes from seats %(gave)s."
    ),
    "event.ForcedTradeMade.without": _("Seat %(seat)s demands 1 %(resource)s from seats %(asked)s; nobody has any."),
    "event.CardReturned": _("Seat %(seat)s gives 1 %(resource)s to seat %(partner)s in return."),
    "event.RateNamed": _("Seat %(seat)s may trade %(resource)s two for one with the bank, this turn."),
    "event.CardChoicePaid": _("Seat %(seat)s pays %(cost)s to choose a development card."),
    "event.TopCardSeen": _("Seat %(seat)s sees a development card: %(card)s."),
    "event.TopCardSeen.without": _("Seat %(seat)s looks at a development card."),
    "event.DevelopmentCardKept": _("Seat %(seat)s keeps a development card: %(card)s."),
    "event.DevelopmentCardKept.without": _("Seat %(seat)s keeps one of the development cards."),
    "event.HandSeen": _("Seat %(seat)s looks at the hand of seat %(victim)s: %(hand)s."),
    "event.HandSeen.without": _("Seat %(seat)s looks at the hand of seat %(victim)s."),
    "event.LeaderCardTaken": _("Seat %(seat)s takes 1 %(resource)s from the hand of seat %(victim)s."),
    "event.LeaderCardTaken.without": _("Seat %(seat)s takes a card of its choice from the hand of seat %(victim)s."),
    "event.KnightDiscarded": _("Seat %(seat)s discards a played knight."),
    "event.RobberSentHome": _("Seat %(seat)s sends the robber to the desert, hex %(tile)s."),
}

FRAMES: Final = {
    "frame.settle_helper": _("flip or exchange the helper"),
    "frame.resource_balance": _("take a resource for the roll without a gain, or do without"),
    "frame.protect_seven": _("take a resource for the seven"),
    "frame.card_choice": _("keep one of the development cards"),
    "frame.take_from_leader": _("take a card from the hand"),
    "frame.forced_trade": _("give a card in return"),
}

TERMS: Final = {
    "term.forced_trade": _("forced trade"),
    "term.road_help": _("road help"),
    "term.resource_balance": _("resource balance"),
    "term.move_road": _("moving a road"),
    "term.protect_seven": _("protection from the seven"),
    "term.card_choice": _("choice of development cards"),
    "term.take_from_leader": _("taking from a leader"),
    "term.knight_to_building": _("knight for a building"),
    "term.two_to_one": _("two for one"),
    "term.robber_to_desert": _("robber to the desert"),
}
