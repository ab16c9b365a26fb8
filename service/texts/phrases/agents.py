"""Holds the texts of what the agents of any game do; those of one game stand with its texts, as `agent.<id>`."""

from typing import Final

from service.texts.translations import _

ABOUT: Final = {
    "agent.uniform": _("Chooses blindly among the legal actions; the yardstick for every other agent."),
    "agent.idle": _("Passes wherever it can and else does anything legal; for seats whose player has left."),
}
