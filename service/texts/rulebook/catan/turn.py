"""The base game, chapter 6: summary of play, turn and timing."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

TURN: tuple[Rule, ...] = (
    Rule(
        "catan.turn.starting_player",
        _("The oldest player starts."),
        "colonos summary; plus summary",
        option="starting_seat",
    ),
    Rule(
        "catan.turn.starting_player_default",
        _("If no oldest player is named, the starting player is drawn at random."),
        "ruling",
        reason=_("The ages are unknown and a fair draw favors nobody."),
    ),
    Rule(
        "catan.turn.clockwise",
        _("After a turn the next player to the left is active."),
        "colonos summary; plus summary",
    ),
    Rule(
        "catan.turn.phase_order",
        _("A turn is production roll, then trade, then build, in that order."),
        "colonos summary; plus summary",
    ),
    Rule(
        "catan.turn.no_trade_after_build",
        _("Once the active player has built or bought something, there is no more trade in that turn."),
        "colonos summary; plus summary",
        option="combined_trade_build",
    ),
    Rule(
        "catan.turn.card_keeps_phase",
        _("Playing a development card, even road building, does not begin the build phase."),
        "ruling",
        reason=_("Cards fit any moment of the turn."),
    ),
    Rule(
        "catan.turn.combined_trade_build",
        _("After the roll, trading and building may be mixed freely."),
        "facts A.5",
        option="combined_trade_build",
        confidence="printed",
    ),
    Rule(
        "catan.turn.roll_first",
        _("The active player must roll before trading, building or ending the turn."),
        "colonos 1; plus 1",
    ),
    Rule(
        "catan.turn.roll_once",
        _("There is exactly one production roll per turn."),
        "colonos summary; plus summary",
    ),
    Rule(
        "catan.turn.before_roll_card_only",
        _("Before the roll the only thing the active player may do besides rolling is play a development card."),
        "colonos 4b; plus summary, 4b",
    ),
    Rule(
        "catan.turn.optional_phases",
        _("Trading and building are optional."),
        "plus summary",
    ),
    Rule(
        "catan.turn.active_only",
        _("Only the active player rolls, trades with the bank, builds, buys and plays cards."),
        "colonos summary; plus summary",
    ),
    Rule(
        "catan.turn.others_duties",
        _(
            "Outside their own turns players act only to discard on a seven and to propose or answer "
            "trades with the active player."
        ),
        "colonos 2a, 4a; plus 2a, 4a",
    ),
    Rule(
        "catan.turn.pending_first",
        _("A pending discard, robber move, theft choice or card effect must be finished before anything else."),
        "ruling",
        reason=_('The texts say "immediately" and "afterwards".'),
    ),
)
