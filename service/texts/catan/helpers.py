"""Holds the texts of the helper cards."""

from typing import Final

from service.texts.catan.shared import COST, EDGE, RESOURCES, TILE
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

SUPPLY_CARD: Final = "The resource of the card to take from the bank."

COMMANDS: Final[Messages] = {
    "FlipHelper": message("Turn the helper just used to side B and keep it for one more use."),
    "ExchangeHelper": message(
        "Put the helper just used into the display and take another one.",
        helper="The helper to take from the display.",
    ),
    "DeclineHelper": message("Do not use the helper `resource_balance` after this roll."),
    "UseForcedTrade": message(
        "Use the helper `forced_trade`: demand one card of a resource from one or two opponents.",
        resource="The resource that is demanded, one card from each opponent.",
        seats="The numbers of the one or two seats that the card is demanded from.",
    ),
    "ReturnCard": message(
        "Give a card to an opponent in return for one from the forced trade.",
        resource="The resource of the card to give back; it may be the one just received.",
    ),
    "UseRoadHelp": message(
        "Use the helper `road_help`: build a road with its brick or lumber replaced by another resource.",
        edge=EDGE,
        cards=composed(
            "The two cards to pay: one brick or one lumber, and one card of any other resource instead.", RESOURCES
        ),
    ),
    "UseResourceBalance": message(
        "Use the helper `resource_balance`: take a card from the bank after a roll without a gain.",
        resource=SUPPLY_CARD,
    ),
    "UseMoveRoad": message(
        "Use the helper `move_road`: move one of the player's roads that has an open end.",
        origin="The id of the edge from which the road is taken.",
        edge="The id of the edge where the road is placed.",
    ),
    "UseProtectSeven": message(
        "Use the helper `protect_seven`: take a card from the bank after a seven that cost no cards.",
        resource=SUPPLY_CARD,
    ),
    "UseCardChoice": message(
        "Use the helper `card_choice`: buy a development card and choose it from the top three.",
        cards=composed(
            "The three cards to pay: ore, wool and grain, one of which may be replaced by another resource.", RESOURCES
        ),
    ),
    "KeepCard": message(
        "Keep one of the development cards that the helper `card_choice` showed.",
        card="The kind of the development card to keep.",
    ),
    "UseTakeFromLeader": message(
        "Use the helper `take_from_leader`: look at the hand of a player with more victory points.",
        victim="The number of the seat to look at; it must have more visible points and a card.",
    ),
    "TakeCard": message(
        "Take a card from the hand that the helper `take_from_leader` showed.",
        resource="The resource of the card to take; it must be in that hand.",
    ),
    "UseKnightToBuilding": message(
        "Use the helper `knight_to_building`: discard a played knight to build a cheaper settlement or city.",
        node=(
            "The id of the node to build on: a settlement is built on an empty node, and the player's own "
            "settlement becomes a city."
        ),
    ),
    "UseTwoToOne": message(
        "Use the helper `two_to_one`: trade one resource 2:1 with the bank for the rest of the turn.",
        resource="The resource that may be given to the bank 2:1.",
    ),
    "UseRobberToDesert": message(
        "Use the helper `robber_to_desert`: send the robber to the desert and take a card of the hex it leaves.",
        tile="The id of a desert tile; on a board without a desert, of the tile where the robber started.",
    ),
}

