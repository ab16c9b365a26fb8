"""The extension for five and six players."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

FIVE_SIX: tuple[Rule, ...] = (
    Rule(
        "catan.five_six.players",
        _("The extension serves five or six players."),
        "plus ext, ext-preparations",
    ),
    Rule(
        "catan.five_six.colors",
        _("Green and brown join the four colors, each with 15 roads, 5 settlements, 4 cities."),
        "plus ext-components",
    ),
    Rule(
        "catan.five_six.terrain",
        _("The island has 30 hexes: 6 forest, 6 fields, 6 pasture, 5 hills, 5 mountains, 2 desert."),
        "plus ext-components; facts B.1",
    ),
    Rule(
        "catan.five_six.number_tokens",
        _("Only the extension's 28 tokens are used: two 2, two 12, three each of 3, 4, 5, 6, 8, 9, 10, 11."),
        "plus ext-preparations; facts B.1",
    ),
    Rule(
        "catan.five_six.bank",
        _("The bank starts with 24 cards of each kind."),
        "plus ext-components; facts B.1",
    ),
    Rule(
        "catan.five_six.deck",
        _("The deck has 34 cards: 20 knights, 3 road building, 3 year of plenty, 3 monopoly, 5 victory points."),
        "plus ext-components; facts B.1",
    ),
    Rule(
        "catan.five_six.harbors",
        _("There are 11 harbors: five 3:1, two wool, one each of brick, lumber, grain, ore."),
        "facts B.1, B.3",
        confidence="printed",
    ),
    Rule(
        "catan.five_six.setup.no_beginner",
        _("There is no fixed beginner layout: the terrain is always random and players found their settlements."),
        "plus ext-preparations; facts B.1",
    ),
    Rule(
        "catan.five_six.setup.rows",
        _("Hexes are laid in rows of 3-4-5-6-5-4-3."),
        "plus ext-preparations; facts 0",
    ),
    Rule(
        "catan.five_six.setup.frame",
        _(
            "The six large frame pieces go in any order, harbors up, with the four small pieces "
            "between them at their fixed joints; an order in which two harbors meet is shuffled again."
        ),
        "plus ext-preparations; facts B.3; ruling",
        reason=_("The eleven harbors of the printed frame lie at 22 different intersections."),
    ),
    Rule(
        "catan.five_six.setup.token_spiral",
        _("Tokens start on a corner hex and go in letter order counter-clockwise in a spiral to the middle."),
        "plus ext-preparations; facts B.2",
    ),
    Rule(
        "catan.five_six.setup.token_last",
        _("After Y come Za, Zb, Zc."),
        "plus ext-preparations; facts B.2",
    ),
    Rule(
        "catan.five_six.setup.token_skip_deserts",
        _("Both deserts are passed over by the spiral."),
        "plus ext-preparations",
    ),
    Rule(
        "catan.five_six.setup.robber",
        _("The robber starts on either one of the two deserts."),
        "plus ext-preparations",
    ),
    Rule(
        "catan.five_six.setup.robber_chooser",
        _("Which of the deserts it is, is drawn at random."),
        "ruling",
        reason=_("The text leaves the choice open."),
    ),
    Rule(
        "catan.five_six.setup.rest",
        _("All other preparations, including snake founding and starting cards, are those of the base game."),
        "plus ext-preparations; facts A.4",
    ),
    Rule(
        "catan.five_six.founding_always_placeable",
        _("A legal founding intersection always exists."),
        "ruling",
        reason=_("Eleven settlements block at most 44 of the 80 intersections."),
    ),
    Rule(
        "catan.five_six.same_rules",
        _("Everything else is as in the base game: discard over seven, ten points to win, same costs and limits."),
        "plus ext-play; facts B.1",
    ),
    Rule(
        "catan.special_building.after_each_turn",
        _("After every player's turn, before the next begins, there is one special building phase."),
        "plus ext-special-rule; facts B.4",
    ),
    Rule(
        "catan.special_building.only_five_six",
        _("The phase does not exist with three or four players on the base board."),
        "plus ext-play",
    ),
    Rule(
        "catan.special_building.not_after_founding",
        _("The phase follows turns only, not founding steps."),
        "ruling",
        reason=_("A founding step is no turn."),
    ),
    Rule(
        "catan.special_building.others_only",
        _("The player whose turn just ended takes no part."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.clockwise",
        _("The others build one after the other, clockwise from the player who ended."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.optional",
        _("Each may decline."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.ask_everyone",
        _("Each other player is asked, whatever the hand."),
        "ruling",
        reason=_("Skipping would reveal that nothing is affordable."),
    ),
    Rule(
        "catan.special_building.once",
        _("Each is asked once; a declined or finished chance does not come back in that phase."),
        "ruling",
        reason=_("It is one round clockwise."),
    ),
    Rule(
        "catan.special_building.what",
        _("Roads, settlements, cities and development cards may be built and bought, at normal cost and rules."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.any_number",
        _("A player may build several things in one chance."),
        "ruling",
        reason=_("The text uses the plural and states no limit."),
    ),
    Rule(
        "catan.special_building.no_trade",
        _("No trade of any kind takes place in the phase."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.no_card_play",
        _("No development card may be played in the phase, old or new."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.no_roll",
        _("There is no roll and no production in the phase."),
        "plus ext-special-rule",
    ),
    Rule(
        "catan.special_building.card_next_turn",
        _("A card bought in the phase may be played in the buyer's next own turn, even if that turn is next."),
        "facts B.4",
        confidence="inferred",
    ),
    Rule(
        "catan.special_building.special_cards",
        _("Longest Road may be won, lost or cut in the phase, at once."),
        "plus ext-special-rule; facts A.5",
    ),
    Rule(
        "catan.special_building.no_win",
        _("Nobody wins in the phase; ten points count when the own turn comes."),
        "plus end; facts B.4",
    ),
    Rule(
        "catan.special_building.ended_player_no_win",
        _("The player who just ended cannot win in the phase either."),
        "ruling",
        reason=_("That turn is over."),
    ),
    Rule(
        "catan.special_building.not_after_win",
        _("If the turn brought a win, no phase follows."),
        "facts B.4",
        confidence="printed",
    ),
    Rule(
        "catan.special_building.end",
        _("After the last of the others the next player's turn begins."),
        "plus ext-special-rule",
    ),
)
