"""Elasund, chapters 3 to 5: turn order, roll and ship, production."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

TURN: tuple[Rule, ...] = (
    Rule(
        "elasund.turn.phase_order",
        _("A turn has four phases in fixed order: roll, build, permit or gold, special action."),
        "elasund-es sequence; elasund-en start",
    ),
    Rule(
        "elasund.turn.fresh_permit_waits",
        _("A permit placed in phase 3 or 4 cannot serve a building of the same turn."),
        "elasund-es sequence",
    ),
    Rule(
        "elasund.turn.max_two_builds",
        _("At most 2 tiles are built per turn."),
        "elasund-es 2; elasund-en 2",
    ),
    Rule(
        "elasund.turn.build_mix",
        _("The two tiles may be of any kinds, equal or different (building, wall, church)."),
        "elasund-es 2; elasund-en 2",
    ),
    Rule(
        "elasund.turn.build_optional",
        _("Building is voluntary: 0, 1 or 2 tiles."),
        "elasund-es 2; elasund-en 2",
    ),
    Rule(
        "elasund.turn.one_of_phase3",
        _("Phase 3 gives one permit or 2 gold, never both, never twice."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.turn.one_special",
        _("At most one special action per turn, only after phase 3."),
        "elasund-es 4; elasund-en 4",
    ),
    Rule(
        "elasund.turn.clockwise",
        _("After phase 4 the player to the left plays."),
        "elasund-es sequence; elasund-en start",
    ),
    Rule(
        "elasund.turn.obligations_block",
        _("While another player owes a decision (discard, halving, hut) the active player cannot act."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.turn.no_player_trade",
        _("Players never exchange or give gold or influence except compensation."),
        "facts-elasund 14",
        confidence="printed",
    ),
    Rule(
        "elasund.turn.no_hand_limit",
        _("There is no hand limit outside pirate and shortage."),
        "ruling",
        reason=_("Neither text names a limit."),
    ),
    Rule(
        "elasund.ship.to_number",
        _("The active player rolls two dice; on any total but 7 the ship goes to the row with that label."),
        "elasund-es 1; elasund-en 1",
    ),
    Rule(
        "elasund.ship.first_roll_places",
        _("The first roll places the ship straight on the rolled row."),
        "elasund-es preparation, 1; facts-elasund 11",
    ),
    Rule(
        "elasund.ship.same_number_two",
        _(
            "The ship must always move: if the total equals its present row, the roller moves it "
            "exactly 2 ship spaces up or down (the track has no 7)."
        ),
        "elasund-es 1; elasund-en 1; facts-elasund 11",
    ),
    Rule(
        "elasund.ship.edge_rows",
        _("Near an end only the inward move exists and is forced."),
        "elasund-es 1; elasund-en 1",
    ),
    Rule(
        "elasund.ship.same_number_after_pirate",
        _('"Same number" compares with where the ship stands, also when a 7 put it there.'),
        "elasund-es 1; facts-elasund 11",
    ),
    Rule(
        "elasund.ship.same_number_after_forced",
        _("It does not compare with the previous dice total."),
        "elasund-es 1",
    ),
    Rule(
        "elasund.ship.never_stuck",
        _("Every row has at least one legal two-space move, so no roll lacks a legal move."),
        "facts-elasund 11",
        confidence="inferred",
    ),
    Rule(
        "elasund.ship.marks_one_row",
        _("The ship marks exactly one row for production and for phase 3 of that turn."),
        "elasund-es 1, 3; elasund-en 1, 3",
    ),
    Rule(
        "elasund.production.all_players",
        _("All players produce on every roll but 7, not only the roller."),
        "elasund-es 1; elasund-en 1",
    ),
    Rule(
        "elasund.production.partial_row",
        _("A building produces if any part of it lies in the ship's row."),
        "elasund-es 1; elasund-en 1",
    ),
    Rule(
        "elasund.production.once_per_tile",
        _("A tile gives one card however many of its squares are in the row."),
        "elasund-es 1; elasund-en 1",
    ),
    Rule(
        "elasund.production.silent_tiles",
        _("Wells, stalls, large buildings, church tiles and walls produce nothing in phase 1."),
        "facts-elasund 5.2, 7, 10",
        confidence="printed",
    ),
    Rule(
        "elasund.production.neutral_owner",
        _("A neutral building pays the player who built it, shown by that player's cube."),
        "elasund-es 1, 2b; elasund-en overview",
    ),
    Rule(
        "elasund.production.influence_blind",
        _("Influence income is drawn unseen from the deck and kept hidden."),
        "elasund-es preparation, 1; elasund-en preparation, 1",
    ),
    Rule(
        "elasund.production.deal_order",
        _("Influence is dealt roller first, then clockwise, each player's cards together."),
        "ruling",
        reason=_("Turn order is these games' usual order."),
    ),
    Rule(
        "elasund.production.none_on_seven",
        _("A 7 brings no income at all."),
        "elasund-es seven; elasund-en seven",
    ),
)
