"""Elasund, chapters 13 and 14: the permit phase and special actions."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

PERMIT_PHASE: tuple[Rule, ...] = (
    Rule(
        "elasund.permit_phase.take_gold",
        _("The player may take 2 gold from the bank instead of a permit."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.ship_row",
        _("A permit goes on an empty square of the ship's row."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.price",
        _("The player picks any permit of the own supply and pays its value in gold to the bank; value 0 is free."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.from_supply",
        _("Only a permit in the own supply can be placed."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.empty_square",
        _(
            "Empty means a playable square without building, church tile or permit (own or rival) and"
            " not the foundation; never walls, gates or sea."
        ),
        "elasund-es 3; facts-elasund 13",
    ),
    Rule(
        "elasund.permit_phase.overflow_adjacent",
        _(
            "If the ship's row is full, the row directly above or directly below may be used, at the "
            "player's choice, at gold price only."
        ),
        "elasund-es 3",
        option="permit_overflow",
    ),
    Rule(
        "elasund.permit_phase.overflow_needs_influence",
        _("If ship row and adjacent rows are all full, a permit needs the 2 influence."),
        "elasund-es 3",
        option="permit_overflow",
    ),
    Rule(
        "elasund.permit_phase.overflow_nearest",
        _(
            "If the ship's row is full, the first row above or the first row below with an empty "
            "square may be used, free of influence, at the player's choice."
        ),
        "elasund-en 3",
        option="permit_overflow",
    ),
    Rule(
        "elasund.permit_phase.overflow_edge",
        _("At row 2 or 12 only one neighbor exists."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.full_row_8",
        _("Row 8 is full when all squares but the open foundation are taken."),
        "ruling",
        reason=_("The foundation never takes a permit."),
    ),
    Rule(
        "elasund.permit_phase.any_row",
        _("Paying 2 influence of one color allows any empty square of any row, also when the ship's row has room."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.any_row_still_gold",
        _("The permit's gold value is paid besides the 2 influence."),
        "elasund-es 3; elasund-en 3",
    ),
    Rule(
        "elasund.permit_phase.no_permits_left",
        _("With all five permits on the board no permit can be placed."),
        "elasund-es preparation, 3",
    ),
    Rule(
        "elasund.permit_phase.no_square",
        _("With no empty square anywhere only the gold remains."),
        "elasund-es 3",
    ),
    Rule(
        "elasund.permit_phase.pass_allowed",
        _("The player may decline both."),
        "elasund-es 3",
        option="permit_phase_pass",
    ),
    Rule(
        "elasund.permit_phase.pass_forbidden",
        _("The player must do one of the two."),
        "elasund-en 3",
        option="permit_phase_pass",
    ),
    Rule(
        "elasund.permit_phase.after_seven",
        _("After a 7 the row of the pirate is the ship's row."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.permit_phase.no_refund",
        _("Gold paid for a permit is never refunded when it moves or returns."),
        "ruling",
        reason=_("No text returns it."),
    ),
    Rule(
        "elasund.special.optional",
        _("A special action is voluntary."),
        "elasund-es 4; elasund-en 4",
    ),
    Rule(
        "elasund.special.must_afford",
        _("It can be chosen only if its whole cost can be paid."),
        "elasund-es 4; elasund-en 4",
    ),
    Rule(
        "elasund.special.a_move",
        _("a: move an own permit on the board to any other empty square for 2 influence of one color, no gold."),
        "elasund-es 4a; elasund-en 4a",
    ),
    Rule(
        "elasund.special.b_upgrade",
        _(
            "b: swap an own placed permit for a higher one from supply on the same square, for 2 "
            "influence of one color and the difference in gold."
        ),
        "elasund-es 4b; elasund-en 4b",
    ),
    Rule(
        "elasund.special.b_only_higher",
        _("Equal or lower values, or a value already on the board, are refused."),
        "elasund-es 4b; elasund-en 4b",
    ),
    Rule(
        "elasund.special.c_place",
        _(
            "c: put a permit from supply on any empty square, whatever the ship row, for 1 red, 1 "
            "green, 1 blue and its value in gold."
        ),
        "elasund-es 4c; elasund-en 4c",
    ),
    Rule(
        "elasund.special.d_gold",
        _("d: take 2 gold for 1 red, 1 green, 1 blue."),
        "elasund-es 4d; facts-elasund 15",
    ),
    Rule(
        "elasund.special.same_turn_as_permit",
        _(
            "It may follow a phase-3 permit, so two permits per turn are possible, and may move or "
            "upgrade the one just placed."
        ),
        "elasund-es tips, 4; elasund-en tips",
    ),
)
