"""Invents commands for the favors, and says what beliefs note, golden records keep and refusals mean of them."""

from operator import le
from random import Random
from typing import Any, Final

from domain.catan.modules.favors import earning, exchange, guilds, linking
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN
from domain.catan.state import State
from domain.catan.terms import KINDS, RESOURCES, ROLL
from domain.core.number_rows import Row
from tests.golden.facts.masks import numbers, rows
from tests.laws.refused import Asked, Means
from tests.modules.part import Part


def invent(state: State, rng: Random) -> Any:
    """Return a random command about favors; most are illegal."""
    kind, other = rng.randrange(KINDS), rng.randrange(KINDS)
    makers = (
        lambda: earning.OfferGift(kind, rng.randrange(6)),
        lambda: earning.AcceptGift(kind, rng.randrange(6)),
        lambda: earning.DeclineGift(kind, rng.randrange(6)),
        lambda: linking.NameDrawer(rng.randrange(6)),
        lambda: guilds.CallTraders(kind, other),
        lambda: guilds.CallMerchants(kind),
        lambda: guilds.CallRoadBuilders(rng.randrange(state.setting.board.topology.edges + 2)),
        guilds.CallScholars,
        guilds.CallMasterBuilders,
        exchange.ExchangeFavor,
        lambda: exchange.ReturnFavor(rng.randrange(KINDS_OF_TOKEN)),
    )
    return rng.choice(makers)()


def is_noted(noted: Row, state: State) -> None:
    """Tokens that are believed in the supply lie there."""
    assert all(map(le, noted, favors_of(state).supply))


def facts(part: Any) -> dict[str, Any]:
    """Return what golden records keep of favors."""
    deeds = part.latest()
    return {
        "supply": list(part.supply),
        "held": rows(part.held, part.seats),
        "fresh": rows(deeds.fresh, part.seats),
        "used": list(part.used),
        "catan_tokens": list(part.catan_tokens),
        "turn": [deeds.turn, deeds.spent, deeds.swaps, deeds.given, numbers(deeds.asked)],
        "contacts": [_contact(contact) for contact in part.contacts],
    }


def _contact(contact: Any) -> list[Any]:
    own = [contact.seat, numbers(contact.roads), numbers(contact.buildings)]
    return [*own, contact.other, numbers(contact.other_roads), numbers(contact.other_buildings)]


def _deeds(asked: Asked) -> Any:
    return favors_of(asked.state).deeds


def _lacks(asked: Asked, kind: int) -> bool:
    return not asked.state.hand(asked.seat)[kind]


def _takes_no_gift(asked: Asked) -> bool:
    """The named seat is the giver or none; or no gift waits for an answer."""
    to = getattr(asked.command, "to", asked.seat)
    return to == asked.seat or to >= asked.state.seats


MEANS: Final[Means] = {
    "favors.exchange.draw_then_return": lambda a: a.name == "ReturnFavor",
    "favors.exchange.needs_token_and_supply": lambda a: (
        not favors_of(a.state).counts[a.seat] or not favors_of(a.state).size
    ),
    "favors.gift.ask_each_once": lambda a: bool(_deeds(a).asked >> a.command.to & 1),
    "favors.gift.named": lambda a: (
        RESOURCES[a.state.agenda[-1].data] == a.params["resource"] and a.state.active == a.params["giver"]
    ),
    "favors.gift.one_card_held": lambda a: _lacks(a, a.command.resource),
    "favors.gift.one_per_turn": lambda a: _deeds(a).given,
    "favors.gift.own_turn_after_roll": lambda a: a.frame == ROLL or not a.is_active,
    "favors.gift.points_limit": lambda a: a.state.points[a.command.to] > a.state.points[a.seat],
    "favors.gift.token": _takes_no_gift,
    "favors.link.owner_order": lambda a: a.name == "NameDrawer",
    "favors.master_builders.stock": lambda a: not favors_of(a.state).catan_tokens_left(),
    "favors.merchants.take_one": lambda a: not a.state.bank[a.command.take],
    "favors.scholars.deck_empty": lambda a: not any(a.state.deck),
    "favors.traders.other_kind_in_stock": lambda a: (
        a.command.give == a.command.take or not a.state.bank[a.command.take]
    ),
    "favors.traders.two_swaps": lambda a: _deeds(a).swaps == 2 or _lacks(a, a.command.give),
    "favors.use.after_roll": lambda a: a.frame == ROLL,
    "favors.use.cost": lambda a: not _deeds(a).spent,
    "favors.use.no_fresh_token": lambda a: any(_deeds(a).fresh),
    "favors.use.once_per_turn": lambda a: _deeds(a).spent,
    "favors.use.own_turn_only": lambda a: not a.is_active,
    "favors.use.pair_all_old": lambda a: any(_deeds(a).fresh),
}

PART: Final = Part(
    invent=invent, is_noted=is_noted, means=MEANS, by_seat=("held", "counts", "catan_tokens"), facts=facts
)
