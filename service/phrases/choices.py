"""What the rulesets, and what can be chosen for their tables, are called."""

from typing import Final

from service.translations import _

MEMBERS: Final = {
    "member.give": _("give"),
    "member.take": _("take"),
    "member.to": _("to"),
    "member.cards": _("cards"),
}

CATAN: Final = {
    "ruleset.catan": _("Catan"),
    "map.beginner": _("set-up for beginners"),
    "map.variable": _("variable set-up"),
    "map.new-york": _("New York"),
    "map.mallorca": _("Mallorca"),
    "module.favors": _("favors"),
    "module.helpers": _("helpers"),
    "module.erie-canal": _("Erie canal"),
    "module.five-six": _("five and six players"),
    "module.towns": _("towns"),
    "option.victory_points": _("victory points to win"),
    "option.hand_limit": _("cards held before a seven takes half"),
    "option.combined_trade_build": _("trade and build in any order"),
    "option.steal_compulsory": _("whoever moves the robber must steal"),
    "option.robber_token_only": _("the robber stays off the desert"),
    "option.victory_point_card_waits": _("a victory point card counts from the next turn on"),
    "option.harbor_markers": _("harbors in random order"),
    "option.random_tokens": _("number tokens in random order"),
    "option.token_corner": _("corner at which the number tokens begin"),
    "option.starting_seat": _("seat that begins"),
    "option.favors_before_roll": _("gifts and favors before the roll too"),
    "option.canal_settled_ends": _("canal links need own settlements at both ends"),
    "option.canal_founding_closes": _("towns linked in the founding never bring a canal token"),
}

DICE: Final = {
    "ruleset.catan-dice": _("Catan dice game"),
    "map.island": _("the island"),
    "option.joker_dice": _("dice that a joker turns"),
    "option.joker_same_turn": _("a joker may be used in the turn that its knight was built"),
    "option.starting_seat": _("seat that begins"),
    "choice.any": _("any number"),
    "choice.one": _("one"),
}

ELASUND: Final = {
    "ruleset.elasund": _("Elasund"),
    "map.city": _("the city"),
    "option.edition": _("edition"),
    "option.win_timing": _("when a win counts"),
    "option.pirate_reward": _("reward for the tower"),
    "option.permit_overflow": _("a permit for a full row"),
    "option.permit_phase_pass": _("taking neither permit nor gold"),
    "option.hut_replace": _("putting a displaced hut elsewhere"),
    "option.hut_on_own_permits": _("a displaced hut on an own permit"),
    "option.shortage_income": _("income that runs short"),
    "choice.english": _("English rules"),
    "choice.german": _("German rules"),
    "choice.end_of_turn": _("at the end of the turn"),
    "choice.immediate": _("at once"),
    "choice.random": _("drawn blind"),
    "choice.choose": _("chosen"),
    "choice.adjacent_rows": _("in a neighboring row"),
    "choice.nearest_free_row": _("in the nearest free row"),
    "choice.allowed": _("allowed"),
    "choice.forbidden": _("forbidden"),
    "choice.may": _("may be done"),
    "choice.must": _("must be done"),
    "choice.forfeited": _("is lost"),
    "choice.paid_after_halving": _("is paid once all have halved"),
}
