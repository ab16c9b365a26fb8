"""Defines Catan as a ruleset: the base game and its modules."""

from collections.abc import Collection, Mapping, Sequence
from operator import sub
from random import Random
from typing import Final

from domain.catan import combinations, dealing, making, maps, options, packing, restoring
from domain.catan.belief import Belief
from domain.catan.chapters import turn
from domain.catan.chapters.scoring import finish, has_won
from domain.catan.chapters.setup.messages import GameStarted
from domain.catan.chapters.setup.rules import lay_printed_board, open_game
from domain.catan.chapters.trading import lapsing, listing
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.combinations import EVERYTHING
from domain.catan.dealing import count_in_deck, deal_within_bounds
from domain.catan.geometry import geometry
from domain.catan.joint_hands import JointHands, Spread, certain
from domain.catan.kinds import MOST_CARDS
from domain.catan.knowledge import Knowledge, render
from domain.catan.maps import own
from domain.catan.place_names import PLACED, names_of
from domain.catan.refusals import open_refusals
from domain.catan.state import Setting, State
from domain.catan.terms import CARDS, KINDS, NOBODY
from domain.catan.wares import goods_kind
from domain.core.agenda import Awaited, Frame
from domain.core.chance import Chance
from domain.core.chapter import Rules
from domain.core.config import Config
from domain.core.decider import Draft
from domain.core.documents import Document, JsonObject
from domain.core.errors import InvalidFile
from domain.core.knowledge import Known
from domain.core.masks import bits
from domain.core.messages import AnyCommand, AnyEvent, MessageTable
from domain.core.number_rows import Row
from domain.core.packing import POSITION_SET
from domain.core.places import Phrase
from domain.core.ruleset import AGENT_PLAYS_ON, Result
from domain.core.table_game import Ending, TableGame
from domain.core.table_state import SPECTATOR

_DEALS: Final = 1024
"""How often unknown cards are dealt, to weigh what the hands may be."""


def _hands(k: Knowledge) -> JointHands:
    """Return the hands; if any card is unknown they are dealt many times, blind but for what is certain."""
    base = list(k.lows)
    if k.seat != SPECTATOR:
        for kind in range(KINDS):
            base[k.seat * KINDS + kind] += k.aside[kind]
    if sum(base) == sum(k.hand_sizes) + sum(k.aside_sizes):
        return certain(base)
    rng = Random(0)
    weights: dict[Row, float] = {}
    for _ in range(_DEALS):
        hands, aside = deal_within_bounds(k, rng)
        row = tuple(map(sub, map(int.__add__, hands, aside), base))
        weights[row] = weights.get(row, 0.0) + 1.0
    return JointHands(base, Spread(weights))


