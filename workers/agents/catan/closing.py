"""These are steps at the end of a turn, when nothing that was planned is left to do."""

from domain.catan.chapters.development.messages import BuyDevelopmentCard
from workers.agents.catan.turn import Turn


def buy_last_card(turn: Turn) -> BuyDevelopmentCard | None:
    """Buy a development card with a hand that the next seven may halve, or when a single card may win the game."""
    now, card = turn.now, BuyDevelopmentCard()
    is_worth_it = sum(now.hand) >= now.weights.card_hand or now.missing_points <= now.weights.card_missing
    return card if is_worth_it and turn.listed.has(card) else None
