"""Holds the texts of the table, common to all games: seats, clocks, votes, undo, the seed."""

from typing import Final

from service.texts.message_text import Messages, Texts, composed, message
from service.texts.translations import _

AGENT: Final = "The agent that plays on this seat from now on: its id, with `@` and a level if it has one."
FRAME: Final = "The name of the frame in which the seat had to act, as in `agenda`."
HOLDER: Final = "An internal name for the person who holds the seat's token. It is hidden from everybody."
CLIENT: Final = "Stands for the API key that acts for the seat, with whose other seats it is one party; else empty."
ASKER: Final = "The number of the seat that requested it; null where the owner did."
TURN: Final = "The number of the turn in which it was requested; null where it was not recorded."
VOTE: Final = "The id of the vote, which counts from 1 within the game."

SEATS: Final[Messages] = {
    "SeatsFilled": message("The last open seat was taken, and the game started."),
    "SeatTaken": message(
        "Somebody took an open seat.",
        seat="The number of the seat that was taken, counted from 0.",
        holder=HOLDER,
        entropy="The player's own random text, combined with the seed of all draws. It is empty where none was given.",
        client=CLIENT,
    ),
    "SeatHandedOver": message(
        "The owner or a vote gave a seat to an agent or opened it for somebody else.",
        seat="The number of the seat that changed hands, counted from 0.",
        kind="What the seat is now: `ai` if an agent plays there, `open` if anybody may take it.",
        agent="The id of the agent that plays there now. It is empty where the seat is open.",
    ),
    "SeatResigned": message(
        "A player resigned; this cannot be taken back, and an agent plays on.",
        seat="The number of the seat that resigned, counted from 0.",
        agent=AGENT,
    ),
    "SeatStoodIn": message(
        "An agent plays for an absent player, who may take the seat back at any time.",
        seat="The number of the seat whose player is absent, counted from 0.",
        agent=AGENT,
        by="The number of the seat that put the agent there; null where the clock or the owner did.",
    ),
    "SeatReturned": message(
        "A player took back the seat on which an agent had played.",
        seat="The number of the seat whose player is back, counted from 0.",
    ),
    "TokenRenewed": message(
        "A seat got a new token, and the old one stopped working.",
        seat="The number of the seat with the new token, counted from 0.",
        holder=HOLDER,
        held="True if a player holds the seat; false if the owner made the token for a seat that nobody holds.",
        client=CLIENT,
    ),
    "SeatRenamed": message(
        "The player of a seat changed the display name, which is not part of the log.",
        seat="The number of the seat with the new name, counted from 0.",
    ),
    "SeatLent": message(
        "A player lets an agent play on the seat and may take it back at any time.",
        seat="The number of the seat that was lent, counted from 0.",
        agent=AGENT,
    ),
    "SeatLeft": message(
        "A player left before the game started; the seat is open again.",
        seat="The number of the seat that is open again, counted from 0.",
    ),
}

CLOCKS: Final[Messages] = {
    "TimedOut": message(
        "A seat did not act within its time.",
        seat="The number of the seat whose time ran out, counted from 0.",
        frame=FRAME,
        action="What the table did: `default` played a command, `agent` put an agent there, `resign` gave the seat up.",
        parent="The version of the position before the seat came to act, as in `TimeUsed`. It is 0 in old logs.",
    ),
    "TimeUsed": message(
        "The clock charged a seat for the time since the version before.",
        seat="The number of the seat that used the time, counted from 0.",
        frame=FRAME,
        parent="The version of the position before the seat came to act. An undo leaves it as it is.",
        ms="The time that is charged to the seat, in milliseconds.",
    ),
    "HolidayTaken": message(
        "A seat took a holiday, which moves its deadlines.",
        seat="The number of the seat that took the holiday, counted from 0.",
        days="The number of days of 24 hours by which its deadlines move.",
        until="When the holiday ends, in milliseconds since the Unix epoch.",
    ),
    "GamePaused": message(
        "The game was paused: nobody can play, and all clocks stand still.",
        until="When the pause ends by itself, in milliseconds since the Unix epoch.",
    ),
    "GameResumed": message(
        "The pause ended, and the clocks run again.",
        by="The number of the seat that ended the pause; null where its time was over.",
    ),
    "TurnCredited": message(
        "A seat ended its turn and got the increment of its clock.",
        seat="The number of the seat that got the increment, counted from 0.",
        turn="The number of the turn that ended, counted from 1 over all seats.",
    ),
}

