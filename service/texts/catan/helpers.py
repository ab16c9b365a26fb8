"""The words of the helper cards."""

from typing import Final

from service.texts.catan.shared import COST, EDGE, TILE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, frame

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
        cards="The two cards to pay: one brick or one lumber, and one card of any other resource instead.",
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
        "Use the helper `protect_seven`: take a card from the bank after a seven that took none.", resource=SUPPLY_CARD
    ),
    "UseCardChoice": message(
        "Use the helper `card_choice`: buy a development card and choose it from the top three.",
        cards="The three cards to pay: ore, wool and grain, one of which may be replaced by another resource.",
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
        node="The id of the node to build on. The player's own settlement there becomes a city.",
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
        "A seat got its first helper with its second settlement.",
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
        hand="The resource cards in that hand. Only the seats in `seat` and `victim` see this member.",
    ),
    "LeaderCardTaken": message(
        "A seat took a card of its choice from the hand it looked at.",
        seat=ACTOR,
        victim="The number of the seat that lost the card.",
        resource="The resource of the card. Only the seats in `seat` and `victim` see this member.",
    ),
    "KnightDiscarded": message("A seat discarded one of its played knights.", seat=ACTOR),
    "RobberSentHome": message(
        "A helper sent the robber to the desert; nobody loses a card.",
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

TEXTS: Final = Texts({**COMMANDS, **EVENTS}, FRAMES)
