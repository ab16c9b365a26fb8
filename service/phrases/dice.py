"""What commands, events and frames of the dice game say."""

from typing import Final

from service.translations import _

COMMANDS: Final = {
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
}

EVENTS: Final = {
    "event.PositionSet": _("The game starts from a given position."),
    "event.DiceGameStarted": _("The sheets are empty; seat %(first)s begins."),
    "event.AgendaSet": _("Next: %(frames)s."),
    "event.AgendaSet.without": _("Nothing is left to do."),
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
}

FRAMES: Final = {
    "frame.roll": _("roll the dice"),
    "frame.reroll": _("roll again or stop"),
    "frame.convert": _("use jokers or gold, build, or end the turn"),
    "frame.build": _("build or end the turn"),
}
