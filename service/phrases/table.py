"""What the events of the table say."""

from typing import Final

from service.translations import _

EVENTS: Final = {
    "event.TableOpened": _("A table is opened for %(ruleset)s on the map %(map)s."),
    "event.SeatsFilled": _("All seats are taken; the game runs."),
    "event.SeatTaken": _("Seat %(seat)s is taken."),
    "event.SeatHandedOver": _("Seat %(seat)s is handed to the agent %(agent)s."),
    "event.SeatHandedOver.without": _("Seat %(seat)s is open again."),
    "event.HeadMoved": _("The game is back at version %(to)s."),
    "event.VoteOpened": _("Vote %(vote)s: go to version %(to)s?"),
    "event.VoteCast": _("Seat %(seat)s answers vote %(vote)s: %(accept)s."),
    "event.VoteClosed": _("Vote %(vote)s is over: %(outcome)s."),
    "event.SeedRevealed": _("The seed is shown: %(seed)s."),
}

TERMS: Final = {
    "term.passed": _("passed"),
    "term.rejected": _("rejected"),
    "term.expired": _("not answered in time"),
    "term.stale": _("overtaken by the game"),
    "term.yes": _("yes"),
    "term.no": _("no"),
}
