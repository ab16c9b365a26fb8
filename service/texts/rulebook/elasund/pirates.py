"""Elasund, chapter 15: the pirate, a roll of 7."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

PIRATES: tuple[Rule, ...] = (
    Rule(
        "elasund.pirate.move_other_row",
        _("On a 7 the roller puts the ship on any row but the one it stands on."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.first_turn",
        _("If the ship is off the board all 10 rows are open."),
        "elasund-es preparation, seven; facts-elasund 11",
    ),
    Rule(
        "elasund.pirate.discard_per_cube",
        _("Each player gives up 1 card (gold or influence) per own cube in that row."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.roller_too",
        _("The roller also gives up cards."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.discard_by_flag_row",
        _("A cube counts in the row of its flag, not in other rows of the building."),
        "facts-elasund 11.1",
        confidence="printed",
    ),
    Rule(
        "elasund.pirate.large_two_rows",
        _("The two cubes of a large building count in its top and its middle row."),
        "facts-elasund 5.2, 11.1",
        confidence="printed",
    ),
    Rule(
        "elasund.pirate.east_tower_counts",
        _("A tower cube on the east wall counts in its row."),
        "facts-elasund 11.1",
        confidence="printed",
    ),
    Rule(
        "elasund.pirate.ns_tower_not",
        _("Tower cubes on the north and south wall are in no row."),
        "facts-elasund 11.1",
        confidence="one_source",
    ),
    Rule(
        "elasund.pirate.track_cubes_not",
        _("Cubes on the trade track are in no row."),
        "facts-elasund 11.1",
        confidence="reconstructed",
    ),
    Rule(
        "elasund.pirate.church_cubes_count",
        _("Church cubes count in the row of their tile."),
        "ruling",
        reason=_("The tile stands in that row like others."),
    ),
    Rule(
        "elasund.pirate.owner_chooses",
        _("Each player chooses which of their cards to give up, gold and influence mixed at will."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.cards_held",
        _("Only cards in hand are given up to the pirates."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.short_hand",
        _("Who holds fewer cards gives up all; an empty hand gives nothing."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.forced_auto",
        _("Who owes as many cards as they hold, or more, needs no choice."),
        "ruling",
        reason=_("There is only one possible outcome."),
    ),
    Rule(
        "elasund.pirate.simultaneous",
        _("All choose at the same time; choices are revealed together when the last is in."),
        "ruling",
        reason=_("The texts give no order, and so nobody reacts to another."),
    ),
    Rule(
        "elasund.pirate.before_reward",
        _("All discards precede the reward, the reward precedes phase 2."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.reward_count",
        _("The reward is at most 1 card per tower with the roller's cube, on any side of the wall."),
        "elasund-es seven; elasund-en seven; facts-elasund 11.1",
    ),
    Rule(
        "elasund.pirate.reward_cap",
        _("It never exceeds the cards given up; the bank adds nothing."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.reward_pool_all",
        _("The pool is all cards given up, the roller's own included."),
        "elasund-es seven; elasund-en seven; facts-elasund 15",
    ),
    Rule(
        "elasund.pirate.reward_random",
        _("The reward cards are drawn at random, every card equally likely, without replacement."),
        "elasund-es seven",
        option="pirate_reward",
    ),
    Rule(
        "elasund.pirate.reward_choose",
        _("The roller picks the reward cards."),
        "elasund-en seven",
        option="pirate_reward",
    ),
    Rule(
        "elasund.pirate.reward_optional",
        _("The reward may be declined; it is not a build."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.pool_destination",
        _("Cards not taken go away after the reward: gold to the bank, influence to the discard pile."),
        "elasund-en deck; facts-elasund 15",
    ),
    Rule(
        "elasund.pirate.turn_continues",
        _("After the pirate the turn goes on normally with phase 2."),
        "elasund-es seven; elasund-en seven",
    ),
    Rule(
        "elasund.pirate.cubes_stay",
        _("The pirate removes no cubes, tiles or permits."),
        "elasund-es seven; elasund-en seven",
    ),
)
