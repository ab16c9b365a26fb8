"""Evolve only assigns: each event type has one function that writes its outcome into the position."""

from collections.abc import Sequence
from typing import Final

from domain.core.decider import Evolvers
from domain.core.rows import replaced
from domain.elasund.board import ROW_OF, line_of
from domain.elasund.events import buildings, cards, church, ending, opening, permits, pirates, ship, shortage, walls
from domain.elasund.pieces import piece_of
from domain.elasund.state import State, Wall
from domain.elasund.terms import (
    CARD_KINDS,
    GOLD,
    GOLD_SHORT,
    INFLUENCE_SHORT,
    KINDS,
    NOBODY,
    STREAM_CHURCH,
    STREAM_DICE,
    STREAM_INFLUENCE,
    STREAM_PIRATE,
)


def start_rolled(s: State, event: opening.StartRolled) -> None:
    """Count the draw."""
    s.draws[STREAM_DICE] += 1


def turn_started(s: State, event: ship.TurnStarted) -> None:
    """The active seat changes; nothing is built or short yet."""
    s.active, s.turn, s.dice, s.builds, s.short = event.seat, event.turn, 0, 0, 0


def dice_rolled(s: State, event: ship.DiceRolled) -> None:
    """Note the dice."""
    s.dice = event.dice[0] * 10 + event.dice[1]
    s.draws[STREAM_DICE] += 1


def ship_moved(s: State, event: ship.ShipMoved) -> None:
    """The ship stands in the row."""
    s.ship = ROW_OF[event.row]


def gold_produced(s: State, event: cards.GoldProduced) -> None:
    """The bank pays all seats."""
    for seat, gain in enumerate(event.gains):
        if gain:
            s.gold[seat] += gain
            s.bank -= gain


def influence_drawn(s: State, event: cards.InfluenceDrawn) -> None:
    """A card goes from deck to hand."""
    s.deck[event.color] -= 1
    s.influence[event.seat * KINDS + event.color] += 1
    s.draws[STREAM_INFLUENCE] += 1


def deck_renewed(s: State, event: cards.DeckRenewed) -> None:
    """The discard pile joins the deck."""
    for color in range(KINDS):
        s.deck[color] += s.discards[color]
        s.discards[color] = 0


def nothing(s: State, event: object) -> None:
    """Change nothing: the event only explains those that follow."""


def cards_short(s: State, event: shortage.CardsShort) -> None:
    """Bar that kind of card until the turn ends, if the table plays so; otherwise the event only explains."""
    if s.setting.shortage_lasts:
        s.short |= GOLD_SHORT if event.gold else INFLUENCE_SHORT


def gold_halved(s: State, event: shortage.GoldHalved) -> None:
    """All seats pay the bank."""
    for seat in range(s.seats):
        s.gold[seat] -= event.given[seat]
    s.bank += sum(event.given)


def influence_halved(s: State, event: shortage.InfluenceHalved) -> None:
    """Cards leave a hand unseen; what was known of the rest must allow for any."""
    _lay_aside(s, event.seat, (0, *event.cards))
    at = event.seat * KINDS
    for color in range(KINDS):
        s.known[at + color] = max(0, s.known[at + color] - event.count)


def halves_shuffled(s: State, event: shortage.HalvesShuffled) -> None:
    """Discards and halves join the deck."""
    deck_renewed(s, cards.DeckRenewed())
    for color in range(KINDS):
        s.deck[color] += sum(s.aside[1 + color :: CARD_KINDS])
    s.aside = (0,) * len(s.aside)


def _lay_aside(s: State, seat: int, cards: Sequence[int]) -> None:
    s.gold[seat] -= cards[GOLD]
    for color in range(KINDS):
        s.influence[seat * KINDS + color] -= cards[1 + color]
    at = seat * CARD_KINDS
    s.aside = (*s.aside[:at], *cards, *s.aside[at + CARD_KINDS :])


def cards_given_up(s: State, event: pirates.CardsGivenUp) -> None:
    """Cards leave a hand, unseen for now."""
    _lay_aside(s, event.seat, event.cards)


def pirate_pool_revealed(s: State, event: pirates.PiratePoolRevealed) -> None:
    """Everything laid aside lies in the open pool."""
    s.aside = (0,) * len(s.aside)
    s.pool = tuple(sum(event.given[kind::CARD_KINDS]) for kind in range(CARD_KINDS))
    for seat in range(s.seats):
        at = seat * CARD_KINDS + 1
        _show(s, seat, event.given[at : at + KINDS])


def _show(s: State, seat: int, cards: Sequence[int]) -> None:
    """Influence cards left a hand openly."""
    at = seat * KINDS
    for color in range(KINDS):
        s.known[at + color] = max(0, s.known[at + color] - cards[color])


def reward_taken(s: State, event: pirates.RewardTaken) -> None:
    """A card goes from the pool to a hand."""
    s.pool = replaced(s.pool, event.card, s.pool[event.card] - 1)
    s.draws[STREAM_PIRATE] += 1
    if event.card == GOLD:
        s.gold[event.seat] += 1
        return
    at = event.seat * KINDS + event.card - 1
    s.influence[at] += 1
    s.known[at] += 1


def pirate_pool_cleared(s: State, event: pirates.PiratePoolCleared) -> None:
    """Gold goes to the bank, influence to the discard pile."""
    s.bank += s.pool[GOLD]
    for color in range(KINDS):
        s.discards[color] += s.pool[1 + color]
    s.pool = (0,) * CARD_KINDS


def gold_taken(s: State, event: cards.GoldTaken) -> None:
    """The bank pays a seat."""
    s.gold[event.seat] += event.gold
    s.bank -= event.gold


