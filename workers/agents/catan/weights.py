"""Defines the weights by which an agent of Catan judges; agents that share the code differ in these and in their steps.

All defaults are those of `heuristic` and never change. Weights that it lacks have defaults without effect.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Places:
    """Holds the values of places, in pips.

    `wanted` is a card of each kind, in the order of RESOURCES: the costs speak for grain and ore in the long run, for
    brick and lumber at the start; wool is in ample supply.
    """

    wanted: tuple[float, ...] = (1.0, 1.0, 0.8, 1.15, 1.1)
    beyond_five: float = 0.7  # value of a pip of a kind after the first five
    variety: float = 1.3  # value of a first source of a kind, beyond its income
    pair: float = 0.25  # bonus of kinds that are spent together
    any_harbor: float = 0.8
    kind_harbor: float = 0.22  # a share of the pips of its kind
    room: float = 0.15  # how much the best site two roads from a founded settlement counts
    second: float = 0.0  # how much the best second site that the others will leave counts for the first
    prize: float = 0.0  # value, to a founded settlement, of a point that the next road brings


@dataclass(frozen=True, slots=True)
class Weights:
    """Holds the numbers by which an agent judges; gains are in points, waits in rounds."""

    opening: Places = Places()
    places: Places = Places()  # from the first roll on

    # Gains of goals.
    pip: float = 0.11  # a pip of income at the start of a game of ten points
    late_pip: float = 0.0  # the share of that at the end of the game
    farthest: int = 3  # roads to a site that are still worth planning
    sites: int = 4  # how many sites are weighed
    win: float = 5.0  # what wins the game
    victory_cards: float = 0.2  # the share of victory points in the deck
    other_cards: float = 0.3  # value, at the start, of the cards that are neither knights nor points
    knights: float = 0.56  # the share of knights
    army: float = 1.6  # a last knight to the Largest Army; less for those before it
    army_held: float = 0.5  # a knight that keeps the Largest Army
    shield: float = 0.2  # any other knight
    reached_first: float = 0.4  # the chance of a site that a rival's roads have reached
    raced_for: float = 0.7  # the chance of a site that a rival's roads are near
    route: float = 2.0  # the Longest Road
    taken_road: float = 0.6  # added if the Longest Road is taken from another seat
    far_route: float = 0.7  # the chance of the Longest Road if it is more than one road away
    exact_roads: bool = False  # whether the roads to the Longest Road are counted exactly, with joins and forks
    keep_road: float = 0.0  # a road that keeps the Longest Road from a rival who is a road away from it
    cut_road: float = 0.0  # a settlement that takes it from a rival who is far from winning
    link: float = 0.0  # a token for a link

    # How near goals are, and the value of a hand.
    patience: float = 1.5  # added to every wait, so that a small gain now does not beat a great one soon
    reserve: float = 0.02  # value of a spare card
    price: float = 3.0  # spare cards that a missing one costs

    # Trading with others.
    accept: float = 0.02  # the least gain in the value of the hand to accept an offer
    dear: float = 0.0  # added to that for each card given beyond those received
    pressed: float = 0.0  # added to that for each earlier open offer of the same seat but the first
    margin: float = 0.02  # the least gain in the value of the hand to make an offer
    given: float = 0.01  # subtracted from the gain of an own offer for each card that it gives
    help: float = 0.4  # how much a partner's closeness to winning counts against a trade
    offers: int = 2  # open offers of one turn
    sought: int = 1  # for how many of the first plans cards are requested
    asked: int = 1  # cards requested for one given
    before_bank: bool = False  # whether to request from others cards that the bank would sell at once
    reach: int = 2  # how many cards a plan may lack for an offer to be worth the others' time
    least_chance: float | None = None  # the least that a trade must add to the chance to win, by the value; None: any
    foresees: bool = False  # whether an offer is made to those alone who would probably take it
    judged: int = 4  # exchanges that are considered for an offer, those first that gain most
    ware: float = 0.06  # value of a ware that is no resource
    likely: float = 0.6  # cards expected in a partner's hand to make an offer

    # Cards and the robber.
    few_cards: float = 2.0  # the fewest cards for a Monopoly that completes the first plan
    many_cards: float = 4.0  # the fewest cards for any other Monopoly
    road_plans: int = 3  # by how many of the first plans Road Building is judged
    leader: float = 4.0  # weight of blocking a seat about to win, beyond that of a seat far from it
    hidden_card: float = 0.2  # expected points of another seat's unplayed card
    own: float = 6.0  # how much an own pip counts against a tile

    # A turn that wins.
    all_sites: bool = False  # whether reached sites count that are in no plan

    # The end of a turn: when to buy a card that is in no plan.
    card_hand: int = 6  # from this number of cards in hand on
    card_missing: int = 1  # up to this number of missing points


FROZEN: Final = Weights()
"""The weights of `heuristic`, the reference for ratings of other agents."""