EVENTS: Final[Messages] = {
    "HelperDealt": message(
        "A seat got its first helper during the set-up.",
        seat="The number of the seat that got the helper, counted from 0.",
        helper="The helper that the seat got; it lies face up.",
    ),
    "HelperUsed": message("A seat used its helper.", seat=ACTOR, helper="The helper that was used."),
    "HelperFlipped": message("A seat turned its helper to side B, for one more use.", seat=ACTOR),
    "HelperExchanged": message(
        "A seat exchanged its helper for one from the display.",
        seat=ACTOR,
        returned="The helper that the seat put into the display.",
        helper="The helper that the seat took from the display.",
    ),
    "SupplyCardTaken": message(
        "A helper gave its player a resource card from the bank.",
        seat="The number of the seat that got the card, counted from 0.",
        resource="The resource of the card that the seat got.",
    ),
    "ForcedTradeMade": message(
        "A seat demanded one card of a resource from one or two opponents.",
        seat=ACTOR,
        resource="The resource that was demanded, one card from each opponent.",
        asked="The numbers of the seats that the card was demanded from.",
        gave="The numbers of the seats that had such a card and gave it. It is empty if nobody had one.",
    ),
    "CardReturned": message(
        "A seat gave a card back in return for one from the forced trade.",
        seat=ACTOR,
        partner="The number of the seat that got the card.",
        resource="The resource of the card that was given back.",
    ),
    "RateNamed": message(
        "A seat may trade one resource 2:1 with the bank until its turn ends.",
        seat=ACTOR,
        resource="The resource that the seat may give to the bank 2:1.",
    ),
    "CardChoicePaid": message("A seat paid for a development card that it is about to choose.", seat=ACTOR, cost=COST),
    "TopCardSeen": message(
        "A seat looked at one of the top cards of the development deck.",
        seat=ACTOR,
        card="The kind of the card. Only the seat in `seat` sees this member.",
    ),
    "DevelopmentCardKept": message(
        "A seat kept one of the development cards it looked at; the others went back.",
        seat=ACTOR,
        card="The kind of the card it kept. Only the seat in `seat` sees this member.",
    ),
    "HandSeen": message(
        "A seat looked at the hand of another seat.",
        seat=ACTOR,
        victim="The number of the seat that had to show its hand.",
        hand=composed(
            "The resource cards in that hand. Only the seats in `seat` and `victim` see this member.", RESOURCES
        ),
    ),
    "LeaderCardTaken": message(
        "A seat took a card of its choice from the hand it looked at.",
        seat=ACTOR,
        victim="The number of the seat that lost the card.",
        resource="The resource of the card. Only the seats in `seat` and `victim` see this member.",
    ),
    "RoadMoved": message(
        "A seat moved one of its roads, which counts as newly built there.",
        seat=ACTOR,
        origin="The id of the edge where the road lay before.",
        edge="The id of the edge where the road lies now.",
    ),
    "KnightDiscarded": message("A seat discarded one of its played knights.", seat=ACTOR),
    "RobberSentHome": message(
        "A helper sent the robber back to the desert or to where it started; nobody loses a card.",
        seat=ACTOR,
        tile=TILE,
    ),
}

FRAMES: Final[Messages] = {
    "settle_helper": frame("The seat has used its helper and has to flip or exchange it."),
    "resource_balance": frame("The seat got nothing from the roll and may take a card from the bank."),
    "protect_seven": frame("The seat is protected from the seven and has to take a card from the bank."),
    "card_choice": frame("The seat has to keep one of the development cards it looked at."),
    "take_from_leader": frame(
        "The seat has to take a card from the hand it looked at.",
        victim="The number of the seat that loses the card.",
    ),
    "forced_trade": frame(
        "The seat has to give a card in return for one from the forced trade.",
        to="The number of the seat that gets the card.",
    ),
}

PHRASES: Final = {
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
    "event.RoadMoved": _("Seat %(seat)s moves a road from path %(origin)s to path %(edge)s."),
    "event.KnightDiscarded": _("Seat %(seat)s discards a played knight."),
    "event.RobberSentHome": _("Seat %(seat)s sends the robber to the desert, hex %(tile)s."),
    "frame.settle_helper": _("flip or exchange the helper"),
    "frame.resource_balance": _("take a resource for the roll without a gain, or do without"),
    "frame.protect_seven": _("take a resource for the seven"),
    "frame.card_choice": _("keep one of the development cards"),
    "frame.take_from_leader": _("take a card from the hand"),
    "frame.forced_trade": _("give a card in return"),
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
    "module.helpers": _("helpers"),
    "option.forced_trade_one": _("the forced trade may ask one of two opponents"),
    "picture.helper": _("Helper: %(helper)s, side %(side)s"),
}

OPTIONS: Final = {
    "forced_trade_one": "True if with three players the forced trade may ask one opponent alone.",
}

TEXTS: Final = Texts({**COMMANDS, **EVENTS}, FRAMES, phrases=PHRASES, options=OPTIONS, order=11)
