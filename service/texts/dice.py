"""Holds the texts of the Catan dice game."""

from typing import Final

from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, AGENDA_SET, FIRST_SEAT, POSITION_SET, STARTING_SEAT, TURN, WINNERS, frame
from service.texts.translations import _

SYMBOLS: Final = {
    "brick": "The number of dice that show brick; absent for none.",
    "lumber": "The number of dice that show lumber; absent for none.",
    "wool": "The number of dice that show wool; absent for none.",
    "grain": "The number of dice that show grain; absent for none.",
    "ore": "The number of dice that show ore; absent for none.",
    "gold": "The number of dice that show gold; absent for none.",
}
COST: Final = composed("The dice that were spent, counted by the symbol they show.", SYMBOLS)
JOKER_KNIGHT: Final = "The number of the knight whose resource joker is used, from 1 to 6."

COMMANDS: Final[Messages] = {
    "DiceRollDice": message(
        "Roll the dice: all six on the first roll, later all but those kept. A turn has at most three rolls.",
        keep=composed(
            "The dice to leave on the table, counted by the symbol they show. None are kept if it is absent.", SYMBOLS
        ),
    ),
    "StopRolling": message("Declare the dice final before the third roll."),
    "UseJoker": message(
        "Use the resource joker of a built knight to turn dice to another resource. Each joker works once in a game.",
        knight=JOKER_KNIGHT,
        resource="The resource that the dice then show: the one printed with the knight; any but gold for knight 6.",
        dice=composed("The dice to turn, counted by the symbol they show now. At least one is needed.", SYMBOLS),
    ),
    "ExchangeGold": message(
        "Exchange two gold dice for one resource; the other die is lost for this turn.",
        resource="The resource that one of the two dice shows afterwards; gold is not allowed.",
    ),
    "DiceBuildRoad": message(
        "Build a road on the score sheet for one brick and one lumber.",
        road="The id of the road, as in the board's `roads`. The road before it must be built.",
    ),
    "DiceBuildSettlement": message(
        "Build the next settlement on the score sheet for brick, lumber, wool and grain.",
        points="The number printed on the settlement, which is also its worth in points.",
    ),
    "DiceBuildCity": message(
        "Build the next city on the score sheet for three ore and two grain.",
        points="The number printed on the city, which is also its worth in points.",
    ),
    "BuildKnight": message(
        "Build the next knight on the score sheet for ore, wool and grain.",
        knight="The number of the knight, from 1 to 6; knights are built in this order.",
    ),
    "EndTurn": message("End the turn and write its points into the next box. A turn without building costs 2 points."),
}

EVENTS: Final[Messages] = {
    "PositionSet": POSITION_SET,
    "AgendaSet": AGENDA_SET,
    "DiceGameStarted": message(
        "The game started with empty score sheets.",
        config="The configuration of the game: its number of seats, its map, modules and options.",
        first=FIRST_SEAT,
    ),
    "TurnStarted": message("The turn of a seat began.", seat="The number of the seat whose turn began.", turn=TURN),
    "DiceDiceRolled": message(
        "A seat rolled dice.",
        seat=ACTOR,
        kept=composed("The dice that were not rolled, counted by the symbol they show.", SYMBOLS),
        rolled=composed("The dice that were rolled, counted by the symbol they show now.", SYMBOLS),
    ),
    "RollingStopped": message("A seat declared its dice final before the third roll.", seat=ACTOR),
    "JokerUsed": message(
        "A seat used a resource joker to turn dice; that joker is crossed out for the rest of the game.",
        seat=ACTOR,
        knight=JOKER_KNIGHT,
        resource="The resource that all dice turned show now.",
        dice=composed("The dice that were turned, counted by the symbol they showed before.", SYMBOLS),
    ),
    "GoldExchanged": message(
        "A seat exchanged two gold dice for one resource; the other die is lost for this turn.",
        seat=ACTOR,
        resource="The resource that one of the two dice shows now.",
    ),
    "DiceRoadBuilt": message(
        "A seat built a road.",
        seat=ACTOR,
        road="The id of the road, as in the board's `roads`.",
        cost=COST,
        points="The points that the road is worth, which is always 1.",
    ),
    "DiceSettlementBuilt": message(
        "A seat built its next settlement.",
        seat=ACTOR,
        points="The number printed on the settlement, which is also its worth in points.",
        cost=COST,
    ),
    "DiceCityBuilt": message(
        "A seat built its next city.",
        seat=ACTOR,
        points="The number printed on the city, which is also its worth in points.",
        cost=COST,
    ),
    "KnightBuilt": message(
        "A seat built its next knight, which brings a resource joker for later turns.",
        seat=ACTOR,
        knight="The number of the knight, from 1 to 6.",
        cost=COST,
        points="The points that the knight is worth, which equal its number.",
    ),
    "BoxFilled": message(
        "A turn ended, and its points were written into the next box of the score sheet.",
        seat=ACTOR,
        box="The number of the box, from 1 to 15; each seat fills one a turn.",
        points="The points of the turn. It is -2 where nothing was built.",
    ),
    "GameEnded": message(
        "The game ended because all boxes are full; the highest total wins.",
        winners=WINNERS,
        points="The total points of each seat, in the order of the seats.",
    ),
}

