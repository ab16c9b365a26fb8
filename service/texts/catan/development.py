"""Holds the texts of development cards."""

from typing import Final

from service.texts.catan.shared import COST, RESOURCES
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "BuyDevelopmentCard": message("Buy the top development card for ore, wool and grain."),
    "PlayKnight": message("Play a knight and move the robber."),
    "PlayRoadBuilding": message("Play a road building card, which allows up to two free roads."),
    "PlayYearOfPlenty": message(
        "Play a year of plenty card and take two resource cards from the bank.",
        cards=composed(
            "The two cards to take, counted by resource. If the bank holds fewer, it must be all of them.", RESOURCES
        ),
    ),
    "PlayMonopoly": message(
        "Play a monopoly card and take all cards of one resource from the other players.",
        resource="The resource that all other players have to hand over.",
    ),
    "DevelopmentCardBought": message(
        "A seat drew the top development card.",
        seat=ACTOR,
        card="The kind of the card. Only the seat in `seat` sees this member.",
        cost=COST,
    ),
    "KnightPlayed": message("A seat played a knight.", seat=ACTOR),
    "RoadBuildingPlayed": message("A seat played a road building card.", seat=ACTOR),
    "YearOfPlentyPlayed": message(
        "A seat played a year of plenty card.",
        seat=ACTOR,
        cards=composed("The resource cards that the seat took from the bank, counted by resource.", RESOURCES),
    ),
    "MonopolyPlayed": message(
        "A seat played a monopoly card and got all cards of one resource.",
        seat=ACTOR,
        resource="The resource that the other seats handed over.",
        taken="The number of cards that each seat handed over, in the order of the seats.",
    ),
}

FRAMES: Final[Messages] = {
    "road_building": frame(
        "The seat has to place the free roads of a road building card.",
        roads="How many free roads are still to be placed, 1 or 2.",
    ),
}

OPTIONS: Final = {
    "victory_point_card_waits": "True if a victory point card counts only from the turn after it was bought.",
}

PHRASES: Final = {
    "command.BuyDevelopmentCard": _("Buy a development card"),
    "command.PlayKnight": _("Play a knight"),
    "command.PlayRoadBuilding": _("Play road building"),
    "command.PlayYearOfPlenty": _("Play year of plenty for %(cards)s"),
    "command.PlayMonopoly": _("Play monopoly on %(resource)s"),
    "event.DevelopmentCardBought": _("Seat %(seat)s buys a development card: %(card)s."),
    "event.DevelopmentCardBought.without": _("Seat %(seat)s buys a development card."),
    "event.KnightPlayed": _("Seat %(seat)s plays a knight."),
    "event.RoadBuildingPlayed": _("Seat %(seat)s plays road building."),
    "event.YearOfPlentyPlayed": _("Seat %(seat)s plays year of plenty and takes %(cards)s."),
    "event.MonopolyPlayed": _("Seat %(seat)s plays monopoly on %(resource)s; cards received: %(taken)s."),
    "frame.road_building": _("place the free roads"),
    "option.victory_point_card_waits": _("a victory point card counts from the next turn on"),
    "picture.development_cards": _("development"),
    "picture.knights": _("knights"),
    "picture.deck": _("Development cards left: %(count)s"),
    "refusal.catan.year_of_plenty.two_cards": _("The number of cards to take is %(count)s."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=7)
