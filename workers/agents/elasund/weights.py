"""Defines the weights of the agents of Elasund: all numbers in their play that can be tuned."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Holds values in gold, and how much each consideration counts.

    The defaults are those of `elasund_heuristic` and never change; considerations that it lacks have weight 0.
    """

    cube: float = 10.0
    rival_cube: float = 3.0
    influence: float = 0.9
    trade_point: float = 2.0
    win: float = 1000.0

    rounds_a_cube: float = 1.1  # rounds that the leader needs per cube
    gold_income: float = 1.0
    influence_income: float = 1.0
    rival_income: float = 1.0

    # Building.
    tower_every: float = 3.0  # a wall tile counts as a cube divided by this
    church: float = 0.0  # added for a cube that is never lost
    tower: float = 0.0
    small: float = 0.0  # added for a cube on one or two squares, on four, on six
    middle: float = 0.0
    large: float = 0.0
    early: float = 0.0  # added for a cube on one or two squares at the start of the game
    pairs: bool = False  # whether to prefer two buildings with a higher total value to one
    keep: float = 2.0  # gold that a waiting building is expected to get by other means
    at_once: float = 1.0  # a building of at least this many cubes is built whatever waits

    # Permits.
    two_missing: float = 0.5  # share of a site's value with two permits missing, three
    three_missing: float = 0.25
    permit_price: float = 1.0
    more_sites: float = 0.0  # share of the value of other sites that a permit brings nearer
    row_chance: float = 0.0  # weight of how often the ship comes to a site that lacks more permits
    margin: float = 0.0  # added per point of permits above the strongest rival's, as a share of the site
    needed: float = 2.5  # value of a gold that a waiting building lacks
    taken: float = 2.0  # value of taking gold
    surplus: int = 4  # number of influence cards beyond which more have little value
    surplus_share: float = 0.5
    changes: bool = False  # whether permits on the board are moved and swapped for higher ones

    # Rivals.
    deny: float = 0.0  # value of blocking a rival's site, per cube of the rival there
    lead: float = 0.0  # added for cubes of a rival with more than `near`, for each above
    near: float = 6.0
    raid_own: float = 2.0  # weight of own cards lost to the pirate
    ship_rival: float = 1.0  # weight of the others' production
    ship_influence: float = 1.0
    ship_permit: float = 0.0  # weight of a permit in the row of the ship, if the seat chooses the row
    gives_gold_first: bool = False

    looks_ahead: bool = False  # whether to find two buildings that win together, and to count each flag