FRAMES: Final[Messages] = {
    "roll": frame("The seat has to make the first roll of its turn."),
    "reroll": frame("The seat may roll again or declare its dice final."),
    "convert": frame("The dice are final: the seat may use jokers, exchange gold, build or end its turn."),
    "build": frame("The seat has started to build, and may build more or end its turn."),
}

OPTIONS: Final = {
    "starting_seat": STARTING_SEAT,
    "joker_dice": "How many dice a joker of the dice game turns: any number or one.",
    "joker_same_turn": "True if a joker can be used in the turn in which its knight was built.",
}

PHRASES: Final = {
    "command.DiceRollDice": _("Keep %(keep)s and roll the other dice"),
    "command.DiceRollDice.without": _("Roll all dice"),
    "command.StopRolling": _("Stop rolling"),
    "command.UseJoker": _("Use the joker of knight %(knight)s: turn %(dice)s to %(resource)s"),
    "command.ExchangeGold": _("Exchange 2 gold for 1 %(resource)s"),
    "command.DiceBuildRoad": _("Build road %(road)s"),
    "command.DiceBuildSettlement": _("Build the settlement worth %(points)s"),
    "command.DiceBuildCity": _("Build the city worth %(points)s"),
    "command.BuildKnight": _("Build knight %(knight)s"),
    "command.EndTurn": _("Write the score and end the turn"),
    "event.DiceGameStarted": _("The sheets are empty; seat %(first)s begins."),
    "event.TurnStarted": _("Turn %(turn)s: seat %(seat)s."),
    "event.DiceDiceRolled": _("Seat %(seat)s keeps %(kept)s and rolls %(rolled)s."),
    "event.DiceDiceRolled.without": _("Seat %(seat)s rolls %(rolled)s."),
    "event.RollingStopped": _("Seat %(seat)s stops rolling."),
    "event.JokerUsed": _("Seat %(seat)s uses the joker of knight %(knight)s: %(dice)s turned to %(resource)s."),
    "event.GoldExchanged": _("Seat %(seat)s exchanges 2 gold for 1 %(resource)s."),
    "event.DiceRoadBuilt": _("Seat %(seat)s builds road %(road)s."),
    "event.DiceSettlementBuilt": _("Seat %(seat)s builds the settlement worth %(points)s."),
    "event.DiceCityBuilt": _("Seat %(seat)s builds the city worth %(points)s."),
    "event.KnightBuilt": _("Seat %(seat)s builds knight %(knight)s."),
    "event.BoxFilled": _("Seat %(seat)s writes %(points)s in box %(box)s."),
    "event.GameEnded": _("The game is over; totals: %(points)s; winners: seats %(winners)s."),
    "frame.roll": _("roll the dice"),
    "frame.reroll": _("roll again or stop"),
    "frame.convert": _("use jokers or gold, build, or end the turn"),
    "frame.build": _("build or end the turn"),
    "ruleset.catan-dice": _("Catan dice game"),
    "agent.dice_optimal": _("Plays for the most points to expect, by the exact solution of the game alone."),
    "agent.dice_competitor": _("Plays for the odds of winning against the scores of the others, by the same solution."),
    "map.island": _("the island"),
    "option.joker_dice": _("dice that a joker turns"),
    "option.joker_same_turn": _("a joker may be used in the turn that its knight was built"),
    "option.starting_seat": _("seat that begins"),
    "choice.any": _("any number"),
    "choice.one": _("one"),
    "picture.dice_game": _("Catan dice game, turn %(turn)s"),
    "picture.roll": _("Roll %(roll)s of %(rolls)s"),
    "picture.showing": _("The dice show %(cards)s"),
    "picture.showing.without": _("All dice are used"),
    "picture.built_roads": _("Roads: %(count)s"),
    "picture.turn_points": _("This turn: %(points)s"),
    "picture.joker_ready": _("Knight %(knight)s; joker ready: %(good)s"),
    "picture.joker_used": _("Knight %(knight)s; joker used: %(good)s"),
    "picture.joker_missing": _("Knight %(knight)s not built; joker: %(good)s"),
    "refusal.dice.settlement.order": _("The next one is %(next)s."),
    "refusal.dice.city.order": _("The next one is %(next)s."),
    "refusal.dice.knight.order": _("The next one is %(next)s."),
    "refusal.dice.settlement.road": _("It needs road %(needed)s."),
    "refusal.dice.city.road": _("It needs road %(needed)s."),
    "refusal.dice.road.adjacent": _("It needs road %(needed)s."),
}

TEXTS: Final = {"game": Texts({**COMMANDS, **EVENTS}, FRAMES, phrases=PHRASES, options=OPTIONS)}
