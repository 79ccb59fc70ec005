"""A small SVG writer for the pictures of tables: shapes in order, text escaped.

What an action can be about is an element of its own: a group with an id, which targets name
(`games.vocabulary.ActionType`), and a title in words, for pointing at it and for screen readers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import Any, Final

from railhead.games.colours import (
    DARK,
    EDGE,
    INK,
    LIGHT,
    MARK,
    MARK_EDGE,
    MUTED,
    PANEL,
    Colour,
    Shade,
)

_WIDTHS: Final = {
    "'": 275, "ijlI|J": 295, " .,·": 318, ":;/\\": 337, "f-": 360, "t()[]": 393, "r!": 412,
    "s_": 521, "cz?–": 547, "kvxy": 592, "aoe": 615, "bdghnpqu": 635, "0123456789$": 636,
    "LFT": 612, "BESAVXKZRCPY": 698, "UNHDG": 770, "OQ#+=×→<>~^&−": 838, "wM": 863, "m": 974,
    "W%@…—": 1000,
}  # fmt: skip
"""Thousandths of the size, by characters: what Verdana and DejaVu Sans have, or a little more."""


class _Widths(dict[str, int]):
    """The widths of characters; those beyond the table are as wide as the widest."""

    def __missing__(self, character: str) -> int:
        return 1000


_WIDTH_OF: Final = _Widths({one: width for row, width in _WIDTHS.items() for one in row})
_BOLD: Final = 1.14


class Drawing:
    """An SVG document of a fixed size in pixels; later shapes lie over earlier ones.

    `title` says in a few words what is drawn, for whoever does not see it.
    """

    def __init__(
        self, width: float, height: float, background: Colour, title: str, theme: str = LIGHT
    ) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._dark = theme == DARK
        self._parts: list[str] = []
        self._grounds: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._opened: list[str] = []
        self._above = ""
        self._origin = (0.0, 0.0)
        self._scale = 1.0
        self.rect(0, 0, width, height, background)

    @contextmanager
    def transform(self, x: float, y: float, scale: float = 1) -> Iterator[None]:
        """What is drawn inside has its origin at this point, and is as many times as large."""
        origin, before = self._origin, self._scale
        self._origin = self._at(x, y)
        self._scale *= scale
        yield
        self._origin, self._scale = origin, before

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._origin[0] + self._scale * x, self._origin[1] + self._scale * y

    @contextmanager
    def element(self, name: str, title: str) -> Iterator[None]:
        """What is drawn inside is the element with the id `name`, and `title` says what it is.

        Its first shape is its outline: there it is marked. Raises `ValueError` for an id that is
        there already.
        """
        if name in self._grounds:
            raise ValueError(f"there are two elements {name!r} in one picture")
        self._grounds[name] = ""
        self._words[name] = title
        self._opened.append(name)
        self._parts.append(f'<g id="{escape(name)}"><title>{escape(title)}</title>')
        yield
        self._parts.append("</g>")
        self._opened.pop()

    @contextmanager
    def above(self) -> Iterator[None]:
        """What is drawn inside has to be read: clients who outline elements lay a copy of it over
        their outlines.
        """
        self._above = ' data-above=""'
        yield
        self._above = ""

    def add(self, tag: str, **attributes: object) -> None:
        """One shape; `stroke_width` is written `stroke-width`."""
        self._write(tag, [self._to_attribute(name, value) for name, value in attributes.items()])

    def _write(self, tag: str, attributes: list[tuple[str, str]]) -> None:
        written = " ".join([f'{_NAMES[name]}="{text}"' for name, text in attributes])
        self._parts.append(f"<{tag} {written}{self._above}/>")
        for element in self._opened:
            if not self._grounds[element]:
                kept = [f'{name}="{text}"' for name, text in attributes if name in _GEOMETRY]
                self._grounds[element] = " ".join([f"<{tag}", *kept])

    def _to_attribute(self, name: str, value: object) -> tuple[str, str]:
        """An attribute and its text: a number where it comes to lie, or in the size that it has."""
        if isinstance(value, int | float):
            if name in _ACROSS:
                value = self._origin[0] + self._scale * value
            elif name in _DOWN:
                value = self._origin[1] + self._scale * value
            elif name in _SIZES:
                value = self._scale * value
        return name, self._colour(value) if isinstance(value, Shade) else _text(value)

    def _colour(self, colour: Colour) -> str:
        if isinstance(colour, Shade):
            return colour.dark if self._dark else colour.light
        return colour

    def rect(
        self, x: float, y: float, w: float, h: float, fill: Colour, **attributes: object
    ) -> None:
        """A rectangle from its upper left corner."""
        self.add("rect", x=x, y=y, width=w, height=h, fill=fill, **attributes)

    def circle(self, x: float, y: float, r: float, fill: Colour, **attributes: object) -> None:
        """A circle around a point."""
        self.add("circle", cx=x, cy=y, r=r, fill=fill, **attributes)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float,
        **attributes: object,
    ) -> None:  # fmt: skip
        """A straight stroke."""
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self.add("line", **ends, stroke=colour, stroke_width=width, **attributes)

    def polygon(
        self, points: Sequence[tuple[float, float]], fill: Colour, **attributes: object
    ) -> None:
        """A closed polygon."""
        laid = [self._at(x, y) for x, y in points]
        written = " ".join(f"{_text(x)},{_text(y)}" for x, y in laid)
        self.add("polygon", points=written, fill=fill, **attributes)

    def path(self, shape: str, x: float, y: float, scale: float, **attributes: object) -> None:
        """A path drawn around its own origin, moved to a point and scaled, and its stroke too."""
        left, top = self._at(x, y)
        place = f"translate({_text(left)} {_text(top)}) scale({scale * self._scale:.4g})"
        others = [
            (name, self._colour(value) if isinstance(value, Shade) else _text(value))
            for name, value in attributes.items()
        ]
        self._write("path", [("d", _text(shape)), ("transform", place), *others])

    def text(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        anchor: str = "start",
        fill: Colour = INK,
        weight: str = "normal",
        room: float | None = None,
        halo: Colour = "",
    ) -> None:
        """A line of text with its baseline at y, cut off where it is wider than `room`.

        `halo` is the colour of an edge around the letters, over lines that run below them.
        """
        if room is not None:
            content = fit_text(content, size, room, weight == "bold")
        left, base = self._at(x, y)
        broad = _text(3 * self._scale)
        edge = (
            f' stroke="{self._colour(halo)}" stroke-width="{broad}" paint-order="stroke"'
            if halo
            else ""
        )
        self._parts.append(
            f'<text x="{_text(left)}" y="{_text(base)}" '
            f'font-size="{_text(size * self._scale)}" fill="{self._colour(fill)}" '
            f'text-anchor="{anchor}" font-weight="{weight}"{edge}{self._above}>'
            f"{escape(content)}</text>"
        )

    def lines(
        self, x: float, y: float, content: str, size: float, width: float, **style: Any
    ) -> float:
        """A text in lines of at most `width` pixels, the first baseline at y; that of the next."""
        for line in wrap_text(content, size, width, style.get("weight") == "bold"):
            self.text(x, y, line, size, **style)
            y += 1.35 * size
        return y

    def panel(self, x: float, y: float, w: float, h: float, title: str = "") -> None:
        """A box, and its title."""
        self.rect(x, y, w, h, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
        if title:
            self.text(x + 12, y + 21, title, 14, weight="bold")

    def caption(
        self, sentences: Sequence[str], y: float, x: float = 24, width: float | None = None
    ) -> float:
        """Legend and notices, the first line at y, across the picture if no width is given; the
        baseline of the next."""
        for sentence in sentences:
            room = self.width - 2 * x if width is None else width
            y = self.lines(x, y, sentence, CAPTION_SIZE, room, fill=MUTED)
        return y

    def document(self, marked: Collection[str] = ()) -> str:
        """The finished SVG, with the elements of these ids marked as the last move."""
        shown = [name for name in dict.fromkeys(marked) if self._grounds.get(name)]
        size = f'width="{_text(self.width)}" height="{_text(self.height)}"'
        box = f'viewBox="0 0 {_text(self.width)} {_text(self.height)}"'
        font = 'font-family="Verdana, DejaVu Sans, sans-serif"'
        last = "; ".join(self._words[name] for name in shown)
        described = f"{self.title}. Last move: {last}." if last else f"{self.title}."
        head = f"<title>{escape(self.title)}</title>\n<desc>{escape(described)}</desc>"
        body = "\n".join([*self._parts, *(self._mark(name) for name in shown)])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box} {font}>\n'
            f"{head}\n{body}\n</svg>\n"
        )

    def _mark(self, name: str) -> str:
        """Two strokes along the outline of an element, which no shape on it hides."""
        ground = self._grounds[name]
        rest = 'fill="none" pointer-events="none" stroke-linejoin="round"'
        rest += ' vector-effect="non-scaling-stroke"'
        dark = f'{ground} {rest} stroke="{MARK_EDGE}" stroke-width="7"/>'
        return f'{dark}\n{ground} {rest} stroke="{MARK}" stroke-width="4"/>'


CAPTION_SIZE: Final = 13
_ACROSS: Final = frozenset({"x", "cx", "x1", "x2"})
_DOWN: Final = frozenset({"y", "cy", "y1", "y2"})
_SIZES: Final = frozenset({"width", "height", "rx", "r", "stroke_width"})
_GEOMETRY: Final = (_ACROSS | _DOWN | _SIZES | {"points", "d", "transform"}) - {"stroke_width"}
"""The attributes that say where a shape is, not how it looks."""


class _Names(dict[str, str]):
    """What attributes are called in SVG, by their names here."""

    def __missing__(self, name: str) -> str:
        self[name] = name.replace("_", "-")
        return self[name]


_NAMES: Final = _Names()
_escaped: Final = lru_cache(4096)(escape)
"""Of the few colours and words that pictures are full of."""


def _text(value: object) -> str:
    if isinstance(value, float):
        written = f"{value:.1f}"
        return written[:-2] if written.endswith(".0") else written
    return str(value) if isinstance(value, int) else _escaped(str(value))


def seat_number(seat: int) -> str:
    """The number of a seat as people count, from 1: what stands on its pieces."""
    return str(seat + 1)


def seat_name(seat: int, names: Sequence[str]) -> str:
    """What a picture calls a seat: its player's name, or `Player 1` where it has none."""
    named = bool(names) and names[seat] not in ("", f"Seat {seat}")
    return names[seat] if named else f"Player {seat_number(seat)}"


def width_of(content: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is at most, in pixels; characters beyond the table as the widest."""
    return _units(content) * size / 1000 * (_BOLD if bold else 1)


@lru_cache(4096)
def _units(content: str) -> int:
    return sum(map(_WIDTH_OF.__getitem__, content))


def fit_text(content: str, size: float, width: float, bold: bool = False) -> str:
    """The text, or as much of it as `width` pixels hold, with an ellipsis."""
    if width_of(content, size, bold) <= width:
        return content
    while content and width_of(content + "…", size, bold) > width:
        content = content[:-1]
    return content.rstrip() + "…"


def wrap_text(content: str, size: float, width: float, bold: bool = False) -> list[str]:
    """The text in lines of at most `width` pixels, broken between words."""
    lines = [""]
    for word in content.split():
        joined = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(joined, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


def caption_height(sentences: Sequence[str], width: float) -> float:
    """How many pixels `Drawing.caption` needs in a picture of this width."""
    return sum(
        1.35 * CAPTION_SIZE * len(wrap_text(sentence, CAPTION_SIZE, width - 48))
        for sentence in sentences
    )
