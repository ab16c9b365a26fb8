"""Elasund, chapter 2: set-up by the number of players."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

SET_UP: tuple[Rule, ...] = (
    Rule(
        "elasund.setup.rows",
        _("The city has 10 rows labeled 2, 3, 4, 5, 6, 8, 9, 10, 11, 12; there is no row 7 and row 6 touches row 8."),
        "elasund-es 1; facts-elasund 2",
    ),
    Rule(
        "elasund.setup.area_2p",
        _("With 2 players columns x0-x4 are in play (50 squares)."),
        "elasund-es preparation; elasund-en preparation; facts-elasund 2",
    ),
    Rule(
        "elasund.setup.area_3p",
        _("With 3 players columns x0-x6 are in play (70 squares)."),
        "elasund-es preparation; elasund-en preparation; facts-elasund 2",
    ),
    Rule(
        "elasund.setup.area_4p",
        _("With 4 players columns x0-x8 are in play (90 squares)."),
        "elasund-es preparation; elasund-en preparation; facts-elasund 2",
    ),
    Rule(
        "elasund.setup.gates_2p",
        _(
            "2 players: gates at (4,-1),(5,-1),(5,0) and mirrored in the south; wall spaces north "
            "x3,x2, south x3,x2, east y1-8: 12 in all."
        ),
        "elasund-es preparation; elasund-en preparation; facts-elasund 2.1",
    ),
    Rule(
        "elasund.setup.gates_3p",
        _(
            "3 players: gates at (6,-1),(7,-1),(7,0) and mirrored; wall spaces north x5-x2, south "
            "x5-x2, east y1-8: 16 in all."
        ),
        "elasund-es preparation; elasund-en preparation; facts-elasund 2.1",
    ),
    Rule(
        "elasund.setup.gates_4p",
        _(
            "4 players: gates at (8,-1),(9,-1),(9,0) and mirrored; wall spaces north x7-x2, south "
            "x7-x2, east y1-8: 20 in all."
        ),
        "elasund-es preparation; elasund-en preparation; facts-elasund 2.1",
    ),
    Rule(
        "elasund.setup.foundation",
        _("The church foundation is the single square (2,5) for every player count and is empty at the start."),
        "elasund-es preparation; facts-elasund 2",
    ),
    Rule(
        "elasund.setup.trade_fields_2p",
        _("2 players: only (0,0)-(0,9) are trade fields, 1 windmill each (total 10)."),
        "elasund-es trade; elasund-en trade; facts-elasund 3",
    ),
    Rule(
        "elasund.setup.trade_fields_3p",
        _("3 players: the coast plus (5,0) and (5,9) with 2 each (total 14)."),
        "elasund-es trade; elasund-en trade; facts-elasund 3",
    ),
    Rule(
        "elasund.setup.trade_fields_4p",
        _("4 players: the coast plus (5,0), (5,9), (7,0), (7,9) with 2 each (total 18)."),
        "elasund-es trade; elasund-en trade; facts-elasund 3",
    ),
    Rule(
        "elasund.setup.colours",
        _("Each player chooses one color of four; no color is used twice."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.setup.start_buildings",
        _(
            "Starting huts stand at red (3,2), (4,5)-(4,6); blue (2,2), (1,5)-(1,6); green (3,7), "
            "(4,3)-(4,4); yellow (2,7), (1,3)-(1,4)."
        ),
        "elasund-es preparation; elasund-en preparation; facts-elasund 4",
    ),
    Rule(
        "elasund.setup.unused_colours",
        _("A color not in the game places nothing; its framed squares are ordinary empty squares."),
        "facts-elasund 4",
        confidence="printed",
    ),
    Rule(
        "elasund.setup.discs_zero",
        _("Every trade disc starts on 0."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.setup.church_pile",
        _("The 9 church tiles are shuffled face down; nobody knows the order."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.setup.start_hand",
        _("Each player starts with 3 gold and 1 influence drawn blind."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.setup.ship_off_board",
        _("The ship starts beside the board, in no row."),
        "elasund-es preparation; elasund-en preparation; facts-elasund 11",
    ),
    Rule(
        "elasund.setup.no_permits_out",
        _(
            "No permits are on the board at the start, so no building that needs one is possible in a"
            " game's first phase 2."
        ),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.setup.first_player",
        _("All players roll; the highest roll starts."),
        "elasund-es sequence; elasund-en start",
    ),
    Rule(
        "elasund.setup.first_player_tie",
        _("Players tied for the highest roll roll again among themselves."),
        "ruling",
        reason=_("It is the usual custom; no text names a tie-break."),
    ),
)
