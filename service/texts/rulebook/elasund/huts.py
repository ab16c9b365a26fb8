"""Elasund, chapter 17: workers' huts."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

HUTS: tuple[Rule, ...] = (
    Rule(
        "elasund.hut.trigger_any",
        _("A starting hut displaced by a larger building, an equal building or a church tile may be re-placed."),
        "elasund-es 2d, huts; elasund-en huts; facts-elasund 15",
    ),
    Rule(
        "elasund.hut.immediate",
        _("Re-placing happens at once, after the new tile stands and before the turn goes on."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.hut.free",
        _("It costs nothing and needs no permit."),
        "elasund-es 2d; elasund-en huts",
    ),
    Rule(
        "elasund.hut.not_a_build",
        _("It does not count toward the two builds."),
        "elasund-en huts; facts-elasund 15",
    ),
    Rule(
        "elasund.hut.may_replace",
        _("The owner may re-place it."),
        "elasund-es huts",
        option="hut_replace",
    ),
    Rule(
        "elasund.hut.decline",
        _("A declined hut is out of the game."),
        "ruling",
        reason=_("The English rules allow it only immediately."),
        option="hut_replace",
    ),
    Rule(
        "elasund.hut.must_replace",
        _("The owner must re-place it if a legal square exists."),
        "elasund-en huts",
        option="hut_replace",
    ),
    Rule(
        "elasund.hut.any_empty",
        _(
            "Any empty square of the city in any row is allowed, also free squares of the church "
            "area, but never the foundation."
        ),
        "elasund-es 2b, huts; elasund-en 2b, huts",
    ),
    Rule(
        "elasund.hut.not_trade_field",
        _("Never on a trade field, coast or gate field in play."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.hut.not_on_permits",
        _("Never on a square with a rival's permit; where own permits are barred too, never on any permit."),
        "elasund-es huts; elasund-en huts; facts-elasund 15",
    ),
    Rule(
        "elasund.hut.on_own_permits",
        _("A square with an own permit is open to the hut like an empty one."),
        "elasund-es huts",
        option="hut_on_own_permits",
    ),
    Rule(
        "elasund.hut.own_permit_returns",
        _("An own permit below a re-placed hut returns to its owner's supply, without compensation."),
        "ruling",
        reason=_("A square holds a tile or a permit, and what is built over permits returns them."),
        option="hut_on_own_permits",
    ),
    Rule(
        "elasund.hut.two_squares",
        _("The 1x2 hut needs two vertically adjacent legal squares."),
        "ruling",
        reason=_("Tiles are never rotated."),
    ),
    Rule(
        "elasund.hut.no_square_out",
        _("Without a legal place the hut leaves the game for good."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.hut.builder_first",
        _("If the builder's own hut is displaced, the builder re-places first."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.hut.clockwise",
        _("Otherwise owners follow clockwise from the builder's left."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.hut.two_of_one_owner",
        _("An owner with two displaced huts chooses their order."),
        "ruling",
        reason=_("The texts order players only."),
    ),
    Rule(
        "elasund.hut.earlier_blocks_later",
        _("A hut placed earlier occupies its squares for the later ones."),
        "elasund-es huts; elasund-en huts",
    ),
    Rule(
        "elasund.hut.freed_squares",
        _("Squares freed by the same build are legal if empty now."),
        "ruling",
        reason=_("The new tile stands already."),
    ),
)
