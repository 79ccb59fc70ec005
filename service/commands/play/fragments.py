"""What rich draws, as lines of the fragments that prompt_toolkit puts on the screen."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from prompt_toolkit.formatted_text import StyleAndTextTuples
from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

Line = StyleAndTextTuples

COLOURS = (
    "ansiblack",
    "ansired",
    "ansigreen",
    "ansiyellow",
    "ansiblue",
    "ansimagenta",
    "ansicyan",
    "ansigray",
    "ansibrightblack",
    "ansibrightred",
    "ansibrightgreen",
    "ansibrightyellow",
    "ansibrightblue",
    "ansibrightmagenta",
    "ansibrightcyan",
    "ansiwhite",
)
"""The terminal's own colours by their numbers."""


def lines_of(content: RenderableType, width: int, left: int = 0) -> list[Line]:
    """The lines of what is drawn, `width` columns of them.

    What must not be wrapped is shown from column `left` on.
    """
    console = Console(
        file=io.StringIO(),
        width=width,
        color_system="standard",
        force_terminal=True,
        markup=False,
        emoji=False,
        highlight=False,
    )
    found: list[Line] = []
    for part in content.renderables if isinstance(content, Group) else [content]:
        long = isinstance(part, Text) and bool(part.no_wrap)
        wide = max(width, widest(part)) if long else width
        options = console.options.update(width=max(wide, 1))
        start = min(left, wide - width) if long else 0
        for segments in console.render_lines(part, options, pad=False):
            found.append(fragments(crop_line(segments, start, width)))
    return found


def widest(content: RenderableType) -> int:
    """Columns of the longest line that must not be wrapped, 0 where there is none."""
    parts = content.renderables if isinstance(content, Group) else [content]
    texts = [part for part in parts if isinstance(part, Text) and part.no_wrap]
    return max((line.cell_len for text in texts for line in text.split()), default=0)


def crop_line(segments: Sequence[Segment], start: int, width: int) -> Iterable[Segment]:
    """`width` columns of a line, from `start` on."""
    end = min(start + width, Segment.get_line_length(list(segments)))
    if end <= start:
        return []
    return list(Segment.divide(segments, [start, end] if start else [end]))[-1]


def fragments(segments: Iterable[Segment]) -> Line:
    """A line in the words of prompt_toolkit."""
    return [(style_of(one.style), one.text) for one in segments if not one.control]


def style_of(style: Style | None) -> str:
    """A style in the words of prompt_toolkit."""
    if style is None:
        return ""
    names = [name for name in ("bold", "dim", "reverse", "underline") if getattr(style, name)]
    for ground, colour in (("fg", style.color), ("bg", style.bgcolor)):
        if colour is not None and colour.number is not None:
            names.append(f"{ground}:{COLOURS[colour.number]}")
    return " ".join(names)


def join_lines(lines: Sequence[Line]) -> StyleAndTextTuples:
    """Lines as one text."""
    found: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            found.append(("", "\n"))
        found.extend(line)
    return found
