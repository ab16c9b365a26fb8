"""The base game, chapter 16: the end of the game and scoring."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

END: tuple[Rule, ...] = (
    Rule(
        "catan.end.ten_points",
        _("A player with ten or more victory points in the own turn wins."),
        "colonos end; plus end",
        option="victory_points",
    ),
    Rule(
        "catan.end.score_sum",
        _("Victory points = settlements + 2 x cities + 2 for each special card held + victory point cards."),
        "plus 3, 4",
    ),
    Rule(
        "catan.end.immediate",
        _("The game ends at once, without finishing the turn or the round."),
        "colonos end; plus end",
    ),
    Rule(
        "catan.end.start_of_turn",
        _("A player already at ten or more when the own turn comes wins at that moment, without rolling."),
        "plus end; facts A.5",
    ),
    Rule(
        "catan.end.not_in_other_turn",
        _("Reaching ten in another player's turn does not end the game."),
        "colonos end; plus end",
    ),
    Rule(
        "catan.end.lost_before_turn",
        _("Points lost before the own turn comes do not count."),
        "plus end",
    ),
    Rule(
        "catan.end.two_at_ten",
        _("If several wait with ten, the one whose turn comes first wins."),
        "plus end",
    ),
    Rule(
        "catan.end.before_roll",
        _("A win is possible before the roll, for example by Largest Army or a free road."),
        "plus 4b, end",
    ),
    Rule(
        "catan.end.automatic",
        _("The win needs no declaration; hidden victory point cards are counted and revealed."),
        "ruling",
        reason=_("The game ends when ten is reached."),
    ),
    Rule(
        "catan.end.more_than_ten",
        _("More than ten points win just the same."),
        "colonos end; plus end",
    ),
    Rule(
        "catan.end.one_winner",
        _("There is exactly one winner; the others get no ranking by rule."),
        "ruling",
        reason=_("There is only one active player and the texts rank nobody."),
    ),
    Rule(
        "catan.end.no_stalemate_rule",
        _("Nothing but a win ends the game: no turn limit, no end by empty deck or bank."),
        "ruling",
        reason=_("No rule states one."),
    ),
)