VOTES: Final[Messages] = {
    "HeadMoved": message(
        "An undo or a redo set the game back to the position of another version.",
        to="The version whose position the game has again.",
        kind="Whether this was an `undo` or a `redo`.",
        by="The number of the seat that requested it; null where the owner did.",
        redo="The versions that a redo can go back to, the newest last. It is empty where there are none.",
        turn=TURN,
        numbered=(
            "The highest number that an offer of the game has had on any line; 0 where there was none, null in old "
            "logs. Later offers have higher numbers."
        ),
    ),
    "VoteOpened": message(
        "A vote was opened, and the other players have to answer it.",
        vote=VOTE,
        kind="What is voted on: an `undo`, a `redo`, to `abandon` the game, a `pause`, or to open a `seat`.",
        by=ASKER,
        to="The version that the undo or redo would go to; null for other votes.",
        asked="The numbers of the seats that have to answer. Of a player's several seats only the lowest is named.",
        closes_at="When the vote closes, in milliseconds since the Unix epoch.",
        turn=TURN,
        until="When the proposed pause would end, in milliseconds since the Unix epoch; 0 for other votes.",
        seat="The number of the seat that would be opened; null for other votes.",
    ),
    "VoteCast": message(
        "A player answered a vote.",
        vote=VOTE,
        seat="The number of the seat that answered; the lowest one if its player has several.",
        accept="True for yes, false for no; the answer is final.",
    ),
    "VoteClosed": message(
        "A vote is over.",
        vote=VOTE,
        outcome="How it ended: all said yes or were excused (`passed`), one said no (`rejected`), "
        "its time ran out (`expired`), or the game went on meanwhile (`stale`).",
    ),
}

GAME: Final[Messages] = {
    "TableOpened": message(
        "The game was created with these settings.",
        ruleset="The id of the ruleset that is played, as in `GET /v1/rulesets`.",
        ruleset_version="The version of the rules by which the game is played.",
        map="The id of the map that the game is played on.",
        modules="The ids of the modules in play. The list is empty for the base game.",
        options="The value of every option of the ruleset, defaults included.",
        seats=composed(
            "Who plays on each seat, in the order of the seats.",
            {
                "kind": "Who plays there: a `human`, an `ai`, a `bot`, or nobody yet (`open`).",
                "agent": "The agent that plays there, or for a late bot: its id, with `@` and a level if it has one.",
                "deadline_s": "The seconds after which a late bot is replaced by its agent. Absent for other kinds.",
            },
        ),
        undo="The undo policy: `free`, `until_reveal` (not past a reveal), `consent` (always by vote), or `off`.",
        private="True if only players and holders of an invitation can see the game.",
        unfair="True if somebody chose the seed or the game is a branch, so that draws may be known in advance.",
        sandbox="True if the game is a sandbox, in which the owner chooses what is drawn.",
        client=CLIENT,
        parent=composed(
            "The game that this one branched from; null for all other games.",
            {
                "id": "The id of the game that this one branched from.",
                "version": "The version of that game from which this one goes on.",
            },
        ),
        chance="The name of the algorithm that makes all random draws.",
        commitment="The SHA-256 hash of salt and seed, in hex, published before the first draw.",
        seed="The seed of all random draws, in hex. It is hidden until `SeedRevealed`.",
        clock=composed(
            "The time limit of the seats, and what happens when it is over; null without a clock.",
            {
                "kind": "It limits each action (`move`, `days`) or the whole game (`bank`). Absent in old games.",
                "seconds": "The seconds that a seat has: for each action (`move`), or for the whole game (`bank`).",
                "increment_s": "The seconds that a seat gains for each turn that it ends.",
                "days": "The days of 24 hours that a seat has for each action.",
                "holidays": "The days of holiday that each seat may take during the game.",
                "on_timeout": "What happens when the time is over: `default` passes or plays a legal command, "
                "`agent` lets an agent play, `resign` resigns.",
            },
        ),
        spectator_delay=composed(
            "How late spectators see the game; null if they see it live.",
            {
                "seconds": "The seconds after which spectators see an event. Absent if there is no such delay.",
                "versions": "The number of newest versions that spectators do not see yet. Absent if none are hidden.",
            },
        ),
        rematch_of="The id of the game that this is a rematch of. It is empty for all other games.",
        analyses="When an analysis is allowed: `all` at any time, `finished` only after the end.",
        hot_seat="True if the creator keeps the tokens of all `human` seats, which then vote as one player.",
        overdue_after_s="Seconds after which others need not wait for a seat. Only games without a clock use it.",
        offer_wait_s="How many seconds agents wait for people who may answer an offer, before they play on.",
        salt="The bytes hashed before the seed in the commitment, in hex; empty for a drawn seed. They are hidden.",
        held="The numbers of the seats that were given to bots with webhooks when the game was created.",
    ),
    "GameClosed": message(
        "The game ended before its rules say so: the players resigned or abandoned it.",
        reason="Why the game ended: by `resignation`, or `abandoned` by a vote.",
        winners="The numbers of the seats that won. The list is empty where the game was abandoned.",
        points="The public points of each seat at that moment, in the order of the seats.",
    ),
    "RematchOpened": message(
        "A rematch with the same seats was opened.", game="The id of the game that is the rematch."
    ),
    "DrawsChosen": message(
        "The owner of a sandbox game chose what the next draws bring; earlier choices are dropped.",
        draws=composed(
            "The chosen draws, in order.",
            {
                "stream": "The name of the stream of chance, such as `dice`.",
                "number": "The place of the draw in its stream, counted from 0.",
                "outcomes": "How many outcomes such a draw has; a draw with another number is not the chosen one.",
                "outcome": "The chosen outcome, as an index from 0. Where it is impossible, the seed decides.",
            },
        ),
    ),
    "SeedRevealed": message(
        "The game is over, and its seed is public; with it anybody can check every draw.",
        seed="The seed of all random draws, in hex.",
        salt="The bytes hashed before the seed in the commitment, in hex. It is empty for a seed that the server drew.",
    ),
}

