"""Holds what is said of the case at hand when a command is refused in any game; each game has texts of its own."""

from typing import Final

from service.texts.translations import _

REFUSALS: Final = {
    "refusal.awaiting": _("The game waits for seat %(seats)s: %(frame)s."),
    "refusal.missing": _("Missing: %(missing)s."),
    "refusal.untimely": _("%(command)s is not possible now; this seat can send: %(possible)s."),
    "refusal.untimely.absent": _(
        "%(command)s is a command of a module that this game is played without; this seat can send: %(possible)s."
    ),
    "refusal.untimely.absent.without": _("%(command)s is a command of a module that this game is played without."),
    "refusal.untimely.without": _("%(command)s is not possible now."),
    "refusal.undo.not_an_ancestor": _("The game is at version %(version)s and had started at version %(started)s."),
}
