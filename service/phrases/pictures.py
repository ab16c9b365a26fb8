"""What stands in pictures of games."""

from typing import Final

from service.translations import _

SHARED: Final = {
    "picture.seat": _("Seat %(seat)s"),
    "picture.points": _("points"),
    "picture.dice": _("Dice: %(dice)s"),
    "picture.turn": _("Turn %(turn)s"),
    "picture.winner": _("winner"),
    "picture.bank": _("Bank"),
    "picture.cards": _("cards"),
    "picture.holds": _("Hand: %(cards)s"),
    "picture.laid_aside": _("Cards laid aside: %(count)s"),
    "picture.standing": _("Points by seat: %(points)s."),
}

CATAN: Final = {
    "picture.catan": _("Catan, turn %(turn)s"),
    "picture.tile": _("%(terrain)s, %(token)s"),
    "picture.harbor": _("Harbor %(rate)s: %(good)s"),
    "picture.robber": _("The robber on hex %(tile)s"),
    "picture.roads": _("Seat %(seat)s: roads %(count)s"),
    "picture.buildings": _("Seat %(seat)s: settlements %(settlements)s, cities %(cities)s"),
    "picture.waterway": _("Waterway %(name)s"),
    "picture.waterway.without": _("Waterway"),
    "picture.catan_token_at": _("Catan token: %(name)s"),
    "picture.development_cards": _("development"),
    "picture.knights": _("knights"),
    "picture.largest_army": _("largest army"),
    "picture.route": _("road"),
    "picture.longest_road": _("longest road"),
    "picture.deck": _("Development cards left: %(count)s"),
    "picture.catan_tokens": _("Catan tokens: %(count)s"),
    "picture.canal_tokens": _("Canal tokens: %(count)s"),
    "picture.canal_used": _("Trades %(resource)s two for one by a canal token, this turn"),
    "picture.canal_supply": _("Canal tokens in the supply: %(count)s"),
    "picture.favors": _("Favor tokens: %(tokens)s, Catan tokens: %(catan_tokens)s"),
    "picture.own_favors": _("Among them %(cards)s"),
    "picture.favor_supply": _("Favor tokens in the supply: %(tokens)s, Catan tokens: %(catan_tokens)s"),
    "picture.helper": _("Helper: %(helper)s, side %(side)s"),
}

DICE: Final = {
    "picture.dice_game": _("Catan dice game, turn %(turn)s"),
    "picture.roll": _("Roll %(roll)s of %(rolls)s"),
    "picture.showing": _("The dice show %(cards)s"),
    "picture.showing.without": _("All dice are used"),
    "picture.built_roads": _("Roads: %(count)s"),
    "picture.turn_points": _("This turn: %(points)s"),
    "picture.joker_ready": _("Knight %(knight)s; joker ready: %(good)s"),
    "picture.joker_used": _("Knight %(knight)s; joker used: %(good)s"),
    "picture.joker_missing": _("Knight %(knight)s not built; joker: %(good)s"),
}

ELASUND: Final = {
    "picture.elasund": _("Elasund, turn %(turn)s"),
    "picture.gates": _("The gates"),
    "picture.windmills": _("Trade field, windmills: %(count)s"),
    "picture.foundation": _("The foundation of the church"),
    "picture.ship": _("The ship in row %(row)s"),
    "picture.building": _("Seat %(seat)s: %(building)s"),
    "picture.cube": _("a cube"),
    "picture.permit": _("Seat %(seat)s: permit %(value)s"),
    "picture.church_tile": _("Seat %(seat)s: church tile %(tile)s"),
    "picture.wall": _("Seat %(seat)s: wall"),
    "picture.tower": _("Seat %(seat)s: tower with a cube"),
    "picture.cubes_left": _("cubes left"),
    "picture.walls_left": _("walls left"),
    "picture.trade": _("trade points"),
    "picture.track": _("Seat %(seat)s: trade points %(count)s"),
    "picture.free_permits": _("Permits in supply: %(values)s"),
    "picture.free_permits.without": _("All permits are placed"),
    "picture.church_drawn": _("Drawn church tiles: %(tiles)s"),
    "picture.church_bottom": _("At the bottom of the church pile: %(tile)s"),
    "picture.gold_bank": _("Gold in the bank: %(count)s; influence cards left: %(cards)s"),
    "picture.stacks": _("Left to build: %(cards)s"),
    "picture.discards": _("Discarded influence: %(cards)s"),
    "picture.pirate_pool": _("The pirate's cards: %(cards)s"),
    "picture.goal": _("%(cubes)s cubes on the board win"),
}
