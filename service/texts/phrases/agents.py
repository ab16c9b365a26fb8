"""Holds the texts of what the agents do."""

from typing import Final

from service.texts.translations import _

ABOUT: Final = {
    "agent.uniform": _("Chooses blindly among the legal actions; the yardstick for every other agent."),
    "agent.heuristic": _("Plans what to build from what it can see, trades when it gains, and robs the leader."),
    "agent.dice_optimal": _("Plays for the most points to expect, by the exact solution of the game alone."),
    "agent.elasund_heuristic": _(
        "Collects permits for the sites worth most, builds what pays best, and raids where others have cubes."
    ),
    "agent.idle": _("Passes wherever it can and else does anything legal; for seats whose player has left."),
}
