"""The base game, chapter 1: players and components."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

COMPONENTS: tuple[Rule, ...] = (
    Rule(
        "catan.players.base_count",
        _("The base game is for three or four players."),
        "colonos preparation; plus components, preparations",
    ),
    Rule(
        "catan.players.colors",
        _("Each player has one color of white, red, blue, orange, and no color is used twice."),
        "plus components; facts A.1",
        option="colors",
    ),
    Rule(
        "catan.component.terrain",
        _("The island has 19 hexes: 4 forest, 4 pasture, 4 fields, 3 hills, 3 mountains, 1 desert."),
        "plus components; facts A.1",
    ),
    Rule(
        "catan.component.terrain_resource",
        _("Forest yields lumber, pasture wool, fields grain, hills brick, mountains ore, desert nothing."),
        "plus overview-2, components",
    ),
    Rule(
        "catan.component.number_tokens",
        _("There are 18 number tokens: one 2, one 12, two each of 3, 4, 5, 6, 8, 9, 10, 11, and no 7."),
        "plus components; facts A.1",
    ),
    Rule(
        "catan.component.harbors",
        _("There are 9 harbors: four 3:1 and one 2:1 for each of the five resources."),
        "plus components; facts A.1",
    ),
    Rule(
        "catan.component.harbor_vertices",
        _("A harbor serves the two ends of its coastal path and no intersection belongs to two harbors."),
        "facts A.3",
        confidence="printed",
    ),
    Rule(
        "catan.component.bank_size",
        _("The bank starts with 19 resource cards of each kind."),
        "plus components; facts A.1",
    ),
    Rule(
        "catan.component.card_conservation",
        _("Resource cards are only moved between bank and hands, never created or lost."),
        "plus components",
    ),
    Rule(
        "catan.component.development_deck",
        _(
            "The development deck holds 14 knights, 2 road building, 2 year of plenty, 2 monopoly and"
            " 5 victory point cards."
        ),
        "plus components; facts A.1",
    ),
    Rule(
        "catan.component.pieces",
        _("Each player owns exactly 15 roads, 5 settlements and 4 cities."),
        "colonos preparation; plus preparations",
    ),
    Rule(
        "catan.component.special_cards",
        _("There is one Longest Road card and one Largest Army card, each held by at most one player."),
        "plus components, preparations; facts A.1",
    ),
    Rule(
        "catan.component.dice",
        _("Production uses two ordinary six-sided dice, added."),
        "colonos 1; plus overview-5",
    ),
)
