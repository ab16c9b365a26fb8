"""The base game, chapter 7: resource production."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

PRODUCTION: tuple[Rule, ...] = (
    Rule(
        "catan.production.sum",
        _("Every hex whose token equals the dice sum produces, unless the robber is on it."),
        "colonos 1; plus 1",
    ),
    Rule(
        "catan.production.all_players",
        _("The roll pays every player with a building there, not only the active one."),
        "colonos summary; plus summary",
    ),
    Rule(
        "catan.production.settlement",
        _("A settlement receives one card from each adjacent producing hex."),
        "colonos 1; plus 1",
    ),
    Rule(
        "catan.production.several_settlements",
        _("Two or three settlements of one player at the same hex receive one card each."),
        "colonos 1; plus 1",
    ),
    Rule(
        "catan.production.city",
        _("A city receives two cards from each adjacent producing hex."),
        "colonos 3c; plus 1, 3c",
    ),
    Rule(
        "catan.production.two_hexes",
        _("A building adjacent to two hexes with the rolled number is paid by both."),
        "plus overview-5, overview-6, 1",
    ),
    Rule(
        "catan.production.no_building",
        _("A hex without adjacent buildings pays nobody."),
        "plus overview-6",
    ),
    Rule(
        "catan.production.desert",
        _("The desert never produces."),
        "plus overview-2",
    ),
    Rule(
        "catan.production.robber_blocks",
        _("The robber's hex produces nothing for anyone."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.production.robber_blocks_one_hex",
        _("Other hexes with the same number still produce, also for the blocked owners."),
        "plus 4a",
    ),
    Rule(
        "catan.production.robber_stays",
        _("Rolling the robber's hex number does not move the robber."),
        "colonos 4a",
    ),
    Rule(
        "catan.production.bank_enough",
        _("If a stack holds exactly what is due of its kind, everyone is paid."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.production.bank_short_several",
        _("If a stack cannot pay all that is due of its kind to two or more players, nobody gets that kind."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.production.bank_short_one_player",
        _("If only one player is due the short kind, that player takes what is left and the rest is lost."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.production.bank_short_per_kind",
        _("A shortage of one kind does not touch the payment of other kinds on the same roll."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.production.bank_short_blocked",
        _("Cards blocked by the robber are not due when judging a shortage."),
        "ruling",
        reason=_("The hex does not produce."),
    ),
    Rule(
        "catan.production.seven",
        _("A seven pays nobody."),
        "colonos 4a; plus 4a",
    ),
    Rule(
        "catan.production.not_on_building",
        _("Building a settlement or city in play gives no cards by itself."),
        "colonos 3b; plus 3b, 3c",
    ),
    Rule(
        "catan.production.no_hand_limit",
        _("There is no hand limit except when a seven is rolled."),
        "colonos 4a; plus 4a",
    ),
)