def gold_paid(s: State, event: cards.GoldPaid) -> None:
    """A seat pays the bank."""
    s.gold[event.seat] -= event.gold
    s.bank += event.gold


def compensation_paid(s: State, event: cards.CompensationPaid) -> None:
    """A seat pays another."""
    s.gold[event.seat] -= event.gold
    s.gold[event.to] += event.gold


def influence_paid(s: State, event: cards.InfluencePaid) -> None:
    """Cards go from hand to discard pile."""
    at = event.seat * KINDS
    for color, count in enumerate(event.cards):
        if count:
            s.influence[at + color] -= count
            s.discards[color] += count
            s.known[at + color] = max(0, s.known[at + color] - count)


def permit_placed(s: State, event: permits.PermitPlaced | permits.PermitMoved) -> None:
    """The permit stands on the square."""
    s.put_permit(event.seat, event.value, event.square)


def permit_returned(s: State, event: permits.PermitReturned) -> None:
    """The permit is in its owner's supply."""
    s.take_permit(event.seat, event.value)


def building_placed(s: State, event: buildings.BuildingPlaced) -> None:
    """The building stands, one more tile is built."""
    s.put_piece(s.free_piece(event.seat, event.building), event.seat, event.square, event.cubes)
    s.builds += 1


def building_removed(s: State, event: buildings.BuildingRemoved) -> None:
    """The building is back where it came from."""
    s.take_piece(s.grid[event.square] - 1)


def trade_moved(s: State, event: buildings.TradeMoved) -> None:
    """Move the disc and the cubes on the track."""
    seat, before = event.seat, s.track[event.seat].bit_count()
    s.trade[seat] = event.total
    s.track[seat] = sum([1 << space for space in event.spaces])
    s.points[seat] += s.track[seat].bit_count() - before


def wall_built(s: State, event: walls.WallBuilt) -> None:
    """The line is one tile longer, one more tile is built."""
    seat, space = event.seat, event.space
    line = line_of(space, s.growth[2])
    s.walls = (*s.walls, Wall(space, seat, event.tile, event.cube))
    s.growth = replaced(s.growth, line, s.growth[line] + 1)
    s.wall_counts[seat] += 1
    s.builds += 1
    if event.cube:
        s.towers[seat] += 1
        s.points[seat] += 1


def church_tiles_drawn(s: State, event: church.ChurchTilesDrawn) -> None:
    """Two tiles are in the first builder's hand."""
    s.pair = event.tiles
    s.church_first = event.seat
    s.draws[STREAM_CHURCH] += 1


def church_tile_hidden(s: State, event: church.ChurchTileHidden) -> None:
    """The tile lies at the bottom."""
    s.bottom = event.tile
    s.pair = ()


def church_tile_built(s: State, event: church.ChurchTileBuilt) -> None:
    """The tile stands; the first one fixes the area of the church, every later one was drawn."""
    if s.church_corner < 0:
        s.church_corner = event.square - 10 * (event.tile % 3) - event.tile // 3
    else:
        s.draws[STREAM_CHURCH] += 1
    s.church |= 1 << event.square
    s.church_owners = replaced(s.church_owners, event.tile, event.seat)
    s.builds += 1
    if event.tile == s.bottom:
        s.bottom = NOBODY
    if event.cube:
        s.church_cubes |= 1 << event.tile
        s.points[event.seat] += 1


def hut_replaced(s: State, event: buildings.HutReplaced) -> None:
    """The hut stands again."""
    s.put_piece(piece_of(event.seat, event.hut), event.seat, event.square, 0)


def game_won(s: State, event: ending.ElasundGameWon) -> None:
    """End the game with a winner."""
    s.winners = (event.seat,)


def city_finished(s: State, event: ending.CityFinished) -> None:
    """End the game because no seat could build any more."""
    s.winners = event.winners


EVOLVERS: Final[Evolvers[State]] = {
    opening.StartRolled: start_rolled,
    ship.TurnStarted: turn_started,
    ship.DiceRolled: dice_rolled,
    ship.ShipMoved: ship_moved,
    cards.GoldProduced: gold_produced,
    cards.InfluenceDrawn: influence_drawn,
    cards.DeckRenewed: deck_renewed,
    shortage.CardsShort: cards_short,
    shortage.GoldHalved: gold_halved,
    shortage.InfluenceHalved: influence_halved,
    shortage.HalvesShuffled: halves_shuffled,
    pirates.CardsGivenUp: cards_given_up,
    pirates.PiratePoolRevealed: pirate_pool_revealed,
    pirates.RewardTaken: reward_taken,
    pirates.PiratePoolCleared: pirate_pool_cleared,
    cards.GoldTaken: gold_taken,
    cards.GoldPaid: gold_paid,
    cards.CompensationPaid: compensation_paid,
    cards.InfluencePaid: influence_paid,
    permits.PermitPlaced: permit_placed,
    permits.PermitMoved: permit_placed,
    permits.PermitReturned: permit_returned,
    buildings.BuildingPlaced: building_placed,
    buildings.BuildingRemoved: building_removed,
    buildings.TradeMoved: trade_moved,
    walls.WallBuilt: wall_built,
    church.ChurchTilesDrawn: church_tiles_drawn,
    church.ChurchTileHidden: church_tile_hidden,
    church.ChurchTileBuilt: church_tile_built,
    buildings.HutReplaced: hut_replaced,
    buildings.HutLost: nothing,
    ending.ElasundGameWon: game_won,
    ending.CityFinished: city_finished,
    ending.ElasundHandsRevealed: nothing,
}
