"""The base game, chapters 2 and 3: the set-up for beginners and the variable set-up."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

SET_UP: tuple[Rule, ...] = (
    Rule(
        "catan.setup.beginner.terrain_tokens",
        _("Terrain and number tokens lie exactly as in the fixed beginner layout."),
        "colonos island; plus set-up; facts A.3",
    ),
    Rule(
        "catan.setup.beginner.harbors",
        _("The nine harbors lie on the fixed coastal paths with the fixed kinds."),
        "colonos island; plus set-up; facts A.3",
    ),
    Rule(
        "catan.setup.beginner.pieces",
        _("Every color in play starts with its two printed settlements and two printed roads already on the board."),
        "colonos preparation; plus preparations; facts A.3",
    ),
    Rule(
        "catan.setup.beginner.supply_left",
        _("After the printed pieces, each player keeps 13 roads, 3 settlements and 4 cities in supply."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.setup.beginner.three_players",
        _("With three players the red pieces leave the game, including red's printed settlements and roads."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.setup.beginner.starting_cards",
        _(
            "Each player receives one card per producing hex around the lettered one of the two "
            "settlements, and nothing for the other."
        ),
        "colonos preparation; plus preparations; facts A.3",
    ),
    Rule(
        "catan.setup.beginner.roll_three",
        _("On the untouched beginner board a 3 gives white 1 lumber, blue 1 ore and orange 1 ore, red nothing."),
        "plus overview-6; facts A.3",
    ),
    Rule(
        "catan.setup.beginner.roll_eight",
        _("On the untouched beginner board an 8 gives red 1 lumber, blue 1 lumber and white 1 ore."),
        "facts A.3",
        confidence="printed",
    ),
    Rule(
        "catan.setup.starting_points",
        _("Two settlements give every player 2 victory points at the start."),
        "plus overview-3",
    ),
    Rule(
        "catan.setup.robber_start",
        _("The robber starts on the desert."),
        "facts A.1",
        confidence="printed",
    ),
    Rule(
        "catan.setup.bank_stacks",
        _("Resource cards are sorted into five face-up stacks."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.setup.deck_shuffled",
        _("The development cards are shuffled and lie face down."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.setup.special_cards_unowned",
        _("Longest Road and Largest Army start beside the board with nobody."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.setup.variable.terrain_shuffled",
        _("The 19 terrain hexes are shuffled and laid at random inside the frame."),
        "colonos island; plus set-up; facts A.4",
    ),
    Rule(
        "catan.setup.variable.frame_any_order",
        _("The six frame pieces are joined in any order, each with its printed harbors."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.setup.variable.harbor_markers",
        _("The nine harbor places stay and nine harbor kinds are shuffled over them."),
        "facts A.4",
        option="harbor_markers",
        confidence="printed",
    ),
    Rule(
        "catan.setup.variable.token_spiral",
        _(
            "Tokens A to R are laid in letter order, starting on any corner hex, counter-clockwise "
            "round the outer ring, then the inner ring, then the center."
        ),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.setup.variable.token_skip_desert",
        _("The desert gets no token and the next letter goes to the next hex of the spiral."),
        "facts A.4; plus ext-preparations",
    ),
    Rule(
        "catan.setup.variable.token_corner",
        _("Any of the six corner hexes may be the spiral's start."),
        "facts A.4",
        option="token_corner",
        confidence="printed",
    ),
    Rule(
        "catan.setup.variable.spiral_as_it_falls",
        _("The lettered spiral is never rearranged afterwards; it keeps all 6s and 8s apart by itself."),
        "facts A.4",
        confidence="printed",
    ),
    Rule(
        "catan.setup.variable.random_tokens_red_apart",
        _("With random tokens, no two of the 6s and 8s may lie on adjacent hexes."),
        "facts A.4",
        option="random_tokens",
        confidence="printed",
    ),
    Rule(
        "catan.setup.variable.three_player_colors",
        _("With three players in variable set-up any three colors may be used."),
        "ruling",
        reason=_("Red is removed only under beginner preparations."),
    ),
)
