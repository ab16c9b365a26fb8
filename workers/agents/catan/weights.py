"""The weights say how an agent of Catan judges; agents that share the code differ in these and in their steps.

All defaults are those of `heuristic` and never change. What it does without has a default at which nothing happens.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Places:
    """Says what a place is worth, in pips.

    `wanted` is a card of each kind, in the order of RESOURCES: the costs speak for grain and ore in the long run, for
    brick and lumber at the start; wool is in ample supply.
    """

    wanted: tuple[float, ...] = (1.0, 1.0, 0.8, 1.15, 1.1)
    beyond_five: float = 0.7  # what a pip of a kind is worth after the first five
    variety: float = 1.3  # what a first source of a kind is worth beyond its income
    pair: float = 0.25  # how much kinds that are spent together lift each other
    any_harbor: float = 0.8
    kind_harbor: float = 0.22  # a share of the pips of its kind
    room: float = 0.15  # how much the best site two roads from a founded settlement counts
    second: float = 0.0  # how much the best second site that the others will leave counts for the first
    prize: float = 0.0  # what a point that the next road brings is worth to a founded settlement


@dataclass(frozen=True, slots=True)
class Weights:
    """Holds what the agent's judgments are made of; gains are in points, waits in rounds."""

    opening: Places = Places()
    places: Places = Places()  # from the first roll on

    # What a goal gains.
    pip: float = 0.11  # a pip of income at the start of a game of ten points
    late_pip: float = 0.0  # the share of that which is left when the game is won
    farthest: int = 3  # roads to a site that are still worth planning
    sites: int = 4  # how many sites are weighed
    win: float = 5.0  # what wins the game
    victory_cards: float = 0.2  # the share of victory points in the deck
    other_cards: float = 0.3  # what the cards that are neither knights nor points bring at the start
    knights: float = 0.56  # the share of knights
    army: float = 1.6  # a last knight to the Largest Army; less for those before it
    army_held: float = 0.5  # a knight that keeps the Largest Army
    shield: float = 0.2  # any other knight
    reached_first: float = 0.4  # the chance of a site that a rival's roads have reached
    raced_for: float = 0.7  # the chance of a site that a rival's roads are near
    route: float = 2.0  # the Longest Road
    taken_road: float = 0.6  # what it adds that the Longest Road is taken from somebody
    far_route: float = 0.7  # the chance of the Longest Road more than a road away
    link: float = 0.0  # a token for a link

    # How near a goal is, and what a hand promises.
    patience: float = 1.5  # added to every wait, so that a small gain now does not beat a great one soon
    reserve: float = 0.02  # what a spare card is worth in itself
    price: float = 3.0  # spare cards that a missing one costs

    # Trading with others.
    accept: float = 0.02  # how much more a hand must promise after another's offer
    dear: float = 0.0  # how much more still for each card that it would give beyond what it gets
    pressed: float = 0.0  # how much more still for each offer of its seat that was open before, from the third on
    margin: float = 0.02  # how much more it must promise after an own one
    given: float = 0.01  # how much less an own offer promises for each card that it gives
    help: float = 0.4  # how much a partner's closeness to winning counts against a trade
    offers: int = 2  # open offers of one turn
    sought: int = 1  # for how many of the first plans cards are asked
    asked: int = 1  # cards asked for one given
    before_bank: bool = False  # whether others are asked for what the bank would sell at once
    reach: int = 2  # how many cards a plan may lack for an offer to be worth the others' time
    ware: float = 0.06  # what a ware promises that is no resource
    likely: float = 0.6  # cards that a partner is thought to hold before it is asked

    # Cards and the robber.
    few_cards: float = 2.0  # what a monopoly must bring when that completes the first plan
    many_cards: float = 4.0  # what it must bring otherwise
    road_plans: int = 3  # by how many of the first plans Road Building is judged
    leader: float = 4.0  # how much more it hurts to block the one who is about to win than a beginner
    hidden_card: float = 0.2  # points that an unplayed card of another seat is thought to be
    own: float = 6.0  # how much an own pip counts against a tile

    # A turn that wins.
    all_sites: bool = False  # whether sites that roads have reached count that no plan holds

    # The end of a turn: when a card is bought that no plan asks for.
    card_hand: int = 6  # with so many cards in hand
    card_missing: int = 1  # with so few points missing


FROZEN: Final = Weights()
"""The weights of `heuristic`, the yardstick by which other agents are measured."""
