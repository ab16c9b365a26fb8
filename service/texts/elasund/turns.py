"""Holds the texts of the turn: the city at the start, the dice and the ship."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, AGENDA_SET, COLORS, POSITION_SET, TURN, frame
from service.texts.translations import _

ROW: Final = "The row, named by the dice total that leads the ship there, from 2 to 12 but never 7."

MESSAGES: Final[Messages] = {
    "RollDice": message("Roll the dice to move the ship."),
    "MoveShip": message(
        "Move the ship after a repeated number, or move the pirate ship to another row after a seven.", row=ROW
    ),
    "EndTurn": message("End the turn. A player with all ten cubes on the board wins."),
    "PositionSet": POSITION_SET,
    "CityFounded": message(
        "The city was laid out with the starting huts of all players.",
        config="The configuration of the game: its number of seats, its map, modules and options.",
    ),
    "StartRolled": message(
        "A seat rolled to decide who starts; the highest total does.",
        seat=ACTOR,
        dice="What each of the two dice shows, from 1 to 6.",
    ),
    "AgendaSet": AGENDA_SET,
    "TurnStarted": message("The turn of a seat began.", seat="The number of the seat whose turn began.", turn=TURN),
    "DiceRolled": message(
        "A seat rolled the dice to move the ship.", seat=ACTOR, dice="What each of the two dice shows, from 1 to 6."
    ),
    "ShipMoved": message("The ship or the pirate ship moved to a row.", seat=ACTOR, row=ROW),
}

FRAMES: Final[Messages] = {
    "roll": frame("The seat has to roll the dice to move the ship."),
    "move_ship": frame("The seat rolled the number of the ship's row again and has to move the ship two spaces."),
}

OPTIONS: Final = {
    "colors": COLORS,
    "edition": "The edition of the Elasund rules, which decides all options that are null.",
}

PHRASES: Final = {
    "command.RollDice": _("Roll the dice"),
    "command.MoveShip": _("Move the ship to row %(row)s"),
    "command.EndTurn": _("End the turn"),
    "event.CityFounded": _("The gates and the first huts of the city stand."),
    "event.StartRolled": _("Seat %(seat)s rolls %(dice)s for the start."),
    "event.TurnStarted": _("Turn %(turn)s: seat %(seat)s."),
    "event.DiceRolled": _("Seat %(seat)s rolls %(dice)s."),
    "event.ShipMoved": _("Seat %(seat)s moves the ship to row %(row)s."),
    "frame.roll": _("roll the dice"),
    "frame.move_ship": _("move the ship two spaces"),
    "ruleset.elasund": _("Elasund"),
    "agent.elasund_heuristic": _(
        "Collects permits for the sites worth most, builds what pays best, and raids where others have cubes."
    ),
    "agent.elasund_planner": _(
        "Plays as `elasund_heuristic` with weights tuned in games, finds winning turns, and blocks what others need."
    ),
    "map.city": _("the city"),
    "option.edition": _("edition"),
    "choice.english": _("English rules"),
    "choice.german": _("German rules"),
    "picture.elasund": _("Elasund, turn %(turn)s"),
    "picture.ship": _("The ship in row %(row)s"),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=1)
