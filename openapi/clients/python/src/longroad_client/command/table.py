"""Plays a seat by what is typed: shows what happens, draws the board, and takes one of the legal commands."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, cast

import click

from longroad_client.boards import LISTS
from longroad_client.command.canvas import draw_board, has_board
from longroad_client.command.showing import color_of, console, seat_name, write_json
from longroad_client.problems import Refused

if TYPE_CHECKING:
    from longroad_client import Seat

Choice = tuple[str, Any]
SHOWN = 40
LEAVE = "q"
QUIET = {"AgendaSet", "TimeUsed", "TurnCredited"}
"""Names events that are not shown."""
HELP = "a number plays, words search the list, Enter draws the board again, q leaves"


class Table:
    """A seat at a table, in a terminal; as JSON, events go to standard output and all else to standard error."""

    def __init__(self, seat: Seat, *, is_auto: bool = False, is_json: bool = False) -> None:
        self.seat = seat
        self.is_auto = is_auto
        self.is_json = is_json
        self.console = console(is_error=is_json)
        self.client = seat.client()
        self.shown = 0
        self.board: Any = None

    def play(self) -> None:
        """Play until the game is over."""
        for turn in self.seat.turns():
            self._catch_up()
            legal = cast("Any", turn["legal"])
            if turn["must_act"]:
                self._act(legal)
            elif legal["actions"]:
                self._answer(legal)
        self._catch_up()
        if not self.is_json:
            end(self.client, self.seat.game)

    def _catch_up(self) -> None:
        """Show what happened since this was called last."""
        page: Any = {"next": True}
        show = write_json if self.is_json else tell
        while page.get("next"):
            page = self.client.list_events(self.seat.game, after=f"{self.shown}", limit=1000, summaries=True)
            for event in page["events"]:
                self.shown = event["version"]
                show(event)

    def _draw(self) -> None:
        view = cast("Any", self.seat.view())
        if has_board(view):
            self.board = self.board or self.client.get_board(self.seat.game)
            self.console.print(draw_board(self.board, view, self.seat.number))
        for public in (view.get("state") or {}).get("seats", ()):
            name = seat_name(view["seats"], public["seat"])
            line = f"[{public['seat']}] {name}: {', '.join(_short(public))}"
            self.console.print(line, style=color_of(public["seat"]), markup=False)

    def _act(self, legal: Any) -> None:
        """Take commands until one is accepted."""
        if not self.is_auto:
            self._draw()
        while legal["must_act"]:
            try:
                self.seat.act(self._choose(legal))
                return
            except Refused as refused:
                self.console.print(refused.detail, style="red", markup=False)
            legal = cast("Any", self.seat.legal())

    def _answer(self, legal: Any) -> None:
        """Offer what the seat may do though the game does not wait for it, such as to accept an offer."""
        choices = list_choices(legal)
        command = next((each for _, each in choices if each["type"].startswith("Decline")), None)
        if not self.is_auto:
            self._show(list(enumerate(choices, 1)))
            typed = self._ask("you may, or pass with Enter")
            command = self._read_choice(typed, choices) if typed else None
        try:
            if command is not None:
                self.seat.act(command)
        except Refused as refused:
            self.console.print(refused.detail, style="red", markup=False)

    def _choose(self, legal: Any) -> Any:
        choices = list_choices(legal)
        if self.is_auto:
            building = [command for _, command in choices if command["type"].startswith(("Build", "DiceBuild"))]
            return random.choice(building or [command for _, command in choices])
        self._show(list(enumerate(choices, 1)))
        while True:
            typed = self._ask("your move")
            if not typed:
                self._draw()
            elif (command := self._read_choice(typed, choices)) is not None:
                return command

    def _ask(self, question: str) -> str:
        """Return the answer to a question; raises Abort if the player leaves."""
        told: str = click.prompt(question, prompt_suffix="> ", default="", show_default=False, err=self.is_json)
        if told.strip() == LEAVE:
            raise click.Abort
        return told.strip()

    def _read_choice(self, typed: str, choices: list[Choice]) -> Any:
        """Return the command that was typed; None, after some help, if it was none."""
        if typed.isdigit() and 0 < int(typed) <= len(choices):
            return choices[int(typed) - 1][1]
        if typed.startswith("{"):
            try:
                return json.loads(typed)
            except ValueError as error:
                self.console.print(f"this is not JSON: {error}", style="red", markup=False)
                return None
        found = [(number, each) for number, each in enumerate(choices, 1) if typed.lower() in each[0].lower()]
        self._show(found)
        if not found:
            self.console.print(f'{HELP}; {{"type": ...}} is posted as it is', markup=False)
        return None

    def _show(self, numbered: list[tuple[int, Choice]]) -> None:
        for number, (words, _) in numbered[:SHOWN]:
            self.console.print(f"{number:>3}  {words}", markup=False)
        if len(numbered) > SHOWN:
            self.console.print(f"     and {len(numbered) - SHOWN} more: type words to find them")


def list_choices(legal: Any) -> list[Choice]:
    """Return all commands that can be posted as they are, each with its words."""
    single = [(each["summary"], each["command"]) for each in legal["actions"]]
    examples = [(f"{each['summary']}: {_words(each['example'])}", each["example"]) for each in legal["templates"]]
    return single + examples


def _words(counts: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in counts.items() if name != "type" and value)


def _short(public: Any) -> list[str]:
    """Return what can be said of a seat in a line: numbers, and counts of cards."""
    skipped = {"seat", "color", "at_least", "at_most", "supply", *(lists for lists, _ in LISTS.values())}
    members = [(name.replace("_", " "), value) for name, value in public.items() if name not in skipped]
    numbers = [f"{name} {value}" for name, value in members if isinstance(value, int)]
    return numbers + [f"{name}: {_words(value) or 'none'}" for name, value in members if isinstance(value, dict)]


def tell(event: Any) -> None:
    """Print an event in a line."""
    if event["type"] not in QUIET:
        seat = event.get("seat")
        style = color_of(seat) if isinstance(seat, int) else "dim"
        who = f"[{seat}] " if isinstance(seat, int) else ""
        console().print(f"{event['version']:>5} {who}{event.get('summary', event['type'])}", style=style, markup=False)


def end(client: Any, game: str) -> None:
    """Draw the board and say who won."""
    view = client.get_game(game)
    if has_board(view):
        console().print(draw_board(client.get_board(game), view))
    if view.get("result"):
        winners = ", ".join(seat_name(view["seats"], seat) for seat in view["result"]["winners"]) or "nobody"
        console().print(f"won by {winners}, points {view['result']['points']}", style="bold")
