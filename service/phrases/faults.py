"""What is wrong with one member of a request, by the key of the fault."""

from typing import Final

from service.translations import _

FAULTS: Final = {
    "fault.array": _("must be a list of at most %(most)s"),
    "fault.beyond_maker": _("must not go beyond what the key that makes it has"),
    "fault.boolean": _("must be true or false"),
    "fault.choice": _("must be one of: %(names)s"),
    "fault.counts": _("must be an object of whole numbers from 0 to %(most)s, by: %(names)s"),
    "fault.integer": _("must be a whole number"),
    "fault.listed": _("must be a list of 1 to %(most)s"),
    "fault.not_ai": _("is for AI seats and bots alone"),
    "fault.not_bot": _("is for bots alone"),
    "fault.null": _("must not be null"),
    "fault.object": _("must be an object"),
    "fault.no_token": _("is for seats of people and bots alone"),
    "fault.one_delay": _("must hold exactly one of seconds and versions"),
    "fault.one_change": _("must hold exactly one of reissue, agent and open"),
    "fault.other": _("does not have the right form"),
    "fault.range": _("must be a whole number from %(least)s to %(most)s"),
    "fault.required": _("is missing"),
    "fault.seats_of_parent": _("must be %(count)s, as in the game that it branches from"),
    "fault.text": _("must be a text of %(least)s to %(most)s characters"),
    "fault.some_change": _("must hold something to change"),
    "fault.target": _("must be an https address that can be reached from everywhere"),
    "fault.type": _("is not the type of a command of this game"),
    "fault.unknown": _("is not known here"),
    "fault.webhook": _("name a webhook that is neither the caller's own nor public"),
    "fault.color_left_out": _("cannot be a color that the set-up leaves out"),
    "fault.color_taken": _("cannot name a color twice"),
    "fault.no_such_seat": _("must be a seat of the game"),
    "fault.not_a_boolean": _("must be true or false"),
    "fault.not_in_range": _("must be a whole number from %(minimum)s to %(maximum)s"),
    "fault.one_color_a_seat": _("must hold one color, or null, a seat"),
    "fault.seats": _("must be as many as the ruleset allows"),
    "fault.unknown_color": _("must be a color of the game"),
    "fault.unknown_map": _("is no map of this ruleset"),
    "fault.unknown_module": _("is no module of this ruleset"),
    "fault.unknown_option": _("is no option of this ruleset"),
    "fault.variable_only": _("is an option of the variable set-up alone"),
}
