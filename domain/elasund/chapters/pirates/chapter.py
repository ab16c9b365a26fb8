"""Composes the seven: which function carries each command out, and what lists them."""

from typing import Final

from domain.core.chapter import Chapter, Times
from domain.elasund.chapters.pirates.evolve import EVOLVERS
from domain.elasund.chapters.pirates.messages import ChooseReward, DeclineReward, DrawReward, GiveUpCards
from domain.elasund.chapters.pirates.rules import (
    choose_reward,
    decline_reward,
    draw_reward,
    give_up_cards,
    give_up_template,
    list_rewards,
    reward_template,
)
from domain.elasund.state import State
from domain.elasund.terms import CARDS, GIVE_UP, REWARD, STREAM_PIRATE

CHAPTER: Final[Chapter[State]] = Chapter(
    "pirates",
    outcomes={STREAM_PIRATE: (CARDS,)},
    rules={
        GiveUpCards: give_up_cards,
        DrawReward: draw_reward,
        ChooseReward: choose_reward,
        DeclineReward: decline_reward,
    },
    acting=Times(listers={REWARD: list_rewards}, templates={GIVE_UP: give_up_template, REWARD: reward_template}),
    evolvers=EVOLVERS,
)
