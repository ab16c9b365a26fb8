"""The base game, chapter 10: roads and the Longest Road."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

ROADS: tuple[Rule, ...] = (
    Rule(
        "catan.road.cost",
        _("A road costs brick + lumber."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.road.one_per_edge",
        _("Each path takes one road."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.road.connection",
        _("A new road must touch the builder's own road, settlement or city."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.road.not_through_opponent",
        _("An own road alone does not count as connection at an intersection holding another player's building."),
        "plus 3a",
    ),
    Rule(
        "catan.road.other_end_connects",
        _("A path blocked at one end may be built if its other end connects."),
        "plus 3a",
    ),
    Rule(
        "catan.road.past_opponent_road",
        _("Another player's road does not block; own roads may continue at an intersection crossed by it."),
        "plus 3a",
    ),
    Rule(
        "catan.road.no_points",
        _("A road is worth nothing by itself."),
        "plus overview-4, 3a",
    ),
    Rule(
        "catan.road.limit",
        _("A player places at most 15 roads."),
        "colonos 3; plus preparations",
    ),
    Rule(
        "catan.longest_road.first_five",
        _("The first player whose route has at least five roads takes the Longest Road card."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.longest_road.two_points",
        _("The card is worth 2 victory points while held."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.longest_road.no_forks",
        _("Side branches are not added: the length is the longest single trail."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.longest_road.each_road_once",
        _("No road is counted twice, but an intersection may be passed twice."),
        "plus 3a; facts A.5",
    ),
    Rule(
        "catan.longest_road.loop",
        _("A closed loop counts in full."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.opponent_cuts",
        _("Another player's settlement or city on an inner intersection cuts the route there."),
        "plus 3a; facts A.5",
    ),
    Rule(
        "catan.longest_road.end_not_cut",
        _("Another player's building at the end of a route does not shorten it."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.loop_cut_once",
        _("A ring with one foreign building still counts all its roads."),
        "ruling",
        reason=_("The trail may start and end there."),
    ),
    Rule(
        "catan.longest_road.own_not_cut",
        _("Own buildings do not interrupt the own route."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.foreign_road_not_cut",
        _("Roads of others never interrupt a route."),
        "plus 3a",
    ),
    Rule(
        "catan.longest_road.strictly_longer",
        _("Another player takes the card only with a strictly longer route."),
        "colonos 3a; plus 3a; facts A.5",
    ),
    Rule(
        "catan.longest_road.immediate",
        _("The card and its points move at the moment the route changes."),
        "colonos 3a; plus 3a",
    ),
    Rule(
        "catan.longest_road.cut_holder_keeps",
        _("After a cut the holder keeps the card if still longest or joint longest with five or more."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.cut_to_other",
        _("After a cut, if one other player is the only longest with five or more, the card passes to that player."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.cut_tie_aside",
        _("After a cut, if several others tie ahead of the holder, the card is set aside with no points."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.cut_none_aside",
        _("After a cut, if nobody has five, the card is set aside."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.from_aside",
        _("A set-aside card goes to the next player who alone has the longest route of at least five."),
        "facts A.5",
        confidence="printed",
    ),
    Rule(
        "catan.longest_road.any_turn",
        _("The card may pass to someone who is not active."),
        "facts A.5",
        confidence="printed",
    ),
)
