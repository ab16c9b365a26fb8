"""The rules of the table itself, whatever game lies on it: seats, commands, undo, votes, branches, records."""

from service.rulebook.rule import Rule
from service.translations import _

TABLE_RULES: tuple[Rule, ...] = (
    Rule("game.not_started", _("A game waits until all its seats are taken."), "server seats"),
    Rule("game.finished", _("A finished game takes no more commands."), "server commands"),
    Rule("seat.taken", _("A seat that somebody holds cannot be taken."), "server seats"),
    Rule("seat.none_open", _("Only an open seat can be taken, and this game has none left."), "server seats"),
    Rule("seat.one_each", _("Whoever holds a seat in a game takes no second one."), "server seats"),
    Rule("seat.resigned", _("Whoever resigned takes no more part in the game."), "server seats"),
    Rule(
        "seat.absent",
        _("Whoever is played for by an agent takes the seat back before resigning, undoing or asking for a vote."),
        "server seats",
    ),
    Rule(
        "seat.held",
        _("Nobody but its holder gets a token of a seat that is held; before the start the owner may open it."),
        "server seats",
    ),
    Rule("seat.not_lent", _("Only a seat that an agent plays for its holder is taken back."), "server seats"),
    Rule(
        "seat.stood_in", _("An agent plays on a seat once: another one waits until its holder is back."), "server seats"
    ),
    Rule("seat.not_overdue", _("Others act on a seat only when its holder's time is over."), "server seats"),
    Rule("game.started", _("Whoever leaves a game that has begun resigns."), "server seats"),
    Rule("game.not_finished", _("A rematch follows a finished game."), "server seats"),
    Rule(
        "rematch.opened",
        _("The rematch has been opened; each player takes the seat with the token of the game before."),
        "server seats",
    ),
    Rule("game.other_people", _("A game in which other people play cannot be removed."), "server seats"),
    Rule(
        "command.not_allowed_now",
        _("Only what the game waits for can be done, and only by whom it waits for."),
        "server commands",
    ),
    Rule(
        "batch.reveal_not_last",
        _("Among several commands sent at once, one that draws or reveals may only stand last."),
        "server commands",
        reason=_("A refused batch must not tell anything."),
    ),
    Rule("batch.one_seat", _("Commands sent at once all belong to one seat."), "server commands"),
    Rule("undo.off", _("Nothing is undone in a game whose undo policy is off."), "server undo"),
    Rule(
        "undo.finished",
        _("A finished game cannot be undone, only branched."),
        "server undo",
        reason=_("Its seed is public."),
    ),
    Rule(
        "undo.not_an_ancestor",
        _("An undo goes back to a version that the current one came from."),
        "server undo",
    ),
    Rule("undo.nothing", _("An undo needs a command to take back."), "server undo"),
    Rule(
        "undo.revealed",
        _("Under this undo policy nothing is undone once something was drawn, rolled or shown after it."),
        "server undo",
    ),
    Rule(
        "undo.not_yours",
        _("An undo does not begin with a move that an agent made on its own seat."),
        "server undo",
        reason=_("Otherwise an agent could be made to play the same move for ever."),
    ),
    Rule(
        "undo.too_often",
        _("A seat undoes and redoes at most ten times in one turn."),
        "server undo",
        reason=_("Each time is written to the log for ever."),
    ),
    Rule("redo.nothing", _("A redo needs an undo that no command has followed."), "server undo"),
    Rule("vote.open", _("There is one open vote at a time."), "server votes"),
    Rule("vote.too_many", _("A party asks for at most three votes in one turn."), "server votes"),
    Rule(
        "vote.again",
        _("After a vote has failed the same question waits until another party has acted."),
        "server votes",
    ),
    Rule("vote.closed", _("A closed vote takes no more answers."), "server votes"),
    Rule("vote.answered", _("An answer to a vote is final."), "server votes"),
    Rule("vote.not_asked", _("Only those who were asked answer a vote."), "server votes"),
    Rule(
        "holiday.none_left",
        _("A seat takes no more days of holiday than its clock gives for the whole game."),
        "server clocks",
    ),
    Rule("holiday.no_days_clock", _("Holidays are taken under a clock of days alone."), "server clocks"),
    Rule("holiday.too_late", _("A holiday is asked for before the time is over."), "server clocks"),
    Rule(
        "branch.chance_same",
        _("A branch keeps the same chance only when its parent game is finished."),
        "server branches",
        reason=_("It would foretell what the running game will draw."),
    ),
    Rule("branch.not_started", _("A branch starts from a version in which the game was running."), "server branches"),
    Rule(
        "analysis.running",
        _("While a game runs nobody is given an engine's help, unless the table was opened so."),
        "server analyses",
        reason=_("Others play it by themselves. A branch counts as the game that it came from."),
    ),
    Rule("record.running", _("Only the record of a finished game can be imported."), "server records"),
    Rule(
        "record.unproven",
        _("A record is imported only when its game, played again, comes to everything in it."),
        "server records",
    ),
    Rule(
        "record.rules",
        _("A record is imported under the version of the rules under which it was played."),
        "server records",
    ),
    Rule(
        "record.branch",
        _("The record of a branch cannot be imported."),
        "server records",
        reason=_("Nothing in it proves the position from which it began."),
    ),
    Rule(
        "record.imported",
        _("An imported game can be looked at, replayed and branched; nothing more happens in it."),
        "server records",
    ),
    Rule("fairness.running", _("Seed and draws stay closed until the game is over."), "server records"),
)
