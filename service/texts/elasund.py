"""The words of Elasund."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR, AGENDA_SET, POSITION_SET, TURN, WINNERS, frame

ROW: Final = "The row, named by the dice total that leads the ship there, from 2 to 12."
SQUARE: Final = "The id of the square, as in the board's `squares`: ten times its column plus its row."
UPPER_LEFT: Final = "The id of the upper left square of the building, as in the board's `squares`."
UPPER: Final = "The id of the hut's square, or of the upper one of the large hut's two squares."
PERMIT: Final = "The value of the permit, from 0 to 4; each seat has one of each value."
PAIR: Final = "The color of the two influence cards that are paid."
HUT: Final = "The starting hut, `small_hut` or `large_hut`."
SPACE: Final = "The id of the wall space, as in the board's `walls`."
CHURCH_TILE: Final = "The church tile, named by its place in the church: `NW` is its upper left, `C` its center."
FOOTPRINT_OWNER: Final = "The number of the seat that owns it, counted from 0."
PERMIT_OWNER: Final = "The number of the seat that owns the permit, counted from 0."

COMMANDS: Final[Messages] = {
    "RollDice": message("Roll the dice to move the ship."),
    "MoveShip": message(
        "Move the ship after a repeated number, or move the pirate ship to another row after a seven.", row=ROW
    ),
    "GiveUpCards": message(
        "Give up cards to the pirate, one for each of the player's cubes in the pirate's row.",
        cards="The cards to give up, gold or influence, counted by kind. A kind that is left out counts 0.",
    ),
    "DrawReward": message(
        "Draw cards at random from those given up to the pirate.",
        count="How many cards to draw, at most one for each of the player's towers.",
    ),
    "ChooseReward": message(
        "Choose cards from those given up to the pirate, where the option `pirate_reward` is `choose`.",
        cards="The cards to take, counted by kind, at most one for each of the player's towers.",
    ),
    "DeclineReward": message("Take none of the cards that were given up to the pirate."),
    "HalveInfluence": message(
        "Give up half of the influence cards, rounded down, because the supply ran out.",
        cards="The influence cards to give up, counted by color. A color that is left out counts 0.",
    ),
    "BuildTile": message(
        "Build a building on squares where the player's permits have the highest total.",
        building="The kind of building, as in the board's `buildings`; starting huts are not allowed.",
        square=UPPER_LEFT,
        color="The color of the three influence cards that cover a building of equal size; null without one.",
    ),
    "BuildWall": message("Build the player's next wall tile on a space of the city wall.", space=SPACE),
    "BuildChurch": message("Pay for a church tile and draw it. The first builder draws two and chooses one."),
    "ChooseChurchTile": message(
        "Choose which of the first two church tiles to build on the foundation stone.", tile=CHURCH_TILE
    ),
    "EndBuilding": message("Build nothing more this turn and go on to the permit phase."),
    "ReplaceHut": message("Place a displaced starting hut on empty squares.", hut=HUT, square=UPPER),
    "DeclineHut": message("Leave a displaced starting hut out of the game.", hut=HUT),
    "PlacePermit": message(
        "Place a building permit for its value in gold, in the ship's row or anywhere for two influence cards.",
        value=PERMIT,
        square=SQUARE,
        color="The color of the two influence cards that open any square; null to stay in the ship's row.",
    ),
    "TakeGold": message("Take two gold instead of placing a permit."),
    "PassPermit": message("Take neither a permit nor gold, where the options allow it."),
    "MovePermit": message(
        "Take special action a: move one of the player's permits for two influence cards.",
        value=PERMIT,
        square="The id of the empty square that the permit moves to, as in the board's `squares`.",
        color=PAIR,
    ),
    "UpgradePermit": message(
        "Take special action b: replace a placed permit by a higher one for two influence cards and gold.",
        value="The value of the placed permit, from 0 to 3.",
        higher="The value of the permit that takes its place; it must be higher and in supply.",
        color=PAIR,
    ),
    "PlaceExtraPermit": message(
        "Take special action c: place a permit on any empty square, for its value in gold and one influence card "
        "of each color.",
        value=PERMIT,
        square=SQUARE,
    ),
    "BuyGold": message("Take special action d: get two gold for one influence card of each color."),
    "EndTurn": message("End the turn. A player with all ten cubes on the board wins."),
}

ROLL: Final[Messages] = {
    "PositionSet": POSITION_SET,
    "CityFounded": message(
        "The city was laid out with the starting huts of all players.",
        config="The configuration of the game: its number of seats and its options.",
    ),
    "StartRolled": message(
        "A seat rolled to decide who starts; the highest total does.",
        seat=ACTOR,
        dice="What each of the two dice shows, from 1 to 6.",
    ),
    "AgendaSet": AGENDA_SET,
    "TurnStarted": message("The turn of a seat began.", seat="The number of the seat whose turn began.", turn=TURN),
    "DiceRolled": message(
        "A seat rolled the dice to move the ship.", seat=ACTOR, dice="What each of the two dice shows, from 1 to 6."
    ),
    "ShipMoved": message("The ship or the pirate ship moved to a row.", seat=ACTOR, row=ROW),
}

CARDS: Final[Messages] = {
    "GoldProduced": message(
        "The bank paid the gold of the buildings in the ship's row.",
        gains="The gold that each seat got, in the order of the seats.",
    ),
    "InfluenceDrawn": message(
        "A seat drew an influence card.",
        seat="The number of the seat that drew the card, counted from 0.",
        color="The color of the card. Only the seat in `seat` sees this member.",
    ),
    "DeckRenewed": message("The discard pile of influence cards was shuffled into a new deck."),
    "CardsShort": message(
        "The supply was too small for what the buildings yield, and all players halve their cards of that kind.",
        gold="True if gold ran out, false if influence cards did.",
    ),
    "GoldHalved": message(
        "All players gave up half of their gold, rounded down.",
        given="The gold that each seat gave up, in the order of the seats.",
    ),
    "InfluenceHalved": message(
        "A seat gave up half of its influence cards.",
        seat=ACTOR,
        count="How many influence cards the seat gave up.",
        cards="The cards, counted by color. Only the seat in `seat` sees this member.",
    ),
    "HalvesShuffled": message("The halves, the discard pile and the deck were shuffled into a new deck."),
    "GoldTaken": message(
        "A seat took gold from the bank.",
        seat="The number of the seat that got the gold, counted from 0.",
        gold="The amount of gold; it is less than usual if the bank ran out.",
    ),
    "GoldPaid": message("A seat paid gold to the bank.", seat=ACTOR, gold="The amount of gold that was paid."),
    "CompensationPaid": message(
        "A seat paid another one for a permit that its new building removes.",
        seat=ACTOR,
        to="The number of the seat that owned the permit and got the gold.",
        gold="The amount of gold, which is the value of the permit.",
    ),
    "InfluencePaid": message(
        "A seat paid influence cards to the discard pile.",
        seat=ACTOR,
        cards="The influence cards that were paid, counted by color.",
    ),
}

PIRATE: Final[Messages] = {
    "CardsGivenUp": message(
        "A seat gave up cards to the pirate; they stay secret until all seats have chosen.",
        seat="The number of the seat that lost the cards, counted from 0.",
        count="How many cards the seat gave up.",
        cards="The cards, counted by kind. Only the seat in `seat` sees this member.",
    ),
    "PiratePoolRevealed": message(
        "All cards given up to the pirate were shown.",
        given="The cards that each seat gave up, in the order of the seats.",
    ),
    "RewardTaken": message(
        "A seat took one of the cards given up to the pirate.",
        seat=ACTOR,
        card="The kind of the card: `gold`, or the color of an influence card.",
    ),
    "PiratePoolCleared": message("The rest of the pirate's cards went back to the bank and the discard pile."),
}

BUILDING: Final[Messages] = {
    "PermitPlaced": message("A permit was placed on a square.", seat=PERMIT_OWNER, value=PERMIT, square=SQUARE),
    "PermitMoved": message(
        "A permit was moved to another square.",
        seat=PERMIT_OWNER,
        value=PERMIT,
        square="The id of the square where the permit lies now, as in the board's `squares`.",
    ),
    "PermitReturned": message("A permit went back to its owner.", seat=PERMIT_OWNER, value=PERMIT),
    "BuildingPlaced": message(
        "A seat built a building.",
        seat=ACTOR,
        building="The kind of building, as in the board's `buildings`.",
        square=UPPER_LEFT,
        cubes="How many of its flags got a victory point cube, from the top down.",
    ),
    "BuildingRemoved": message(
        "A building was removed from the board, and its cubes went back to its owner.",
        seat="The number of the seat that owned the building, counted from 0.",
        building="The kind of building, as in the board's `buildings`.",
        square=UPPER_LEFT,
    ),
    "TradeMoved": message(
        "The trade points of a seat changed.",
        seat="The number of the seat whose trade points changed, counted from 0.",
        total="The trade points that the seat has now.",
        spaces="The spaces of the trade track where the seat has a cube now.",
    ),
    "WallBuilt": message(
        "A seat built a wall tile.",
        seat=ACTOR,
        space=SPACE,
        tile="The number of the wall tile, from 1 to 9; each seat builds them in this order.",
        cube="True if the tile has a tower that got a cube of the seat.",
    ),
    "ChurchTilesDrawn": message(
        "The first builder of the church drew two tiles to choose from.",
        seat=ACTOR,
        tiles="The two church tiles, named by their places in the church. Only the seat in `seat` sees this member.",
    ),
    "ChurchTileHidden": message(
        "The church tile that was not chosen went under the pile.",
        seat=ACTOR,
        tile="The church tile, named by its place in the church. Only the seat in `seat` sees this member.",
    ),
    "ChurchTileBuilt": message(
        "A seat built a church tile.",
        seat=ACTOR,
        tile=CHURCH_TILE,
        square=SQUARE,
        cube="True if the tile got a cube of the seat; false if the seat had none left.",
    ),
    "HutReplaced": message(
        "A displaced starting hut was placed on other squares.", seat=FOOTPRINT_OWNER, hut=HUT, square=UPPER
    ),
    "HutLost": message("A displaced starting hut left the game.", seat=FOOTPRINT_OWNER, hut=HUT),
}

END: Final[Messages] = {
    "ElasundGameWon": message(
        "A seat had all its cubes on the board and won the game.",
        seat="The number of the seat that won, counted from 0.",
        points="The victory points of the winner, one for each cube.",
    ),
    "CityFinished": message(
        "Nobody can build any more, and the seats with the most cubes won.",
        winners=WINNERS,
        points="The victory points of each winner, one for each cube.",
    ),
    "ElasundHandsRevealed": message(
        "The game is over, and all hands are public.",
        hands="The gold and influence cards of each seat, in the order of the seats.",
    ),
}

FRAMES: Final[Messages] = {
    "roll": frame("The seat has to roll the dice to move the ship."),
    "move_ship": frame("The seat rolled the number of the ship's row again and has to move the ship two spaces."),
    "move_pirate": frame("The seat rolled a seven and has to move the pirate ship to another row."),
    "give_up_cards": frame("Each of the seats has to give up cards to the pirate."),
    "pirate_reward": frame(
        "The seat may take cards that were given up to the pirate.",
        most="How many cards the seat may take at most.",
    ),
    "halve_influence": frame("Each of the seats has to give up half of its influence cards."),
    "build_tiles": frame("The seat may build up to two tiles: buildings, wall tiles or church tiles."),
    "choose_church_tile": frame("The seat has to choose which of two church tiles to build."),
    "replace_hut": frame(
        "The seat has to place its displaced starting huts again, or may leave them out where the options allow it.",
        huts="The starting huts that still have to be placed.",
    ),
    "permit_or_gold": frame("The seat has to place a permit or take two gold, or may pass where the options allow it."),
    "special_action": frame(
        "The seat may take one special action, or end its turn.",
        done="True if the seat has already taken its special action this turn.",
    ),
}

TEXTS: Final = Texts({**COMMANDS, **ROLL, **CARDS, **PIRATE, **BUILDING, **END}, FRAMES)
