"""The table as text: drawn by a module for a game that has one here, else any view in words.

Nothing here is markup: names and labels are `Text`, so that `[red]` and `:up:` stay so.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

SEAT_COLOURS = ("bright_blue", "bright_yellow", "bright_green", "bright_red", "magenta", "cyan")


def render_table(game: str, view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Group:
    """The table for the terminal: drawn by the module here named after the game, if any.

    What must not be wrapped, such as a map, is a `Text` with `no_wrap` among its renderables.
    """
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return render_view(view)
    drawn: Group = importlib.import_module(name).table(view, seats)
    return drawn


def seat_name(seat: Mapping[str, Any]) -> str:
    """How to call who sits there: a human's name, the level of a bot, or the kind of seat."""
    if seat["kind"] == "bot":
        return f"{seat['level']} bot"
    return str(seat.get("name") or f"{seat['kind']} seat")


def without_wrapping(text: Text) -> Text:
    """The same, as lines that stay as long as they are."""
    text.no_wrap, text.overflow = True, "ignore"
    return text


def titled_rows(rows: Iterable[tuple[str, RenderableType]]) -> Table:
    """A title in bold and what belongs to it, a row each."""
    grid = Table.grid(padding=(0, 2))
    for title, content in rows:
        grid.add_row(Text(title, style="bold"), content)
    return grid


def roster(
    facts: Iterable[tuple[int, Sequence[str | Text]]],
    seats: Sequence[Mapping[str, Any]],
    acting: Iterable[int],
) -> Table:
    """The players, a row each: number and name, then facts that are left out where empty."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    to_act = set(acting)
    for seat, told in facts:
        style = f"{'bold ' if seat in to_act else ''}{SEAT_COLOURS[seat]}"
        line = Text(seat_name(seats[seat]), style=style) + Text("  ")
        line.append_text(Text(" · ").join(Text() + one for one in told if one))
        grid.add_row(Text(f"{'>' if seat in to_act else ' '}{seat}", style=style), line)
    return grid


def notices(view: Mapping[str, Any]) -> list[Text]:
    """What every client should show of a view."""
    return [Text(notice, style="yellow") for notice in view["notices"]]


def render_view(view: Mapping[str, Any]) -> Group:
    """Any view in words: plain facts first, then what is made of parts, a row each."""
    plain = {key: value for key, value in view.items() if not parts_of(value) and key != "notices"}
    rows: list[tuple[str, RenderableType]] = []
    for key, value in view.items():
        parts = parts_of(value)
        if parts:
            lines = [Text(f"{name}  {in_words(part)}".strip()) for name, part in parts]
            rows.append((words(key), Text("\n").join(lines)))
    return Group(Text(in_words(plain)), titled_rows(rows), *notices({"notices": [], **view}))


def parts_of(value: Any) -> list[tuple[str, Any]]:
    """What is made of parts, each with its name or number; nothing for a plain fact."""
    if isinstance(value, Mapping) and any(
        isinstance(one, Mapping | list) for one in value.values()
    ):
        return [(words(str(key)), one) for key, one in value.items()]
    if isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value):
        return [(str(number), one) for number, one in enumerate(value)]
    return []


def in_words(value: Any) -> str:
    """Any JSON on a line; what there is nothing of is left out."""
    if isinstance(value, Mapping):
        said = {
            key: in_words(one) for key, one in value.items() if one is not None and one is not False
        }
        return " · ".join(f"{words(str(key))} {text}" for key, text in said.items() if text)
    if isinstance(value, list):
        return ", ".join(in_words(one) for one in value)
    return "yes" if value is True else "-" if value is None else str(value)


def number_of(number: int, noun: str) -> str:
    """Such as `1 coin` or `3 coins`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def words(name: str) -> str:
    """A name of the vocabulary as one reads it."""
    return name.replace("_", " ")
