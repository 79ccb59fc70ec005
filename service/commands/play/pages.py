"""What is shown instead of the table when a player asks: help, the log, hints, the score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from railhead.words.ascii_boards import SEAT_COLOURS, seat_name
from railhead.words.choices import Reference

COMMANDS = {
    "?": "this page; with a word after it, what names with that word stand for",
    "t": "the table alone; once more, with the choices",
    "<": "one step of narrowing back",
    "l": "the log; l 20 shows the last 20 entries",
    "look": "the table as it was: look 12 at version 12; then n and p for the next and previous",
    "h": "a hint: what the service would think of",
    "u": "take your last move back, where that is allowed; u 12 goes back to version 12",
    "resign": "give the match up, for good",
    "q": "leave; the match waits for you",
}
"""What can be typed besides actions, and what it does."""
LONG_NAMES = {
    "help": "?",
    "table": "t",
    "log": "l",
    "hint": "h",
    "undo": "u",
    "quit": "q",
    "n": "n",
    "p": "p",
}
"""Other words for commands, and those that only mean something while one looks back."""
CHOOSING = (
    "A number takes the line with that number: an action is done, a group is opened.",
    "Words leave only what has them in its text or notation. Enter again takes what alone is left.",
    "The notation of an action, such as shown at the end of a line, does it; Tab completes it.",
    "/ before a command says that no action is meant.",
)
KEYS = (
    "Up and Down choose a line for Enter. Page Up and Page Down move the table, Left and Right too "
    "where it is wider than the screen. Escape goes back, Ctrl-C leaves."
)


def help_page(resume: str, notices: Sequence[str]) -> Group:
    """How to play in the terminal, and how to come back to the match."""
    commands = Table.grid(padding=(0, 2))
    for name, meaning in COMMANDS.items():
        commands.add_row(Text(name, style="bold"), Text(meaning))
    choosing = [Text(line) for line in CHOOSING]
    leaving = Text(f"Play on later with: {resume}")
    shown = [Text(notice, style="yellow") for notice in notices]
    return Group(*choosing, Text(), commands, Text(), Text(KEYS), Text(), leaving, *shown)


def explanation_page(word: str, reference: Reference, titles: Sequence[str]) -> Group:
    """What the names with this word stand for, and what the table says of them now."""
    found = reference.about(word)[:12]
    lines: list[RenderableType] = []
    for entry in found:
        costs = [f"{number} {what.replace('_', ' ')}" for what, number in entry["cost"].items()]
        heading = Text(entry["label"], style="bold")
        heading.append(f"  {entry['name']}", style="dim")
        lines += [heading, Text(entry["text"] + (f" Costs {', '.join(costs)}." if costs else ""))]
    now = [title for title in dict.fromkeys(titles) if word.casefold() in title.casefold()]
    if now:
        lines += [Text(), Text("On the table now", style="bold"), *map(Text, now[:12])]
    return Group(*(lines or [Text(f"Nothing here is called “{word}”.")]))


def event_lines(events: Sequence[Mapping[str, Any]], you: int | None) -> list[Table]:
    """What happened, an event each: version and label, others' in the colour of their seat."""
    lines = []
    for event in events:
        seat = event["seat"]
        style = "dim" if seat == you or seat is None else SEAT_COLOURS[seat]
        line = Table.grid(padding=(0, 1, 0, 0))
        line.add_column(width=4, justify="right")
        line.add_row(Text(f"{event['version']}", style="dim"), Text(event["label"], style))
        lines.append(line)
    return lines


def hint_page(analysis: Mapping[str, Any]) -> Group:
    """What an analysis found: candidates, the most promising first, and how it may go on."""
    candidates = analysis["candidates"]
    if not candidates:
        reason = analysis.get("reason")
        return Group(Text(reason or "Nothing has been found in time; ask again."))
    hints = []
    for one in candidates:
        win, score = one["win"], one["score"]
        wins = f"first in {win['value']:.0%} ({win['low']:.0%} to {win['high']:.0%})"
        found = f"{one['visits']} visits, {wins}, {score['value']:.1f} points"
        hints += [
            Text(one["label"], style="bold") + Text(f"  {one['action']}", style="dim not bold"),
            Text(f"   {found}"),
        ]
    line = [Text(f"  {move['label']}") for move in analysis["line"]]
    further = [Text(), Text("It may go on like this:", style="bold"), *line] if line else []
    return Group(*hints, *further)


def score_page(match: Mapping[str, Any]) -> Group:
    """The result of a match as a grid: a row a category that brought something, a column a seat."""
    result = match["result"]
    sheet = Table.grid(padding=(0, 2))
    sheet.add_column("")
    for _ in match["seats"]:
        sheet.add_column(justify="right")
    names = [Text(seat_name(seat), SEAT_COLOURS[seat["seat"]]) for seat in match["seats"]]
    sheet.add_row(Text(), *names)
    for category, points in result["sheet"].items():
        if not any(points):
            continue
        sheet.add_row(Text(category.replace("_", " ")), *(Text(str(number)) for number in points))
    places = {seat: place for place, tied in enumerate(result["ranking"], 1) for seat in tied}
    placed = [Text(str(places[seat["seat"]])) for seat in match["seats"]]
    sheet.add_row(Text("place"), *placed, style="bold")
    return Group(Text("Score sheet", style="bold"), sheet)
