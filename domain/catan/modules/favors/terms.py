"""Defines the words and numbers of the guilds (rulebook 003, Entre amigos, Components and Preparations)."""

from typing import Final

from domain.catan.terms import frames_of, stream_of

NAME: Final = "favors"
BEFORE_ROLL: Final = "favors_before_roll"
USE_RULE: Final = "favors.use.after_roll"
GIFT_RULE: Final = "favors.gift.own_turn_after_roll"

# A guild's number is that of its token.
TOKENS: Final = ("wagon", "ship", "shovel", "book", "compass")
GUILDS: Final = ("traders", "merchants", "road_builders", "scholars", "master_builders")
TRADERS: Final = 0
MERCHANTS: Final = 1
ROAD_BUILDERS: Final = 2
SCHOLARS: Final = 3
MASTER_BUILDERS: Final = 4
KINDS_OF_TOKEN: Final = 5
COSTS: Final = (1, 1, 1, 2, 2)

# How many tokens of each kind lie in the supply for every player.
PER_PLAYER: Final = (2, 2, 2, 4, 4)
CATAN_TOKENS: Final = 12
SWAPS: Final = 2

FOR_OWNER: Final = 1
FOR_BUILDER: Final = 3

# What a token was earned by.
DEEDS: Final = ("robber", "gift", "link")
BY_ROBBER: Final = 0
BY_GIFT: Final = 1
BY_LINK: Final = 2

_FRAMES: Final = frames_of(1)
ANSWER_GIFT: Final = _FRAMES[0]
RETURN_FAVOR: Final = _FRAMES[1]
NAME_DRAWER: Final = _FRAMES[2]
FRAMES: Final = {ANSWER_GIFT: "answer_gift", RETURN_FAVOR: "return_favor", NAME_DRAWER: "name_drawer"}

STREAM: Final = stream_of(0)
STREAMS: Final = {STREAM: "favors"}
OUTCOMES: Final = {STREAM: (TOKENS,)}
