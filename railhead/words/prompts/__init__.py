"""The table in as few words as say it all: by a module named after the game, else any view.

What the terminal shows of a game is taken over where it is words already; a map that is a drawing
there is told here.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from railhead.words.ascii_boards import render_table

WIDTH = 10_000
"""Columns that no line reaches."""


def view_lines(game: str, view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines of a view, `seats` as the API lists them; without the game's notices."""
    quiet = {**view, "notices": []}
    module = _module(game)
    if module is None:
        return lines_of(render_table(game, quiet, seats))
    lines: list[str] = module.table(quiet, seats)
    return [line for line in lines if line]


def _module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)


def render_map(game: str, view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> str:
    """The map of the table, with its legend; empty for a game without one.

    It is what the game's module says of it in words, else what the terminal draws.
    """
    map_lines = getattr(_module(game), "map_lines", None)
    if map_lines is not None:
        return "\n".join(map_lines(view))
    parts = render_table(game, {**view, "notices": []}, seats).renderables
    maps = [at for at, part in enumerate(parts) if isinstance(part, Text) and part.no_wrap]
    return "\n".join(plain(part) for at in maps for part in parts[at : at + 2])


def lines_of(*parts: RenderableType) -> list[str]:
    """What is drawn, a line for each row that is not empty; what stood apart has ` | ` between."""
    found = [re.sub(r"\s{2,}", " | ", line.strip()) for line in plain(Group(*parts)).splitlines()]
    return [line for line in found if line]


def plain(part: RenderableType) -> str:
    """What is drawn, without styles."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, markup=False, emoji=False)
    console.print(part, crop=False, overflow="ignore", no_wrap=True, highlight=False)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def list_line(title: str, parts: Iterable[str], joined: str = "; ") -> str:
    """A line with a title, empty where there is nothing to list."""
    text = joined.join(part for part in parts if part)
    return f"{title}: {text}" if text else ""
