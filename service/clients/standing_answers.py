"""Keeps how seats answer votes beforehand: facts beside the log, valid while the holder who said so sits there."""

from collections.abc import Mapping
from typing import Final

from service.clients import fact_names
from service.game.context import Context
from service.game.debts import list_overdue
from service.game.games import Game
from service.table.state import Table
from service.table.terms import VOTES, Vote
from service.table.votes import KINDS

ACCEPT: Final = "accept"
DECLINE: Final = "decline"
ASK: Final = "ask"
ANSWERS: Final = (ACCEPT, DECLINE, ASK)


def facts_of_answers(seat: int, holder: str, answers: Mapping[str, str]) -> dict[str, bytes]:
    """Return the facts by which a holder answers votes of these kinds from now on; other kinds stay as they are."""
    return {
        fact_names.answer(seat, kind): b"" if said == ASK else fact_names.holding(said, holder)
        for kind, said in answers.items()
    }


def answers_of(facts: Mapping[str, bytes], table: Table, seat: int) -> dict[str, str]:
    """Return how a seat's holder answers each kind of vote, given the facts of the game."""
    return {kind: _say(facts, table, seat, kind) for kind in VOTES}


def _say(facts: Mapping[str, bytes], table: Table, seat: int, kind: str) -> str:
    said, holder = fact_names.owner_and_holder(facts.get(fact_names.answer(seat, kind), b""))
    return said if holder and holder == table.seats[seat].holder else ASK


def answers_to(ctx: Context, game: Game, vote: Vote) -> dict[int, bool]:
    """Return what the parties that a vote asks have answered beforehand, each by its lowest seat.

    Where the silence of overdue seats is excused, their answers do not count: an absent player shall not hold up
    the others.
    """
    facts = ctx.store.facts(game.id)
    asked = [seat for seat in range(len(game.table.seats)) if vote.asked >> seat & 1]
    said = {seat: _say(facts, game.table, seat, vote.kind) for seat in asked}
    given = {seat: answer == ACCEPT for seat, answer in said.items() if answer != ASK}
    away = list_overdue(ctx, game) if given and KINDS[vote.kind].excuses_absent else []
    return {seat: yes for seat, yes in given.items() if seat not in away}
