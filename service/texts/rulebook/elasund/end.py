"""Elasund, chapters 18 and 19: cubes, the end and hidden information."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

END: tuple[Rule, ...] = (
    Rule(
        "elasund.cube.score",
        _("A player's points are their cubes on the board: building flags, towers, church tiles, trade track."),
        "elasund-es overview, end; elasund-en overview, end",
    ),
    Rule(
        "elasund.cube.none_left",
        _(
            "A builder short of cubes fills top flag, middle flag, then lower trade space; flags left"
            " empty are not filled later."
        ),
        "ruling",
        reason=_("There are 10 cubes each, and no late filling is described."),
    ),
    Rule(
        "elasund.cube.owner_without_cube",
        _("A neutral building without a cube still belongs to its builder; an empty tower gives no reward."),
        "elasund-es seven; elasund-en overview",
    ),
    Rule(
        "elasund.end.win_end_of_turn",
        _("A player who ends their own turn with all 10 cubes on the board wins."),
        "elasund-es end",
        option="win_timing",
    ),
    Rule(
        "elasund.end.win_immediate",
        _("A player wins as soon as their tenth cube is on the board; the turn is not finished."),
        "elasund-en end",
        option="win_timing",
    ),
    Rule(
        "elasund.end.own_undo",
        _("If a later build of the same turn costs a cube, a player with ten has not won that turn."),
        "elasund-es end",
        option="win_timing",
    ),
    Rule(
        "elasund.end.only_active_gains",
        _("Only the active player can gain cubes, and only in phase 2; others can only lose them."),
        "elasund-es 2, trade, huts; elasund-en 2, trade, huts",
    ),
    Rule(
        "elasund.end.not_own_turn",
        _("Nobody wins on another player's turn."),
        "elasund-es end; elasund-en end",
    ),
    Rule(
        "elasund.end.pending_huts_english",
        _("Owed huts are settled before the turn, and so the game, can end."),
        "elasund-es end, huts",
        option="win_timing",
    ),
    Rule(
        "elasund.end.pending_huts_german",
        _("With the tenth cube the game ends without re-placing huts."),
        "ruling",
        reason=_('It says "as soon as", and huts cannot change the winner.'),
        option="win_timing",
    ),
    Rule(
        "elasund.end.no_other_end",
        _("Nothing else ends the game: full walls, complete church, empty stacks and empty banks do not."),
        "ruling",
        reason=_("Only the ten cubes are named."),
    ),
    Rule(
        "elasund.end.no_draw",
        _("There is exactly one winner; the rest may be listed by cubes."),
        "ruling",
        reason=_("Only one player can be active."),
    ),
    Rule(
        "elasund.info.hand_hidden",
        _("Hands are hidden: only the owner sees their gold, their influence and its colors."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.info.hand_total_public",
        _("The total number of cards in a hand is public."),
        "ruling",
        reason=_("A fan of cards shows its size."),
    ),
    Rule(
        "elasund.info.open_events_public",
        _("Gold income, gold payments, compensation and influence paid (with colors) are seen by all."),
        "ruling",
        reason=_("They happen openly on the table."),
    ),
    Rule(
        "elasund.info.draw_private",
        _("Influence drawn (start, income, wall) is known to its drawer alone."),
        "elasund-es preparation; elasund-en preparation",
    ),
    Rule(
        "elasund.info.deck_hidden",
        _("Deck order is unknown to all; its size is public."),
        "ruling",
        reason=_("It is a face-down pile that anyone can count."),
    ),
    Rule(
        "elasund.info.discards_public",
        _("The influence discard pile is public."),
        "ruling",
        reason=_("Paid colors must be shown anyway."),
    ),
    Rule(
        "elasund.info.pirate_pool_public",
        _("Cards given up to the pirate, and the reward taken from them, are public once all have chosen."),
        "ruling",
        reason=_("The cards lie on the table for the draw."),
    ),
    Rule(
        "elasund.info.halves_private",
        _("Influence halved in a shortage goes face down; only the number is public."),
        "elasund-en cards-out",
    ),
    Rule(
        "elasund.info.church_pair_private",
        _("The first church builder alone sees the two tiles; the chosen one becomes public when placed."),
        "elasund-es church",
    ),
    Rule(
        "elasund.info.church_bottom_known",
        _("The unchosen tile's identity stays known to that player alone until it is drawn."),
        "elasund-es church, tips; facts-elasund 10",
    ),
    Rule(
        "elasund.info.church_remaining",
        _("Which tiles are still in the pile follows from the board; their order is unknown."),
        "ruling",
        reason=_("They are nine known pictures, and the pile is shuffled."),
    ),
    Rule(
        "elasund.info.supplies_public",
        _("Permits, buildings, cubes, wall tiles left, neutral stacks and gold bank are public."),
        "ruling",
        reason=_("They lie open before the players."),
    ),
)