class Catan(TableGame[State, Knowledge, AnyCommand, AnyEvent]):
    """Represents Catan with every module in the registry; a game plays with those that its configuration names."""

    proposals: Collection[type] = (OfferTrade,)

    def __init__(self) -> None:
        goods = goods_kind(EVERYTHING.wares, MOST_CARDS)
        tables = [module.messages(goods) for module in EVERYTHING.modules]
        commands = [row for rows, _ in tables for row in rows]
        events = [EVERYTHING.frame_table.message(), POSITION_SET, *(row for _, rows in tables for row in rows)]
        super().__init__(EVERYTHING, MessageTable(commands), MessageTable(events), Ending(has_won, finish))
        self.name = "catan"
        self.version = 1
        self.pack_version = 1
        self.leaving = AGENT_PLAYS_ON
        self.secret = "resources"

    def describe(self) -> JsonObject:
        """Return seats, maps, modules, the matrix of their combinations, and options."""
        return {
            **combinations.describe(),
            "options": options.schema_of(EVERYTHING),
            "frames": list(self.whole.frames.values()),
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options_: JsonObject) -> Config:
        """Return the complete configuration; raises InvalidConfiguration."""
        return combinations.configure(seats, map_name, modules, options_)

    def completed(self, config: Config) -> Config:
        """Return the configuration of a stored game with every option of today."""
        return options.completed(config, combinations.compose(config.modules), EVERYTHING)

    def setup(self, config: Config, chance: Chance) -> list[AnyEvent]:
        """Return the events that open a game."""
        return open_game(config, chance, combinations.compose(config.modules))

    def lay_out(self, event: GameStarted) -> State:
        """Return the board, the bank and the deck."""
        rules = combinations.compose(event.config["modules"])
        setting = Setting(event, rules)
        state = State(setting)
        state.bank = [setting.supply] * KINDS
        state.deck = setting.deck
        state.slices = rules.open_slices(setting)
        return state

    def rules_of(self, state: State) -> Rules[State]:
        """Return the base game's and those of the modules that the game is played with."""
        return state.setting.rules

    def over(self, state: State) -> str:
        """Return the rule that ends a game at once."""
        return "catan.end.immediate"

    def refusal(self, state: State, seat: int, frame: Frame, command: type) -> str:
        """Return the rule that refuses a command: one between turns or of an old duty first, then the frame's."""
        return turn.untimely(state, seat, frame, command) or super().refusal(state, seat, frame, command)

    def awaiting(self, state: State) -> list[Awaited]:
        """Return the seats that the open frame waits for, and those with an open offer to answer."""
        owing = super().awaiting(state)
        if not state.agenda or not state.offers:
            return owing
        return owing + [Awaited(seat, "answer_offer", False) for seat in bits(listing.find_asked(state))]

    def observe(self, state: State, seat: int | None) -> Knowledge:
        """Return what a seat or a spectator knows."""
        return Knowledge(state, SPECTATOR if seat is None else seat)

    def render(self, knowledge: Knowledge) -> JsonObject:
        """Return knowledge as JSON."""
        return render(knowledge)

    def layout(self, state: State) -> JsonObject | None:
        """Return the tiles and harbors of the variable island."""
        return restoring.describe_layout(state.setting)

    def placed(self, known: Known) -> Known:
        """Return what a document shows on a board of one's own, if its layout is that of no variable island."""
        return restoring.place(known)

    def landmarks(self, state: State) -> tuple[object, ...]:
        """Return the island, the pieces on it, and how many cards each seat holds."""
        board, kinds = state.setting.board, len(CARDS)
        return (
            (board.terrain, board.tokens, state.robber),
            sorted(zip(board.harbor_edges, board.harbor_kinds, strict=True)),  # a map has them in an order of its own
            (state.roads, state.settlements, state.cities, state.knights, state.dice),
            [sum(state.hands[at : at + KINDS]) for at in range(0, len(state.hands), KINDS)],
            [sum(state.cards[at : at + kinds]) for at in range(0, len(state.cards), kinds)],
        )

    def restore(self, known: Known) -> State:
        """Return a position of which a seat knows what the document shows."""
        state = restoring.restore(known, combinations.compose(known.config.modules))
        self.check(state)
        restoring.check_play(state)
        return state

    def determinize(self, knowledge: Knowledge, rng: Random) -> State:
        """Return a position that fits the knowledge."""
        return dealing.determinize(knowledge, rng)

    def believe(self, knowledge: Knowledge) -> Belief:
        """Return what a seat believes that knows this, and nothing of what led to it."""
        belief = Belief(knowledge.setting, knowledge.seat, _hands(knowledge))
        belief.points = knowledge.points[:]
        belief.active = knowledge.active
        belief.longest_road = knowledge.longest_road
        belief.largest_army = knowledge.largest_army
        belief.kept = [(0,) * count for count in knowledge.card_counts]
        belief.card_played = knowledge.card_played
        belief.fresh = knowledge.fresh_counts[:]
        belief.in_deck = count_in_deck(knowledge)
        belief.asked = {offer.id: offer.take for offer in knowledge.offers}
        belief.refusals = open_refusals(knowledge.offers, knowledge.seat)
        belief.take(())
        return belief

    def add_belief(self, knowledge: Knowledge, belief: object) -> None:
        """Put what a seat believes beside what it knows."""
        assert isinstance(belief, Belief)
        knowledge.belief = belief

    def numbered(self, state: State) -> int:
        """Return the number of the newest offer."""
        return state.next_offer - 1

    def expires_at(self, state: State) -> int:
        """Return when the first offer ends by itself."""
        return lapsing.expires_at(state)

    def expire(self, draft: Draft[State]) -> None:
        """Emit the end of the offers whose time is over."""
        lapsing.expire(draft)

    def stop_time(self, state: State) -> None:
        """Let all open offers stand until they end otherwise."""
        state.offers = tuple([offer._replace(expires_at=0) for offer in state.offers])

    def result(self, state: State) -> Result | None:
        """Return the winner and all points, once there is one."""
        if state.winner == NOBODY:
            return None
        return Result((state.winner,), tuple(state.points))

    def points(self, state: State) -> tuple[int, ...]:
        """Return the open points of every seat; victory point cards are hidden."""
        return tuple(state.points)

    def geometry(self, state: State) -> JsonObject:
        """Return the immutable board."""
        return geometry(state.setting)

    def places(self, state: State) -> Mapping[str, tuple[str, int]]:
        """Return how many nodes, edges and tiles the board has."""
        board = state.setting.board.topology
        edges = ("edge", board.edges)
        return {"node": ("node", board.nodes), "edge": edges, "origin": edges, "tile": ("tile", board.tiles)}

    def printed(self, config: Config) -> JsonObject | None:
        """Return the board of a map that lies before the game is set up; None for the variable one."""
        is_laid = config.map == maps.DEFAULT
        return None if is_laid else geometry(Setting(lay_printed_board(config), combinations.compose(config.modules)))

    def name_board(self, board: Document) -> str:
        """Return the text of a board of one's own, which is the name of its map; raises Unsound."""
        return own.write_board(board)

    def make_board(self, wish: Document, chance: Chance) -> str:
        """Return the text of a board that keeps the wished rules; raises Unsound."""
        return making.make_board(wish, chance)

    def own_board(self, name: str) -> JsonObject | None:
        """Return the custom board that a map's name holds, None for other maps; raises Unsound for a damaged name."""
        if not own.is_own(name):
            return None
        layout = maps.read(name)
        return {"board": own.describe_board(layout), "seats": list(layout["seats"])}

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Return where the places that messages name stand on the board."""
        return PLACED

    def place_names(self, board: Document) -> Mapping[str, Sequence[Phrase | None]]:
        """Return what the places of a board are called."""
        return names_of(board, combinations.EVERYTHING.points.place_names)

    def lexicon(self, state: State) -> Mapping[str, Mapping[str, str]]:
        """Return the words of the map."""
        return maps.lexicon(state.setting.config.map)

    def bad_file(self) -> InvalidFile | None:
        """Return the first bad map."""
        try:
            maps.check_all()
        except InvalidFile as bad:
            return bad
        return None

    def pack(self, state: State) -> bytes:
        """Return the position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """Return the position from its bytes."""
        return packing.unpack(packed, combinations.compose)
