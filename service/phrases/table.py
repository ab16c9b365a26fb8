"""What the events of the table say."""

from typing import Final

from service.translations import _

EVENTS: Final = {
    "event.TableOpened": _("A table is opened: %(ruleset)s, %(map)s."),
    "event.SeatsFilled": _("All seats are taken; the game runs."),
    "event.SeatTaken": _("Seat %(seat)s is taken."),
    "event.SeatHandedOver": _("Seat %(seat)s is handed to the agent %(agent)s."),
    "event.SeatHandedOver.without": _("Seat %(seat)s is open again."),
    "event.SeatResigned": _("Seat %(seat)s resigns; the agent %(agent)s has the seat."),
    "event.SeatStoodIn": _("The agent %(agent)s plays for seat %(seat)s."),
    "event.SeatReturned": _("Seat %(seat)s plays again."),
    "event.SeatLent": _("Seat %(seat)s is lent to the agent %(agent)s."),
    "event.SeatLeft": _("Seat %(seat)s is open again: whoever sat there left."),
    "event.SeatRenamed": _("Seat %(seat)s has another name."),
    "event.TokenRenewed": _("Seat %(seat)s has a new token."),
    "event.TimedOut": _("The time of seat %(seat)s is over: %(action)s."),
    "event.TimeUsed": _("Seat %(seat)s took %(ms)s ms."),
    "event.HolidayTaken": _("Seat %(seat)s takes a holiday of %(days)s days."),
    "event.GamePaused": _("The game rests."),
    "event.GameResumed": _("The game rests no more."),
    "event.TurnCredited": _("The bank of seat %(seat)s grows for turn %(turn)s."),
    "event.GameClosed": _("The game is over: %(reason)s."),
    "event.RematchOpened": _("The table meets again in game %(game)s."),
    "event.HeadMoved": _("The game is back at version %(to)s."),
    "event.VoteOpened": _("Vote %(vote)s: go to version %(to)s?"),
    "event.VoteOpened.without": _("Vote %(vote)s: abandon the game?"),
    "event.VoteOpened.seat": _("Vote %(vote)s: open seat %(seat)s to somebody else?"),
    "event.VoteOpened.pause": _("Vote %(vote)s: let the game rest?"),
    "event.VoteCast": _("Seat %(seat)s answers vote %(vote)s: %(accept)s."),
    "event.VoteClosed": _("Vote %(vote)s is over: %(outcome)s."),
    "event.SeedRevealed": _("The seed is shown: %(seed)s."),
}

NOTES: Final = {
    "recipe": _(
        "The commitment is the SHA-256 of the seed; where there is a salt, as there is beside a seed that somebody "
        "named, it is the SHA-256 of the salt's 32 bytes and then the seed. The key is the seed; where seats gave "
        "entropies, it is the SHA-256 of the seed and of each entropy in order as UTF-8, one zero byte between any "
        "two, but for the draws of version 1, which came before them. For the draw of a number from a stream take, "
        "for attempt 0, 1, 2 and so on, the first 8 bytes (big-endian) of the HMAC-SHA256 under the key of the text "
        "stream:number:attempt, until they are below the largest multiple of the sum of the weights that is not "
        "above 2 to the 64th. Their remainder by that sum is a point; the outcome is the index of the weight in "
        "which it lies, counted from 0."
    ),
}

TERMS: Final = {
    "term.default": _("the tamest thing is done"),
    "term.agent": _("an agent plays on"),
    "term.resign": _("the seat resigns"),
    "term.resignation": _("resigned"),
    "term.abandoned": _("abandoned"),
    "term.passed": _("passed"),
    "term.rejected": _("rejected"),
    "term.expired": _("not answered in time"),
    "term.stale": _("overtaken by the game"),
    "term.yes": _("yes"),
    "term.no": _("no"),
}
