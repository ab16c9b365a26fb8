"""Says which seats belong to an API key, and to whose share of the server a game counts.

A fact beside the log names the key that a seat belongs to; like a token, it is valid only while that holder sits there.
A seat that was taken for a player belongs to the player, and another fact names the key whose player that is.
The key's own facts list its games, also those that it made without a seat. They lie in another shard, so each is
written before its game, and means nothing without it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final

from service.clients import fact_names
from service.clients.api_keys import ADMIN_ID, ApiKey, acting_hash, is_current, is_key
from service.clients.authentication import Caller, sits
from service.clients.own_games import (
    MAKING,
    SITTING,
    Own,
    Place,
    list_current,
    list_earliest,
    list_latest,
    list_since,
    unlist,
)
from service.clients.tokens import fact_key, token_of_key
from service.game.context import Context
from service.game.data_keys import PLAYER_PREFIX
from service.game.games import Game
from service.game.quarantine import Quarantined, Unsettled
from service.problems import Problem, not_found, unknown
from service.table.terms import RESIGNED


@dataclass(frozen=True, slots=True)
class Maker:
    """Identifies the client that makes a game or sits down: `share` is what it counts to, `key` its API key, if any.

    `acts` is the hash of a key that may act for its seats; it is empty for any other. With a `player` of the key, the
    seats are the player's; `by_player` if the player's own token was sent.
    """

    share: str
    key: str | None = None
    acts: str = ""
    player: str = ""
    by_player: bool = False

    @property
    def client(self) -> str:
        """Return the client that its share belongs to."""
        return client_of(self.share)


NOBODY: Final = Maker("")
"""Stands for the server itself."""


@dataclass(frozen=True, slots=True)
class Party:
    """Identifies a caller across games: an API key with all its seats, or a single seat."""

    key: ApiKey | None = None
    caller: Caller | None = None

    def games(self, ctx: Context) -> list[str]:
        """List the games that are not in the archive."""
        if self.caller is not None:
            return [self.caller.game]
        return list_current(ctx, self.key.id) if self.key else []

    def games_since(self, ctx: Context, ms: int) -> list[str]:
        """List the games in which anything may have happened since a time, also archived ones."""
        return list_since(ctx, self.key.id, ms) if self.key else self.games(ctx)

    def latest(self, ctx: Context, count: int, before: Place | None = None) -> list[Own]:
        """Return at most `count` games by when the party got them, the latest first; raises ArchiveAway."""
        if self.key is not None:
            return list_latest(ctx, self.key.id, count, before)
        return [one for one in self._single() if before is None or one.place < before]

    def earliest(self, ctx: Context, count: int, after: Place | None = None) -> list[Own]:
        """Return at most `count` games by when the party got them, the earliest first; raises ArchiveAway."""
        if self.key is not None:
            return list_earliest(ctx, self.key.id, count, after)
        return [one for one in self._single() if after is None or one.place > after]

    def _single(self) -> list[Own]:
        """Return the game of a single seat, as if the party had always had it."""
        return [] if self.caller is None else [Own(0, self.caller.game, is_made=False)]

    def seats(self, ctx: Context, game: Game) -> list[int]:
        """List the party's seats in a game."""
        if self.caller is not None:
            seat, holder = self.caller.seat, self.caller.holder
            return [] if seat is None or not sits(game.table, seat, holder) else [seat]
        return seats_of(ctx, game, self.key.id) if self.key else []

    def load(self, ctx: Context, game_id: str, *, is_listed: bool = False) -> Game | None:
        """Load one of the party's games; None if it is gone, and then off the key's list, or cannot be read now.

        A list, which must be whole, raises Quarantined (503) while the archive cannot be read.
        """
        try:
            return ctx.games.load(game_id)
        except Quarantined as unread:
            if is_listed and unread.is_of_all(ctx.store.archive):
                raise
            return None
        except Unsettled:
            return None
        except Problem:
            if self.key is not None:
                unlist(ctx, self.key.id, game_id)
            return None

    def is_ended(self, ctx: Context) -> bool:
        """Return whether the API key was deleted, or the player's token renewed or ended."""
        return self.key is not None and not is_current(ctx, self.key)

    def has_part(self, ctx: Context, game: Game, own: Own) -> bool:
        """Return whether the party made the game or has a seat in it, rather than having tried to get one."""
        if self.key is None or own.is_made:
            return True
        return self.key.id in _owners(self.key.id, *in_step(ctx, game)).values()


