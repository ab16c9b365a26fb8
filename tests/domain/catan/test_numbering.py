"""Tests that the numbers of frames, streams and wares never change, since packed positions hold them."""

from domain.catan.combinations import BASE, EVERYTHING
from domain.catan.modules import REGISTRY

FRAMES = {
    0: "found_settlement",
    1: "found_road",
    2: "roll",
    3: "trade",
    4: "build",
    5: "trade_build",
    6: "discard",
    7: "move_robber",
    8: "steal",
    9: "road_building",
    10: "hand_on",
    20: "special_building",
    21: "paired_turn",
    30: "answer_gift",
    31: "return_favor",
    32: "name_drawer",
    40: "settle_helper",
    41: "resource_balance",
    42: "protect_seven",
    43: "card_choice",
    44: "take_from_leader",
    45: "forced_trade",
}
STREAMS = {0: "dice", 1: "robber", 2: "deck", 3: "favors"}
WARES = {5: "canal_token"}
BLOCK = 10


def test_every_number_is_the_one_that_it_was() -> None:
    assert EVERYTHING.frames == FRAMES
    assert EVERYTHING.streams == STREAMS
    assert {number: ware.name for number, ware in EVERYTHING.wares.items()} == WARES


def test_modules_have_places_of_their_own() -> None:
    assert len({module.order for module in REGISTRY}) == len(REGISTRY)
    assert len({chapter.order for chapter in BASE}) == len(BASE)


def test_a_module_opens_frames_of_one_block_alone() -> None:
    blocks = [{number // BLOCK for number in module.chapter.frames} for module in REGISTRY if module.chapter.frames]
    assert [len(block) for block in blocks] == [1] * len(blocks)
    assert len(set.union(*blocks)) == len(blocks)
