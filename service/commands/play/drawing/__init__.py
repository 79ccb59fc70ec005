"""The table as text for the terminal: a module for a game that draws its own, else a tree.

Nothing here is markup: names and labels are `Text`, so that `[red]` and `:up:` stay what they are.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

SEAT_COLOURS = ("bright_blue", "bright_yellow", "bright_green", "bright_red", "magenta", "cyan")


def table_of(game: str, view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Group:
    """The table for the terminal: drawn by the module here named after the game, if any.

    What must not be wrapped, such as a map, is a `Text` with `no_wrap` among its renderables.
    """
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return Group(as_tree("table", view))
    drawn: Group = importlib.import_module(name).table(view, seats)
    return drawn


def seat_name(seat: Mapping[str, Any]) -> str:
    """How to call who sits there: a human's name, the level of a bot, or the kind of seat."""
    if seat["kind"] == "bot":
        return f"{seat['level']} bot"
    return str(seat.get("name") or f"{seat['kind']} seat")


def unwrapped(text: Text) -> Text:
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


def as_tree(name: str, value: Any) -> Tree:
    """Any JSON as a tree, short lists and plain values on one line."""
    if isinstance(value, Mapping):
        tree = Tree(Text(name, style="bold"))
        for key, inner in value.items():
            tree.children.append(as_tree(str(key).replace("_", " "), inner))
        return tree
    if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        tree = Tree(Text(name, style="bold"))
        for number, item in enumerate(value):
            tree.children.append(as_tree(str(number), item))
        return tree
    shown = ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return Tree(Text(f"{name}: {shown}"))
