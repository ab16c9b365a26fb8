"""Everything that the agents of Elasund weigh stands here; nothing else in their play is a number to be tuned."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Holds what things are worth in gold, and how much each consideration counts.

    The defaults are those of `elasund_heuristic` and never change; considerations that it lacks count nothing.
    """

    cube: float = 10.0
    rival_cube: float = 3.0
    influence: float = 0.9
    trade_point: float = 2.0
    win: float = 1000.0

    rounds_a_cube: float = 1.1  # how many rounds the leader takes for a cube
    gold_income: float = 1.0
    influence_income: float = 1.0
    rival_income: float = 1.0

    # Building.
    tower_every: float = 3.0  # a wall tile counts as one by so many of a cube
    church: float = 0.0  # what a cube is worth more that is never lost
    tower: float = 0.0
    small: float = 0.0  # what a cube is worth more on one or two squares, on four, on six
    middle: float = 0.0
    large: float = 0.0
    early: float = 0.0  # the same with the whole game ahead, on one or two squares
    pairs: bool = False  # whether two buildings that are worth more together come before one
    keep: float = 2.0  # the gold that a building which waits is expected to get by other means
    at_once: float = 1.0  # a building worth so many cubes is built whatever waits

    # Permits.
    two_missing: float = 0.5  # how much of a site's worth counts with two permits missing, three
    three_missing: float = 0.25
    permit_price: float = 1.0
    more_sites: float = 0.0  # how much the other sites count that a permit brings nearer
    row_chance: float = 0.0  # how much it counts that the ship often comes to a site that lacks more permits
    margin: float = 0.0  # what every value above the strongest rival's adds to a site, as a share
    needed: float = 2.5  # what a gold is worth that a waiting building lacks
    taken: float = 2.0  # what taking gold is worth
    surplus: int = 4  # influence cards beyond which they are worth little
    surplus_share: float = 0.5
    changes: bool = False  # whether permits on the board are moved and swapped for higher ones

    # Rivals.
    deny: float = 0.0  # what it is worth to take the right to a rival's site, by that rival's cubes there
    lead: float = 0.0  # what cubes of a rival with more than `near` count more, for each above
    near: float = 6.0
    raid_own: float = 2.0  # how much own cards lost to the pirate weigh
    ship_rival: float = 1.0  # how much the others' production weighs
    ship_influence: float = 1.0
    ship_permit: float = 0.0  # what a permit in the row of the ship counts, where the seat chooses the row
    gives_gold_first: bool = False

    looks_ahead: bool = False  # whether two buildings that win together are found, and cubes counted to the flag