def label_of(maker: Maker, game: str) -> str:
    """Return what stands in a game's log for the key of a client that acts for its seats; empty without such a key.

    It is empty for a player, too: each is a party by itself, although one key may act for several.
    """
    acts = maker.acts and not maker.player
    return blake2b(f"{game}:{maker.key}".encode(), digest_size=9).hexdigest() if acts else ""


def share_of_address(address: str) -> str:
    """Return a pseudonym for an address."""
    return "address-" + blake2b(address.encode(), digest_size=9).hexdigest()


def facts_of(maker: Maker, held: Mapping[int, str]) -> dict[str, bytes]:
    """Return the facts of a game made by a client that holds these seats (seat to holder)."""
    facts = {fact_names.MAKER: maker.share.encode()} if maker.share else {}
    return facts | seats_of_client(maker, held)


def seats_of_client(maker: Maker, held: Mapping[int, str]) -> dict[str, bytes]:
    """Return the facts about seats that belong to an API key, or to a player of it."""
    if maker.key is None:
        return {}
    facts = {}
    for seat, holder in held.items():
        facts[fact_names.client(seat)] = fact_names.holding(maker.player or maker.key, holder)
        if maker.player:
            facts[fact_names.app(seat)] = fact_names.holding(maker.key, holder)
            facts |= acting_facts(maker.player, seat, holder)
        if maker.acts:
            facts[fact_key(token_of_key(maker.acts, seat))] = fact_names.seat_of(seat, holder)
    return facts


def keep_ownership(facts: Mapping[str, bytes], seat: int, before: str, holder: str) -> dict[str, bytes]:
    """Return the facts by which a seat still belongs to its API key or player under its holder's new id."""
    kept: dict[str, bytes] = {}
    for name in (fact_names.client(seat), fact_names.app(seat)):
        owner, of = fact_names.owner_and_holder(facts.get(name, b""))
        if owner and of == before:
            kept |= {name: fact_names.holding(owner, holder)}
            kept |= acting_facts(owner, seat, holder) if owner.startswith(PLAYER_PREFIX) else {}
    return kept


def for_player_of(facts: Mapping[str, bytes], seat: int, taker: Maker) -> Maker:
    """Return a client that renews the token of a seat, for the seat's player if the player is one of its own."""
    player, _ = fact_names.owner_and_holder(facts.get(fact_names.client(seat), b""))
    key, _ = fact_names.owner_and_holder(facts.get(fact_names.app(seat), b""))
    return replace(taker, player=player) if key and key == taker.key else taker


def acting_facts(player: str, seat: int, holder: str) -> dict[str, bytes]:
    """Return the fact by which a player's token acts for a seat."""
    return {fact_key(token_of_key(acting_hash(player, ""), seat)): fact_names.seat_of(seat, holder)}


def note_game(ctx: Context, maker: Maker, game_id: str, role: bytes = MAKING) -> None:
    """List a game under the API key that makes it or sits down in it, and under its player.

    Raises Problem if one of them ended while this process still trusted it (401 for the key, 404 for the player);
    nothing is listed there then. If it ends later, the process that ends it finds the game listed.
    """
    if maker.player:
        note_game_of_player(ctx, maker.player, game_id)
    if maker.key is None or (ctx.store.fact(maker.key, fact_names.game(game_id)) or b"").endswith(MAKING):
        return
    ctx.store.set_facts(maker.key, {fact_names.game(game_id): b"%d %s" % (ctx.clock(), role)})
    if maker.key != ADMIN_ID and not is_key(ctx, maker.key):
        ctx.store.set_facts(maker.key, {fact_names.game(game_id): b""})
        raise unknown("unknown_key")


def note_game_of_player(ctx: Context, player: str, game_id: str) -> None:
    """List a game under a player who is about to sit in it; raises Problem (404) if there is no such player."""
    ctx.store.set_facts(player, {fact_names.game(game_id): b"%d %s" % (ctx.clock(), SITTING)})
    if not ctx.store.fact(player, fact_names.PLAYER):
        ctx.store.set_facts(player, {fact_names.game(game_id): b""})
        raise not_found("player")


