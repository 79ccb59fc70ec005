"""One player at one match: what is known of it, and what each line that is typed does.

The screen and the plain lines are both drawn from here. Nothing here knows a game.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from railhead.service.commands.play.client import Client, Refused, printable
from railhead.service.commands.play.pages import (
    COMMANDS,
    LONG_NAMES,
    event_lines,
    explanation_page,
    help_page,
    hint_page,
    score_page,
)
from railhead.words.ascii_boards import render_table, seat_name
from railhead.words.choices import Choices, Reference, Row, truncate_text

NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
LOG_LINES = 50
TITLE = re.compile(r"<title>([^<]*)</title>")
WENT_BACK = "match-went-back"
LATE = ("stale-version", "illegal-action", "not-your-turn", "time-over", "match-over", WENT_BACK)
"""Refusals that say that the match has gone on: it is read again."""


def open_to(match: Mapping[str, Any]) -> dict[str, Any]:
    """The legal actions that came with a match; none for who only watches it."""
    return match.get("legal_actions") or {"version": match["version"], "actions": []}


def own_action(event: Mapping[str, Any], you: int | None) -> bool:
    """Whether an event is a decision that our seat took."""
    return bool(event["kind"] == "action" and event["seat"] == you)


@dataclass(frozen=True)
class Page:
    """What is shown instead of the table for a while."""

    title: str
    content: RenderableType
    from_end: bool = False
    """Whether its last lines are what is looked for."""


class Sitting:
    """A seat of a match, with the menu of its player.

    `changed` is called whenever there is something else to show, from whatever thread.
    """

    def __init__(self, client: Client, resume: str) -> None:
        self.client = client
        self.resume = resume
        self.changed: Callable[[], None] = lambda: None
        self.lock, self.showing = threading.RLock(), threading.Lock()
        first = client.read()
        assert first is not None, "a read without `after` is never answered 304"
        self.match: dict[str, Any] = first
        self.described = client.json(f"/v1/games/{first['game']}")
        self.reference = Reference(self.described, client.json(f"{client.match}/components"))
        self.choices = Choices(open_to(first)["actions"], self.reference)
        self.log = client.events(0)
        self.message = ""
        self.pause: str | None = None
        self.page: Page | None = None
        self.past: dict[str, Any] | None = None
        self.table_alone = False
        self.resigning = False
        self.left = False
        client.on_pause = self._pause

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.match["status"] == "over")

    @property
    def to_act(self) -> bool:
        """Whether our seat has a decision to take."""
        return bool(self.choices.all)

    def heading(self) -> str:
        """The game, our seat, and whom the match waits for."""
        match = self.match
        game = self.described["name"]
        if self.past is not None:
            return f"Version {self.past['version']} of {match['version']}: {game} as it was"
        if self.over:
            return f"{game}: the match is over"
        if match["status"] == "open":
            return f"{game}: waiting until all seats are taken"
        you = match["you"]
        others = [seat_name(match["seats"][seat]) for seat in match["to_act"] if seat != you]
        turn = "your turn" if self.to_act else f"waiting for {', '.join(others) or 'the service'}"
        return f"{game}: {turn}{self._time_left()}"

    def _time_left(self) -> str:
        """What our clock says, by the service's time."""
        clocks = (self.match["clock"] or {}).get("seats", [])
        own = next((one for one in clocks if one["seat"] == self.match["you"]), None)
        if own is None or own["left"] is None or self.over:
            return ""
        since = own["since"]
        gone = 0.0 if since is None else time.time() - self.client.ahead - since
        minutes, seconds = divmod(max(round(own["left"] - gone), 0), 60)
        return f", {minutes}:{seconds:02} left"

    def table(self) -> Group:
        """The table, as it is or as it was."""
        shown = self.match if self.past is None else self.past
        return render_table(shown["game"], shown["view"], shown["seats"])

    def news(self) -> list[Table]:
        """What others did and chance brought since our last turn; not what we do in this one."""
        you, start = self.match["you"], len(self.log)
        others = False
        while start > 0:
            event = self.log[start - 1]
            if others and own_action(event, you):
                break
            others = others or (event["seat"] is not None and event["seat"] != you)
            start -= 1
        return event_lines([one for one in self.log[start:] if not own_action(one, you)], you)

    def rows(self, typed: str = "") -> list[Row]:
        """The menu, as far as it is narrowed down and, where words are typed, would be."""
        text = typed.strip()
        if not text or self.command(text) or NUMBER.fullmatch(text):
            return self.choices.rows()
        return self.choices.rows(text)

    def command(self, text: str) -> tuple[str, str] | None:
        """The command that is typed and what comes with it, or None for an action or words."""
        if text.startswith("?"):
            return "?", text[1:].strip()
        slashed = text.startswith("/")
        word, _, rest = text.removeprefix("/").strip().partition(" ")
        name = LONG_NAMES.get(word.lower(), word.lower())
        known = name in COMMANDS or (name in ("n", "p") and self.past is not None)
        fits = slashed or not rest or NUMBER.fullmatch(rest.strip())
        return (name, rest.strip()) if known and fits else None

    def show(self, match: dict[str, Any], client: Client, anew: bool = False) -> None:
        """Take the match as it now is, with what has happened since.

        A version before the one known came too late to be told, except where all is read `anew`.
        """
        with self.showing:
            if match["version"] < self.match["version"] and not anew:
                return
            # The service is asked under `showing` alone: drawing takes `lock`, and must not wait
            # for it.
            log = [] if anew else self.log
            log = log + client.events(log[-1]["version"] if log else 0)
            with self.lock:
                self._update(match, log)
        self.changed()

    def _update(self, match: dict[str, Any], log: list[dict[str, Any]]) -> None:
        legal = open_to(match)["actions"]
        if legal != self.choices.all:
            self.choices = Choices(legal, self.reference)
        ended = match["status"] == "over" and not self.over
        self.match, self.log = match, log
        if ended:
            self._close_pages()
            self.page = Page(self.heading(), score_page(match))

    def reload(self, anew: bool = False) -> None:
        """Read the match again, and with `anew` all that has happened in it."""
        match = self.client.read()
        assert match is not None, "a read without `after` is never answered 304"
        self.show(match, self.client, anew)

    def enter(self, text: str) -> None:
        """Do what a typed line says; what is wrong with it becomes the message."""
        self._try(lambda: self._handle_text(text.strip()))

    def choose(self, row: Row) -> None:
        """Take a line of the menu: do the action, or narrow to the group."""
        self._try(lambda: self._choose_row(row))

    def _try(self, work: Callable[[], None]) -> None:
        self.message = ""
        try:
            work()
        except Refused as refusal:
            self.message = refusal.message
            if refusal.slug in LATE:
                self.reload(refusal.slug == WENT_BACK)
        self.changed()

    def _handle_text(self, text: str) -> None:
        if self.resigning:
            self._confirm_resigning(text)
            return
        action = self.choices.exact(text)
        command = self.command(text)
        if action is not None:
            self._act(action)
        elif command is not None:
            self._run(*command)
        elif not text:
            self._no_op()
        elif NUMBER.fullmatch(text):
            self._choose_number(text)
        elif not self.to_act:
            self.message = "It is not your turn; ? shows what can be typed meanwhile."
        elif not self.choices.narrow(text):
            self.message = self.choices.why_not(text)
        else:
            self._close_pages()

    def _no_op(self) -> None:
        rows = self.choices.rows()
        if self.is_covered:
            self._close_pages()
        elif self.choices.steps and len(rows) == 1 and rows[0].single:
            self._act(rows[0].actions[0])

    def _close_pages(self) -> None:
        self.page = self.past = None
        self.table_alone = False

    @property
    def is_covered(self) -> bool:
        """Whether something is shown instead of table and choices together."""
        return self.page is not None or self.past is not None or self.table_alone

    def _choose_number(self, text: str) -> None:
        rows = self.choices.rows()
        if not rows:
            self.message = "There is nothing to choose from now."
        elif not 1 <= int(text) <= len(rows):
            self.message = f"There is no line {int(text)}: take one from 1 to {len(rows)}."
        else:
            self._choose_row(rows[int(text) - 1])

    def _choose_row(self, row: Row) -> None:
        self._close_pages()
        action = self.choices.pick(row)
        if action is not None:
            self._act(action)

    def _act(self, action: Mapping[str, Any]) -> None:
        self._close_pages()
        self.client.act(str(action["action"]), int(open_to(self.match)["version"]))
        self.message = f"Done: {action['label']}"
        self.reload()

    def _run(self, name: str, argument: str) -> None:
        number = int(argument) if NUMBER.fullmatch(argument) else None
        match name:
            case "?":
                self._help(argument)
            case "t":
                alone = not self.table_alone
                self._close_pages()
                self.table_alone = alone
            case "<":
                self.back()
            case "l":
                last = self.log[-(number or LOG_LINES) :]
                self.page = Page("The log", Group(*event_lines(last, self.match["you"])), True)
            case "look" | "n" | "p":
                self._look(name, number)
            case "h":
                self.message = "Thinking…"
                self.changed()
                found = hint_page(self.client.hint(**({"seconds": number} if number else {})))
                self.page, self.message = Page("Hint", found), ""
            case "u":
                self._undo(number)
            case "resign":
                self.resigning = True
                self.message = "Give the match up for good? Type yes, or anything else to play on."
            case _:
                self.left = True

    def _help(self, word: str) -> None:
        if not word:
            notices = self.described["notices"]
            self.page = Page("Help", help_page(self.resume, notices))
            return
        drawn = self.client.call("GET", f"{self.client.match}/picture.svg").text
        titles = [str(printable(unescape(title))) for title in TITLE.findall(drawn)]
        self.page = Page(
            f"? {truncate_text(word)}", explanation_page(word[:80], self.reference, titles)
        )

    def back(self) -> None:
        """Close what is shown instead of the table, or go back a step of narrowing."""
        if self.is_covered:
            self._close_pages()
        elif self.resigning:
            self.resigning, self.message = False, ""
        elif not self.choices.back():
            self.message = "These are all your choices."

    def _look(self, name: str, number: int | None) -> None:
        latest = int(self.match["version"])
        at = latest if self.past is None else int(self.past["version"])
        wanted = {"n": at + 1, "p": at - 1}.get(name, max(latest - 1, 0))
        wanted = wanted if number is None else number
        if not 0 <= wanted <= latest:
            self.message = f"There are versions from 0 to {latest}; Enter shows the present."
            return
        self.past = self.client.json(f"{self.client.match}/versions/{wanted}")
        self.page = None
        entry = next((e["label"] for e in self.log if e["version"] == wanted), "The beginning")
        self.message = f"{entry}. n and p look on and back, Enter shows the present."

    def _undo(self, number: int | None) -> None:
        allowed = self.client.json(f"{self.client.match}/undo")
        versions = allowed["versions"]
        if not versions or (number is not None and number not in versions):
            reason = allowed["reason"] or "further back is nothing"
            shown = ", ".join(map(str, versions))
            start = f"You can go back to version {shown}" if versions else "You cannot go back"
            self.message = f"{start}: {reason}."
            return
        self.client.undo(max(versions) if number is None else number, allowed["version"])
        self._close_pages()
        self.reload()
        self.message = "Taken back."

    def _confirm_resigning(self, text: str) -> None:
        self.resigning = False
        if text.lower() != "yes":
            self.message = "You play on."
            return
        self.client.resign(int(self.match["you"]), str(self.described["levels"][0]["level"]))
        self.reload()
        then = "the match is over" if self.over else "a bot plays on for you"
        self.message = f"You have resigned; {then}. q leaves."

    def _pause(self, reason: str | None) -> None:
        self.pause = reason
        self.changed()

    def wait(self, client: Client) -> None:
        """Wait for a change through another connection, for half a minute at most."""
        try:
            match = client.read(int(self.match["version"]))
            if match is not None:
                self.show(match, client)
        except Refused as refusal:
            if refusal.slug == WENT_BACK:
                match = client.read()
                assert match is not None, "a read without `after` is never answered 304"
                self.show(match, client, anew=True)
            elif refusal.status == 429 or refusal.status >= 500:
                client.rest(refusal.message)
            else:
                raise
