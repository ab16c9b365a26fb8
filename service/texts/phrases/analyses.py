"""Holds the texts of the reasons of an analysis."""

from typing import Final

from service.texts.translations import _

REASONS: Final = {
    "reason.over": _("The game is over at this version."),
    "reason.points": _("Open points by seat: %(points)s."),
    "reason.agent_choice": _("The agent %(agent)s would choose: %(proposal)s"),
    "reason.only_choice": _("The only possible command: %(proposal)s"),
    "reason.wins": _("It wins at once: %(proposal)s"),
    "reason.gain": _("It is worth %(points)s points at once: %(proposal)s"),
    "reason.builds": _("It completes a plan (%(plan)s): %(proposal)s"),
    "reason.serves": _(
        "It brings a plan (%(plan)s) nearer, which is paid in about %(rounds)s rounds instead of %(rounds_before)s: "
        "%(proposal)s"
    ),
    "reason.serves.without": _("It brings a plan (%(plan)s) into reach, paid in about %(rounds)s rounds: %(proposal)s"),
    "reason.costs_rival": _("It takes %(percent)s percentage points from the chances of seat %(rival)s: %(proposal)s"),
    "reason.clear": _("The first command is better than all others by more than the margin of error."),
    "reason.close": _("The first command is not better by more than the margin of error than: %(proposal)s"),
    "reason.worlds": _("Hidden cards were dealt in %(worlds)s different ways."),
    "reason.cut": _(
        "%(cut)s of %(playouts)s playouts were stopped after at most %(decisions)s decisions and judged by points."
    ),
    "reason.left_out": _("Commands that were not tried because there were too many: %(count)s."),
}
