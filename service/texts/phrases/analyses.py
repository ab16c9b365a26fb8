"""Holds the texts of the reasons of an analysis."""

from typing import Final

from service.texts.translations import _

REASONS: Final = {
    "reason.over": _("The game is over at this version."),
    "reason.points": _("Points that lie open, by seat: %(points)s."),
    "reason.agent_choice": _("The agent %(agent)s would choose: %(proposal)s"),
    "reason.only_choice": _("There is nothing to do but: %(proposal)s"),
    "reason.wins": _("It wins at once: %(proposal)s"),
    "reason.gain": _("It is worth %(points)s points at once: %(proposal)s"),
    "reason.clear": _("What stands first is ahead of all others beyond chance."),
    "reason.close": _("What stands first is not ahead beyond chance of: %(proposal)s"),
    "reason.worlds": _("What is hidden was dealt in %(worlds)s different ways."),
    "reason.cut": _(
        "Of %(playouts)s playouts %(cut)s were broken off after at most %(decisions)s decisions, and count by points."
    ),
    "reason.left_out": _("So many commands were not tried, there being too many: %(count)s."),
}