def clients_of(game: Game, facts: Mapping[str, bytes]) -> dict[int, str]:
    """Return the API keys and players to which seats of a game belong now, by seat, from the game's facts."""
    return _holding(game, {seat: facts.get(fact_names.client(seat), b"") for seat in people(game)})


def apps_of(game: Game, facts: Mapping[str, bytes]) -> dict[int, str]:
    """Return the same with the API key of its application in place of each player."""
    return _holding(game, {seat: fact_names.app_holding(facts, seat) for seat in people(game)})


def _holding(game: Game, held: Mapping[int, bytes]) -> dict[int, str]:
    pairs = {seat: fact_names.owner_and_holder(value) for seat, value in held.items()}
    return {seat: owner for seat, (owner, holder) in pairs.items() if owner and holder == game.table.seats[seat].holder}


def _owners(key_id: str, game: Game, facts: Mapping[str, bytes]) -> dict[int, str]:
    """Return the players of a game's seats if a player is asked about, else the API keys."""
    return (clients_of if key_id.startswith(PLAYER_PREFIX) else apps_of)(game, facts)


def seats_of(ctx: Context, game: Game, key_id: str) -> list[int]:
    """List the seats of a game that belong to an API key, its players' too, or to a player.

    Only those are listed that see more than spectators do.
    """
    game, facts = in_step(ctx, game)
    seats, owners = game.table.seats, _owners(key_id, game, facts)
    return [seat for seat, key in owners.items() if key == key_id and seats[seat].left != RESIGNED]


def is_makers_alone(ctx: Context, game: Game) -> bool:
    """Return whether the API key that made a game also has the seats of all people in it, by what facts say now."""
    keys = apps_of(game, ctx.store.facts(game.id))
    owners = {keys.get(number, "") for number, seat in enumerate(game.table.seats) if seat.belongs_to == "human"}
    key = owners.pop() if len(owners) == 1 else ""
    if not key:
        return False
    noted = ctx.store.fact(key, fact_names.game(game.id))
    return share_of_maker(ctx, game.id).rpartition("/")[2] == key if noted is None else noted.endswith(MAKING)


def in_step(ctx: Context, game: Game, facts: Mapping[str, bytes] | None = None) -> tuple[Game, Mapping[str, bytes]]:
    """Return a game and its facts as both were at one time; `facts` were read just before the game.

    A token may be renewed between the two reads, and then the facts name a holder who is not the one in the game. Both
    are read again until they agree, or until nothing changes any more: facts of earlier holders mean nothing. Raises
    Problem like `ctx.games.load`.
    """
    known = ctx.store.facts(game.id) if facts is None else facts
    while not _agree(game, known):
        later, again = ctx.games.load(game.id), ctx.store.facts(game.id)
        if later.version == game.version and again == known:
            break
        game, known = later, again
    return game, known


def _agree(game: Game, facts: Mapping[str, bytes]) -> bool:
    """Return whether the holders of all seats that facts name are those in the game."""
    clients = ((seat, fact_names.owner_and_holder(facts.get(fact_names.client(seat), b""))[1]) for seat in people(game))
    hooked = ((seat, holder) for seat, holder, _ in fact_names.seat_hooks(facts))
    return all(not holder or sits(game.table, seat, holder) for seat, holder in (*clients, *hooked))


def people(game: Game) -> Sequence[int]:
    """List the seats that a player may hold, also while an agent plays them."""
    return [number for number, seat in enumerate(game.table.seats) if seat.belongs_to in ("human", "bot")]


def share_of_game(ctx: Context, game_id: str) -> str:
    """Return to whose share of the server a game counts."""
    return (ctx.store.fact(game_id, fact_names.MAKER) or game_id.encode()).decode()


def client_of(share: str) -> str:
    """Return the client that a share belongs to; keys of visitors belong to their address."""
    return share.partition("/")[0]


def client_of_game(ctx: Context, game_id: str) -> str:
    """Return the client that made a game; empty if no maker is known."""
    return client_of(share_of_maker(ctx, game_id))


def share_of_maker(ctx: Context, game_id: str) -> str:
    """Return the share of the client that made a game; empty if no maker is known."""
    return (ctx.store.fact(game_id, fact_names.MAKER) or b"").decode()
