"""The scenario Mallorca."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

MALLORCA: tuple[Rule, ...] = (
    Rule(
        "mallorca.setup.board",
        _("The fixed board is used without loose terrain hexes, frame and number tokens."),
        "plus mallorca-components",
    ),
    Rule(
        "mallorca.setup.tokens",
        _("With 3-4 players 1 Catan token lies on each of the ten marked intersections, with 5-6 none."),
        "plus mallorca-components, mallorca-preparations",
    ),
    Rule(
        "mallorca.setup.robber_on_pasture",
        _("The robber starts on the pasture north-west of Cala Pi and blocks it from the first roll."),
        "plus mallorca-preparations; ruling",
        reason=_("Starting cards are no production."),
    ),
    Rule(
        "mallorca.town.only_sites",
        _("Settlements stand only on town spaces."),
        "plus mallorca-1",
    ),
    Rule(
        "mallorca.road.stops_at_unsettled_town",
        _(
            "Roads keep to marked paths, stop at a town without an own building, and stretches "
            "meeting there are not joined."
        ),
        "plus mallorca-2",
    ),
    Rule(
        "mallorca.document.road_gives_rate",
        _("A road on a red path gives its owner that document's rate from then on."),
        "plus mallorca-3",
    ),
    Rule(
        "mallorca.token.first_road",
        _("With 3-4 players tokens are taken as on New York, never in founding."),
        "plus mallorca-4",
    ),
    Rule(
        "mallorca.token.five_six_town",
        _("With 5-6 players these intersections are town spaces from the start."),
        "plus mallorca-4; ruling",
        reason=_("No tokens are laid out, hence none is left."),
    ),
    Rule(
        "mallorca.production.off_map",
        _("Buildings produce from all neighboring hexes as on New York."),
        "plus mallorca-5",
    ),
    Rule(
        "mallorca.no_water_no_canal",
        _("The board has no waterways, no canal and no town colors with meaning."),
        "plus mallorca-rules; facts-plus 4.1",
    ),
    Rule(
        "mallorca.almonds.name_only",
        _("Almonds stand for grain in costs, production and harbors; only the name differs."),
        "plus mallorca-remarks",
    ),
    Rule(
        "mallorca.board.colored_numbers",
        _(
            "The discs with the numbers have the color of the resource: lumber dark green, wool light green, almonds "
            "yellow, ore gray, brick brown."
        ),
        "plus mallorca-remarks",
    ),
    Rule(
        "mallorca.almonds.word_game",
        _('The optional penalty for saying "cereal" is not enforced.'),
        "ruling",
        reason=_("Spoken words are outside the game's state."),
    ),
    Rule(
        "mallorca.target",
        _("The target is 13 with 3, 12 with 4 and 10 with 5 or 6 players."),
        "plus mallorca-end",
    ),
)
