"""The table as text for the terminal: a module for a game that draws its own, else a tree."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.tree import Tree

SEAT_COLOURS = ("bright_blue", "bright_yellow", "bright_green", "bright_red", "magenta", "cyan")


def table_of(
    game: str, view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]
) -> RenderableType:
    """The table for the terminal: drawn by the module here named after the game, if any."""
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return as_tree("table", view)
    drawn: RenderableType = importlib.import_module(name).table(view, seats)
    return drawn


def seat_name(seat: Mapping[str, Any]) -> str:
    """How to call who sits there: a human's name, or the level of a bot."""
    return str(seat["name"]) if seat["kind"] == "human" else f"{seat['level']} bot"


def as_tree(name: str, value: Any) -> Tree:
    """Any JSON as a tree, short lists and plain values on one line."""
    if isinstance(value, Mapping):
        tree = Tree(f"[bold]{escape(name)}[/bold]")
        for key, inner in value.items():
            tree.children.append(as_tree(str(key).replace("_", " "), inner))
        return tree
    if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        tree = Tree(f"[bold]{escape(name)}[/bold]")
        for number, item in enumerate(value):
            tree.children.append(as_tree(str(number), item))
        return tree
    shown = ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return Tree(f"{escape(name)}: {escape(shown)}")