PHRASES: Final = {
    "event.TableOpened": _("A table is opened: %(ruleset)s, %(map)s."),
    "event.SeatsFilled": _("All seats are taken; the game runs."),
    "event.SeatTaken": _("Seat %(seat)s is taken."),
    "event.SeatHandedOver": _("Seat %(seat)s is handed to the agent %(agent)s."),
    "event.SeatHandedOver.without": _("Seat %(seat)s is open again."),
    "event.SeatResigned": _("Seat %(seat)s resigns; the agent %(agent)s has the seat."),
    "event.SeatStoodIn": _("The agent %(agent)s plays for seat %(seat)s."),
    "event.PositionSet": _("The game starts from a given position."),
    "event.AgendaSet": _("Next: %(frames)s."),
    "event.AgendaSet.without": _("Nothing is left to do."),
    "event.SeatReturned": _("Seat %(seat)s plays again."),
    "event.SeatLent": _("Seat %(seat)s is lent to the agent %(agent)s."),
    "event.SeatLeft": _("The player of seat %(seat)s left; the seat is open again."),
    "event.SeatRenamed": _("Seat %(seat)s has a new name."),
    "event.TokenRenewed": _("Seat %(seat)s has a new token."),
    "event.TimedOut": _("The time of seat %(seat)s is over: %(action)s."),
    "event.TimeUsed": _("Seat %(seat)s took %(ms)s ms."),
    "event.HolidayTaken": _("Seat %(seat)s takes a holiday of %(days)s days."),
    "event.GamePaused": _("The game is paused."),
    "event.GameResumed": _("The pause is over."),
    "event.TurnCredited": _("Seat %(seat)s gains time on its clock for turn %(turn)s."),
    "event.GameClosed": _("The game is over: %(reason)s."),
    "event.RematchOpened": _("The rematch is game %(game)s."),
    "event.HeadMoved": _("The game is back at version %(to)s."),
    "event.VoteOpened": _("Vote %(vote)s: go to version %(to)s?"),
    "event.VoteOpened.without": _("Vote %(vote)s: abandon the game?"),
    "event.VoteOpened.seat": _("Vote %(vote)s: open seat %(seat)s to somebody else?"),
    "event.VoteOpened.pause": _("Vote %(vote)s: pause the game?"),
    "event.VoteCast": _("Seat %(seat)s answers vote %(vote)s: %(accept)s."),
    "event.VoteClosed": _("Vote %(vote)s is over: %(outcome)s."),
    "event.DrawsChosen": _("The next draws are chosen."),
    "event.SeedRevealed": _("The seed is shown: %(seed)s."),
    "recipe": _(
        "The commitment is the SHA-256 of the seed; where there is a salt, as there is beside a seed that somebody "
        "named, it is the SHA-256 of the salt's 32 bytes and then the seed. The key is the seed; where seats gave "
        "entropies, it is the SHA-256 of the seed and of each entropy in order as UTF-8, one zero byte between any "
        "two, but for the draws of version 1, which came before them. For the draw of a number from a stream take, "
        "for attempt 0, 1, 2 and so on, the first 8 bytes (big-endian) of the HMAC-SHA256 under the key of the text "
        "stream:number:attempt, until they are below the largest multiple of the sum of the weights that is not "
        "above 2 to the 64th. Their remainder by that sum is a point; the outcome is the index of the weight in "
        "which it lies, counted from 0."
    ),
    "term.default": _("it passes, or a legal command is played"),
    "term.agent": _("an agent plays on"),
    "term.resign": _("the seat resigns"),
    "term.resignation": _("resigned"),
    "term.abandoned": _("abandoned"),
    "term.passed": _("passed"),
    "term.rejected": _("rejected"),
    "term.expired": _("not answered in time"),
    "term.stale": _("overtaken by the game"),
    "term.yes": _("yes"),
    "term.no": _("no"),
}

TEXTS: Final = Texts({**GAME, **SEATS, **CLOCKS, **VOTES}, phrases=PHRASES)
